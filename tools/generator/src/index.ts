/** What other tools and the tests may use of the generator. */

export {
  bundleOf,
  HOMEPAGE,
  publishedSchemas,
  SCHEMA_ID_BASE,
  type SchemaRecord,
  schemaId,
  toDraft07,
  validatorSchemas,
} from "./bundle.js";
export { buildContracts } from "./contracts.js";
export type { GeneratedFile } from "./emit/header.js";
export { type GenerateOptions, generate, type Output } from "./generate.js";
export type * from "./model.js";
export type { Difference } from "./output.js";
export { SchemaError } from "./schema-error.js";
