/** Part of model: where a schema stands, what it may refer to, and how to read the schemas inside it. */

import { pointerStep } from "../json.js";
import type { Json, Node } from "../model.js";
import type { SchemaSet } from "../references.js";
import { SchemaError } from "../schema-error.js";

export interface Context {
  readonly file: string;
  readonly pointer: string;
  readonly definitions: SchemaSet;
  /** The tags that the definition, an open branch, must not have. */
  readonly knownTags: readonly string[];
  /** Reads a schema inside this one. */
  readonly read: (schema: Json | undefined, context: Context) => Node;
}

/** The node of anything at all. */
export const ANYTHING: Node = { kind: "user_data", object: false };

/** The context of a subschema. */
export function inside(context: Context, ...steps: readonly (string | number)[]): Context {
  return { ...context, pointer: context.pointer + steps.map(pointerStep).join("") };
}

/** The node of a subschema, found under the given steps. */
export function readInside(schema: Json | undefined, context: Context, ...steps: readonly (string | number)[]): Node {
  return context.read(schema, inside(context, ...steps));
}

/** An error at the place of a schema. */
export function wrong(context: Context, reason: string): SchemaError {
  return new SchemaError(context.file, context.pointer, reason);
}
