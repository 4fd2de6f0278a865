/** What generated code says of a persisted root, such as a conversation history: what the codec does with it in each version that has it. */

import type { Fields, JsonObject } from "./json.js";
import type { Migrated } from "./migration/step.js";
import type { Pen } from "./pen.js";
import type { TableNode } from "./table-node.js";

/** A root as one version has it. The functions take the very shape that they were made for; `never` lets all of them in. */
export interface RootForm {
  readonly version: number;
  /** What a record may be. */
  readonly node: TableNode;
  /** The members that it must have and nothing else must: by these a record is known, since a root has no `type`. */
  readonly telling: readonly string[];
  readonly isWire: (value: unknown) => boolean;
  /** The current version takes the decoded form, older ones the form of the wire. */
  readonly encode: (value: Fields, pen: Pen) => string;
}

export interface Root {
  /** What records of it are called: `conversation_history`. */
  readonly type: string;
  /** Its form in each version that can be read, oldest first; the last is the current one. */
  readonly forms: readonly RootForm[];
  /** Absent where there is only one form. */
  readonly upgrade?: (type: string, root: JsonObject, from: number) => Migrated;
  readonly downgrade?: (type: string, root: JsonObject, to: number) => Migrated;
}
