/** The tool calls of an answer, from fragments and from whole calls alike. */

import {
  createToolCallAccumulator,
  type PartialToolCall,
  ToolCall,
  type ToolCallAccumulator,
} from "@parlance/builders";
import type { ToolCallDelta } from "@parlance/core";
import { replaceMembers, stringifyJson } from "@parlance/core/json";
import type { ProviderName } from "../provider-names.js";
import type { ReportWriter } from "../report/report-writer.js";
import { withoutAddedNulls } from "../strict/added-nulls.js";
import type { AnswerOptions, FinishReason } from "../types.js";
import { type RawCallDelta, readableDelta } from "./call-pieces.js";
import { type GivenState, statesOf } from "./given-state.js";

/** A call that came in one piece. */
export interface WholeCall {
  readonly id?: unknown;
  readonly name: unknown;
  /** Its JSON text, or the object itself. */
  readonly arguments: unknown;
  /**
   * That the provider sends no call before it has its end: it stays sound when the answer is cut off after it.
   * @defaultValue false
   */
  readonly isComplete?: boolean;
  /** As of a piece. */
  readonly isCustom?: boolean;
  /** As of a piece. */
  readonly state?: GivenState | undefined;
}

const MAX_CALLS = 1024;

/** The orderly ends of an answer; after any other, the last call may lack its end. */
const ORDERLY: { readonly [Reason in FinishReason]?: "stop" | "tool_calls" | "length" | "content_filter" } = {
  stop: "stop",
  pause: "stop",
  tool_calls: "tool_calls",
  length: "length",
  content_filter: "content_filter",
};

export class AnswerCalls {
  readonly #provider: ProviderName;
  readonly #options: AnswerOptions | undefined;
  readonly #report: ReportWriter;
  /** Made for the first call. */
  #accumulator: ToolCallAccumulator | undefined;
  /** By index, the calls that cannot lack anything. */
  readonly #complete = new Set<number>();
  /** By index, the calls of custom tools. */
  readonly #custom = new Set<number>();
  /** By index, what came with the calls. */
  readonly #states = new Map<number, GivenState>();
  readonly #givenIds = new Set<string>();
  #nextIndex = 0;

  constructor(provider: ProviderName, options: AnswerOptions | undefined, report: ReportWriter) {
    this.#provider = provider;
    this.#options = options;
    this.#report = report;
  }

  get isEmpty(): boolean {
    return this.#nextIndex === 0;
  }

  /**
   * @returns The fragment as the conversation has it, with an index that no other call has.
   * @throws ValidationError for a fragment over the limits.
   */
  add(piece: RawCallDelta): ToolCallDelta {
    this.#accumulator ??= createToolCallAccumulator({ maxCalls: MAX_CALLS, newId: this.#options?.newId });
    const delta = this.#accumulator.add(readableDelta(piece, this.#options?.context, this.#report));
    this.#nextIndex = Math.max(this.#nextIndex, delta.index + 1);
    if (delta.id !== undefined) this.#givenIds.add(delta.id);
    if (piece.isCustom === true) this.#custom.add(delta.index);
    if (piece.state !== undefined) this.#states.set(delta.index, piece.state);
    return delta;
  }

  /** As `add`. */
  addWhole({ arguments: arguments_delta, isComplete = false, ...call }: WholeCall): ToolCallDelta {
    const delta = this.add({ ...call, index: this.#nextIndex, arguments_delta });
    if (isComplete) this.#complete.add(delta.index);
    return delta;
  }

  /**
   * The calls of the answer. Nothing can be added any more.
   *
   * @param reason Undefined when the answer broke off.
   */
  finish(reason: FinishReason | undefined): readonly ToolCall[] {
    const accumulator = this.#accumulator;
    if (accumulator === undefined) return [];
    const views = this.#complete.size + this.#custom.size + this.#states.size === 0 ? [] : accumulator.calls;
    const calls = accumulator.finish(reason === undefined ? undefined : ORDERLY[reason]);
    return calls.map((call, at) => this.#settled(call, at, views[at]));
  }

  #settled(call: ToolCall, at: number, view: PartialToolCall | undefined): ToolCall {
    if (!this.#givenIds.delete(call.id)) {
      this.#report.add("call_id_synthesised", "synthesised", `/message/tool_calls/${at}/id`, NO_ID);
    }
    if (view !== undefined && this.#custom.has(view.index)) {
      this.#report.add("custom_call_rewritten", "rewritten", `/message/tool_calls/${at}`, FUNCTIONS_ONLY);
    }
    const isSound = view !== undefined && this.#complete.has(view.index) && view.name !== undefined;
    const settled = isSound ? ToolCall.fromText(call.id, call.name, view.arguments_text) : call;
    return this.#withState(this.#withoutNulls(this.#withoutNull(settled, at), at), view);
  }

  #withState(call: ToolCall, view: PartialToolCall | undefined): ToolCall {
    const state = view === undefined ? undefined : this.#states.get(view.index);
    return state === undefined ? call : replaceMembers(call, { provider_state: statesOf(this.#provider, state) });
  }

  /** Some models write null for no arguments. The tool has to be known to need none: what it did not ask for is never executed. */
  #withoutNull(call: ToolCall, at: number): ToolCall {
    const { defect, name, arguments_text = "" } = call;
    if (defect !== "invalid" || arguments_text.trim() !== "null") return call;
    if (this.#options?.context?.null_arguments?.includes(name) !== true) return call;
    this.#report.add("null_arguments_read", "rewritten", `/message/tool_calls/${at}/arguments`, NO_ARGUMENTS);
    return replaceMembers(call, { defect: undefined });
  }

  /** The model's own text stays beside the arguments, with the nulls that it had to write. */
  #withoutNulls(call: ToolCall, at: number): ToolCall {
    const pointers = this.#options?.context?.added_nulls;
    if (call.defect !== undefined || pointers === undefined || !Object.hasOwn(pointers, call.name)) return call;
    const args = withoutAddedNulls(call.arguments, pointers[call.name]);
    if (args === call.arguments) return call;
    this.#report.add("added_null_removed", "rewritten", `/message/tool_calls/${at}/arguments`, ADDED_NULL);
    const arguments_text = call.arguments_text ?? stringifyJson(call.arguments);
    return replaceMembers(call, { arguments: args, arguments_text });
  }
}

const ADDED_NULL = "null stands for a property that was left out, since the provider wants every one";
const NO_ARGUMENTS = "null stands for no arguments, which the tool can do without";
const FUNCTIONS_ONLY = "the contract has calls of functions only";
const NO_ID = "the call came without an id of its own";
