/** The entry `@parlance/providers/small`. Exporting another name here makes it API. */

export { importRequest } from "./import.js";
export { toRequest } from "./request.js";
export { errorFromResponse, fromResponse } from "./response.js";
export { fromStream } from "./stream.js";
export type { SmallCall, SmallRequest, SmallSettings, SmallTool, SmallTurn } from "./wire.js";
