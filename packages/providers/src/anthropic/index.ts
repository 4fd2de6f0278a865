/** The entry `@parlance/providers/anthropic`: Anthropic's Messages API. Exporting another name here makes it API. */

export { importRequest } from "./import.js";
export { toRequest } from "./request.js";
export { errorFromResponse, fromResponse } from "./response.js";
export { fromStream } from "./stream.js";
export type {
  AnthropicRequest,
  Block,
  Cacheable,
  CacheControl,
  DocumentBlock,
  ImageBlock,
  ImageMediaType,
  RedactedThinkingBlock,
  ResultBlock,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolUseBlock,
  WireMessage,
  WireTool,
  WireToolChoice,
} from "./wire.js";
