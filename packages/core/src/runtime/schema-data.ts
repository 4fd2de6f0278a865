/** The form in which the generated JSON Schemas are kept: each on its own, so that a bundler drops those that nobody asks for. */

import type { JsonObject } from "./json.js";

export interface SchemaData {
  /** Name of the definition, such as `TextMessage`. */
  readonly name: string;
  /** The `$id` of the self-contained schema. */
  readonly id: string;
  /** JSON Schema 2020-12; references have the form `#/$defs/Name`. Shared: never handed out. */
  readonly schema: JsonObject;
  /** Every definition that it refers to, directly or not. A function, since definitions may refer to each other. */
  readonly uses: () => readonly SchemaData[];
}
