/** What resolving gives: schemas by name, the same in every later phase. */

import type { JsonSchema } from "../model.js";

/** A named schema whose references have the form `#/$defs/Name`. */
export interface NamedSchema {
  readonly name: string;
  readonly file: string;
  readonly pointer: string;
  readonly root?: string;
  readonly schema: JsonSchema;
}

export type NamedSchemas = ReadonlyMap<string, NamedSchema>;
