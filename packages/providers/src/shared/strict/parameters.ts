/** Writes the parameters of a tool so that a provider can hold the model to them, and takes back what that added to arguments. */

import { defineTool } from "@parlance/builders/internal";
import { type JsonObject, type ToolDefinition, ValidationError, type Warning } from "@parlance/core";
import { limitBroken } from "./limits.js";
import { withNamedTargets } from "./named-targets.js";
import { addedNulls } from "./nulls.js";
import { withoutAllOf } from "./one-schema.js";
import { createRefusal, type Refuse, type Refused } from "./refusal.js";
import { strictSchema } from "./rewrite.js";
import type { StrictRules } from "./rules.js";

export type StrictParameters =
  | {
      readonly ok: true;
      /** A frozen copy in the provider's form. */
      readonly parameters: JsonObject;
      /** Where arguments may have a null that stands for nothing; see `withoutAddedNulls`. */
      readonly added_nulls: readonly string[];
    }
  | ({ readonly ok: false } & Refused);

/**
 * The parameters with every object closed and, where the provider wants every property, with optional ones required and allowed to
 * be null. Parameters that cannot be said that way stay as they are: the tool is to be sent without `strict`.
 */
export function strictParameters(
  { parameters }: Pick<ToolDefinition, "parameters">,
  rules: StrictRules,
): StrictParameters {
  const refusal = createRefusal();
  const named = withNamedTargets(parameters, refusal.refuse);
  const closed = closedObjects(withoutAllOf(named), refusal.refuse);
  const written = closed === undefined ? parameters : strictSchema(closed, rules, refusal.refuse);
  if (refusal.first() === undefined) limitBroken(written, rules, refusal.refuse);
  const nulls =
    rules.require_all && refusal.first() === undefined ? addedNulls(closed ?? parameters, refusal.refuse) : [];
  const first = refusal.first();
  return first === undefined ? { ok: true, parameters: written, added_nulls: nulls } : { ok: false, ...first };
}

/** Undefined for what is not a schema of an object. */
function closedObjects(parameters: JsonObject, refuse: Refuse): JsonObject | undefined {
  const warnings: Warning[] = [];
  const logger = { warn: (warning: Warning): void => void warnings.push(warning) };
  try {
    const { parameters: closed } = defineTool({ name: "tool", description: "-", parameters }, sameParameters, {
      logger,
    });
    const [first] = warnings;
    if (first !== undefined)
      refuse(withoutRoot(first.path), "an object that takes names which are not listed cannot be closed");
    return closed;
  } catch (error) {
    if (!ValidationError.isInstance(error)) throw error;
    refuse(withoutRoot(error.issues[0]?.path ?? ""), "the parameters are not a valid schema of an object");
    return undefined;
  }
}

function sameParameters(parameters: unknown): unknown {
  return parameters;
}

function withoutRoot(path: string): string {
  return path.replace(/^\/parameters/, "");
}
