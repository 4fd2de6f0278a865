/** Random valid and nearly valid payloads from the schemas of a bundle, for property tests. */

export { anyJson, anyJsonObject, anyText } from "./any-json.js";
export type { SampleOptions } from "./arbitrary.js";
export { arbitraryOf } from "./arbitrary.js";
export { anyCharacter } from "./characters.js";
export { mutated, nearlyValid } from "./mutation.js";
export { satisfies } from "./satisfies.js";
export { SchemaError } from "./schema.js";
