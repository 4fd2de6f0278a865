/** The entry `@parlance/providers/ollama`: Ollama's own `/api/chat`. Exporting another name here makes it API. */

export { importRequest } from "./import.js";
export { toRequest } from "./request.js";
export { errorFromResponse, fromResponse } from "./response.js";
export { fromStream } from "./stream.js";
export type {
  OllamaMessage,
  OllamaOptions,
  OllamaParameters,
  OllamaProperty,
  OllamaRequest,
  OllamaThink,
  OllamaTool,
  OllamaToolCall,
} from "./wire.js";
