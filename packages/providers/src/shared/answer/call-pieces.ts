/** What providers write of a tool call, made into fragments that the contract can hold. */

import type { ToolCallDelta } from "@parlance/core";
import { jsonWithin, sealedValue, stringifyDecoded } from "@parlance/core/internal";
import { stringifyJson } from "@parlance/core/json";
import type { ReportWriter } from "../report/report-writer.js";
import { originalCallId, originalToolName } from "../request/names.js";
import type { RequestContext } from "../types.js";
import type { GivenState } from "./given-state.js";
import { isLong, MAX_CHARACTERS } from "./short-text.js";

/** A fragment as it came: its members may be missing, null, empty or of any type. */
export interface RawCallDelta {
  /** Counted over the calls of the answer, from 0. */
  readonly index: number;
  readonly id?: unknown;
  readonly name?: unknown;
  /** A piece of JSON text; a whole object of the body where the provider sends one. */
  readonly arguments_delta?: unknown;
  /**
   * Whether it is of a call of a custom tool, which takes any text.
   * @defaultValue false
   */
  readonly isCustom?: boolean;
  /** What the provider wants back with the call. */
  readonly state?: GivenState | undefined;
}

const FLAT = /* @__PURE__ */ jsonWithin(1);

/** The fragment with the names and ids that the conversation has. */
export function readableDelta(
  { index, id, name, arguments_delta }: RawCallDelta,
  context: RequestContext | undefined,
  report: ReportWriter,
): ToolCallDelta {
  const sentId = readableId(id, index, report);
  const sentName = readableName(name, index, report);
  const text = readableText(arguments_delta);
  const delta: { -readonly [Name in keyof ToolCallDelta]: ToolCallDelta[Name] } = { index };
  if (sentId !== undefined) delta.id = originalCallId(context, sentId);
  if (sentName !== undefined) delta.name = originalToolName(context, sentName);
  if (text !== undefined) delta.arguments_delta = text;
  return sealedValue(delta, FLAT);
}

/** Undefined for an id that no call can have: a new one is made in its place. */
function readableId(id: unknown, index: number, report: ReportWriter): string | undefined {
  const text = typeof id === "number" ? String(id) : id;
  if (typeof text !== "string" || text === "") return undefined;
  if (!isLong(text)) return text;
  report.add("call_id_dropped", "dropped", `/message/tool_calls/${index}/id`, TOO_LONG);
  return undefined;
}

function readableName(name: unknown, index: number, report: ReportWriter): string | undefined {
  if (typeof name !== "string" || name === "") return undefined;
  if (!isLong(name)) return name;
  report.add("tool_name_cut", "rewritten", `/message/tool_calls/${index}/name`, TOO_LONG);
  return [...name.slice(0, 2 * MAX_CHARACTERS)].slice(0, MAX_CHARACTERS).join("");
}

const TOO_LONG = `it has more than ${MAX_CHARACTERS} characters`;

/** Anything but text is written as JSON, so that what is not an object shows as such. */
function readableText(piece: unknown): string | undefined {
  if (piece === undefined || piece === null) return undefined;
  if (typeof piece === "string") return piece;
  return typeof piece === "object" ? stringifyDecoded(piece) : stringifyJson(piece);
}
