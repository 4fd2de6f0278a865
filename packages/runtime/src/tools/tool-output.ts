/** What tools give back. */

import { hasMarker } from "@parlance/core/internal";
import type { JsonValue } from "@parlance/core/json";
import { readSettings } from "../shared/settings.js";

const MARKER: unique symbol = Symbol.for("parlance.tool_output");

/** An output with the text that the model is shown instead; made by `toolOutput`. */
export interface ToolAnswer {
  readonly output: JsonValue | undefined;
  readonly text: string;
  readonly [MARKER]: true;
}

/**
 * JSON, kept as it is in the result; nothing, when there is nothing to say; or what `toolOutput` makes. To the compiler an object is JSON when
 * its type is written with `type`, not with `interface`, which anybody could extend by what is none.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a tool may have no return statement at all.
export type ToolOutput = JsonValue | ToolAnswer | undefined | void;

/**
 * An output for programs together with another text for the model, such as a table of the same rows.
 *
 * @param output Any JSON; undefined for none.
 * @throws ValidationError for invalid options.
 */
export function toolOutput(output: JsonValue | undefined, options: { readonly text: string }): ToolAnswer {
  const text = readSettings(options, (given) => given.text);
  const answer: ToolAnswer = { output, text, [MARKER]: true };
  return Object.freeze(answer);
}

/** Whether a value was made by `toolOutput`; JSON never has a member of that name, whoever wrote it. */
export function isToolAnswer(value: unknown): value is ToolAnswer {
  return hasMarker(value, MARKER);
}
