/** The entry `@parlance/builders/json-schema`, apart because it needs ajv and `new Function`. Adding an export here makes it API. */

export { type StandardSchemaOf, standardSchemaOf } from "./tools/standard-schema-of.js";
