/** The entry `@parlance/core/json`: any JSON, digit by digit. Exporting another name here makes it API. */

export { canonicalJson } from "./json/canonical.js";
export { frozenJson } from "./json/frozen.js";
export { type ParseJsonOptions, parseJson } from "./json/parse.js";
export { replaceMembers } from "./json/replace-members.js";
export { stringifyJson } from "./json/stringify.js";
export { equalJson } from "./runtime/equal.js";
export type { JsonArray, JsonObject, JsonValue } from "./runtime/json.js";
