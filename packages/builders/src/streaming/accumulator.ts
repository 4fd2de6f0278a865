/** Puts the fragments of a streamed answer together to its tool calls. */

import { ValidationError } from "@parlance/core";
import { isKnownWithin, issue, MAX_DEPTH } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";
import { ToolCall } from "../chat/tool-call.js";
import { optionsOf } from "../shared/options.js";
import { type FinishReason, finishedCalls } from "./finish.js";
import type { PartialToolCall } from "./growing-call.js";
import { GrowingCalls } from "./growing-calls.js";
import { type AccumulatorLimits, limitsOf } from "./limits.js";
import { ToolCallDelta } from "./tool-call-delta.js";

export interface ToolCallAccumulatorOptions extends AccumulatorLimits {
  /**
   * Makes the ids of calls that come without one.
   * @defaultValue `ToolCall.newId`
   */
  readonly newId?: (() => string) | undefined;
}

export interface ToolCallAccumulator {
  /**
   * Takes the next fragment. It belongs to the last call with its index, unless it names another id or, without the call's id,
   * another name: then it begins a new call. So does the same name with the beginning of an object when all that the call has is
   * one whole object: some servers send calls whole, without ids and all with one index. Ids and names that are repeated are not
   * joined. A call that begins at an index that another one has gets the next that is free.
   *
   * @returns The fragment with the index that its call has in `calls`, so that fragments of one index are of one call.
   * @throws ValidationError with the code `too_many_calls`, `too_long`, `finished`, or one of the schema. What was taken before
   * stays, and `finish` gives it.
   */
  add(delta: ToolCallDelta): ToolCallDelta;
  /**
   * The calls so far, by index; frozen, and not changed by what is added later. Each reading copies the members of the objects and
   * lists that are still open, so that it is for every picture that somebody sees, not for every fragment of thousands of members.
   */
  readonly calls: readonly PartialToolCall[];
  /**
   * The calls of the answer, by index. After it nothing can be added; asked again, it gives the same calls.
   *
   * A stream that ends in any other way than `stop` or `tool_calls` was cut off: calls that were still open, and calls whose
   * arguments had not begun, get the defect `truncated`, whatever their text. A call is open until another one begins. A call
   * that never got a name is truncated too and is called `unnamed_tool`. Text that is not a JSON object gives the defect `invalid`.
   * A missing id is made, and so is one that an earlier call of the answer has already.
   *
   * @param reason Undefined for a stream that broke.
   * @throws ValidationError when `newId` makes an invalid id, or only ids that are taken.
   */
  finish(reason: FinishReason | undefined): readonly ToolCall[];
}

/**
 * An accumulator for one answer.
 *
 * @throws ValidationError for invalid options or an invalid limit.
 */
export function createToolCallAccumulator(options?: ToolCallAccumulatorOptions): ToolCallAccumulator {
  return Object.freeze(new Accumulator(optionsOf(options) ?? {}));
}

/**
 * A class, since a getter in an object literal gives every object a hidden class of its own, which lives long and holds the calls.
 * Its functions may be handed on without it.
 */
class Accumulator implements ToolCallAccumulator {
  readonly #growing: GrowingCalls;
  readonly #newId: () => string;
  #finished: readonly ToolCall[] | undefined;

  constructor(options: ToolCallAccumulatorOptions) {
    this.#growing = new GrowingCalls(limitsOf(options));
    this.#newId = options.newId ?? ToolCall.newId;
  }

  readonly add = (delta: ToolCallDelta): ToolCallDelta => {
    if (this.#finished !== undefined) throw new ValidationError([FINISHED]);
    const fragment = ownDelta(delta);
    const { index } = this.#growing.add(fragment);
    return index === fragment.index ? fragment : replaceMembers(fragment, { index });
  };

  get calls(): readonly PartialToolCall[] {
    return Object.freeze(this.#growing.list.map((call) => call.view));
  }

  readonly finish = (reason: FinishReason | undefined): readonly ToolCall[] => {
    this.#finished ??= finishedCalls(this.#growing, reason, this.#newId);
    return this.#finished;
  };
}

/** A copy of what was not made here, so that what is checked is what is used. */
function ownDelta(delta: ToolCallDelta): ToolCallDelta {
  const isOwn = typeof delta === "object" && delta !== null && isKnownWithin(delta, MAX_DEPTH);
  return isOwn && ToolCallDelta.is(delta) ? delta : ToolCallDelta.parse(delta);
}

const FINISHED = /* @__PURE__ */ issue("finished", "", "no fragment after the end of the stream", "a fragment");
