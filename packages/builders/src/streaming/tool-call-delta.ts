/** Fragments of tool calls while a model's answer streams in. */

import * as core from "@parlance/core";
import { extendCompanion } from "../shared/companion.js";
import { constructOwn } from "../shared/construct.js";
import { countedCharacters, type Describe, describer, type Fact, shownId } from "../shared/describe.js";
import { optionsOf } from "../shared/options.js";

export type ToolCallDelta = core.ToolCallDelta;

export interface ToolCallDeltaFields {
  /** The call's id. Providers that have said it already send null or `""`, which both are as if it were absent. */
  readonly id?: string | null | undefined;
  /** The tool's whole name; null and `""` likewise. */
  readonly name?: string | null | undefined;
  /** The next piece of the arguments' JSON text. */
  readonly arguments_delta?: string | null | undefined;
}

/**
 * A fragment of the call with this index.
 *
 * @param index Counted from 0, at most 65,535.
 * @throws ValidationError
 */
function create(index: number, fields?: ToolCallDeltaFields): ToolCallDelta {
  const { id, name, arguments_delta } = optionsOf(fields) ?? {};
  const draft = {
    index,
    ...(isGiven(id) && { id }),
    ...(isGiven(name) && { name }),
    ...(arguments_delta !== undefined && arguments_delta !== null && { arguments_delta }),
  };
  return constructOwn(core.ToolCallDelta, draft);
}

function isGiven(text: string | null | undefined): text is string {
  return text !== undefined && text !== null && text !== "";
}

/** `ToolCallDelta(index 0, call_1, 14 characters)` */
const describe: Describe<ToolCallDelta> = /* @__PURE__ */ describer("ToolCallDelta", factsOf, textOf);

function factsOf(delta: ToolCallDelta): readonly Fact[] {
  const { index, id } = delta;
  return [`index ${index}`, id !== undefined && shownId(id), countedCharacters(textOf(delta))];
}

function textOf({ arguments_delta = "" }: ToolCallDelta): string {
  return arguments_delta;
}

export const ToolCallDelta: core.Companion<ToolCallDelta> & {
  readonly create: typeof create;
  readonly describe: Describe<ToolCallDelta>;
} = /* @__PURE__ */ extendCompanion(core.ToolCallDelta, { create, describe });
