/** Sees to it that every call has one result, directly after it. */

import type { RepairChange, RepairCode, RepairedMessages, RepairOptions } from "@parlance/builders";
import { repairDecoded } from "@parlance/builders/internal";
import { type ChatMessage, type ToolApprovalStatus, ValidationError } from "@parlance/core";
import { replaceMembers } from "@parlance/core/json";
import type { ReportEntry } from "../report/report.js";
import type { ReportWriter } from "../report/report-writer.js";
import { callIdPath, callPath, callPaths, contentPath, type PlacedMessage, partPath } from "./placed.js";
import { resultsInOrder } from "./results-in-order.js";

/** Which messages in a row become one: see `ConversationHistory.repairMessages`. */
type MergeScope = NonNullable<RepairOptions["merge"]>;

/** What a provider asks of the order of messages. */
export interface OrderRules {
  readonly merge: MergeScope;
  /**
   * Whether results stand in the order of their calls.
   * @defaultValue false: ids say what belongs together
   */
  readonly hasOrderedResults?: boolean;
}

/** The messages in an order that every provider takes; whatever was added, moved, merged or left out is reported. */
export function pairedMessages(
  messages: readonly PlacedMessage[],
  { merge, hasOrderedResults = false }: OrderRules,
  report: ReportWriter,
): readonly PlacedMessage[] {
  const given = repairedMessages(messages, merge);
  const repaired = hasOrderedResults ? resultsInOrder(given) : given;
  if (repaired.changes.length === 0) return messages;
  for (const change of repaired.changes) tell(change, messages, report);
  const calls = callsIn(repaired.messages, repaired.origins, messages);
  return repaired.messages.map((message, at) => {
    const sources = (repaired.origins[at] ?? []).flatMap((index) => messages[index] ?? []);
    const [first] = sources;
    if (first === undefined) return madeUp(message, calls);
    return sources.length === 1 ? { ...first, message } : mergedOf(message, first, sources);
  });
}

/** @throws ValidationError for more, or more deeply nested, messages than a conversation may have. */
function repairedMessages(messages: readonly PlacedMessage[], merge: MergeScope): RepairedMessages {
  try {
    return repairDecoded(
      messages.map(({ message }) => message),
      merge,
    );
  } catch (error) {
    if (!ValidationError.isInstance(error)) throw error;
    throw new ValidationError(
      error.issues.map((issue) => {
        const [, index = "", ...rest] = issue.path.split("/");
        const path = messages[index === "" ? -1 : Number(index)]?.path ?? "/messages";
        return { ...issue, path: [path, ...rest].join("/") };
      }),
    );
  }
}

type Told = readonly [code: string, action: ReportEntry["action"], reason: string];

const TOLD: Readonly<Record<RepairCode, Told>> = {
  id_renamed: ["id_renamed", "rewritten", "the id of an earlier call came again; the call and its result got another"],
  message_merged: ["messages_merged", "merged", "the message went into the one before it, of the same speaker"],
  orphan_dropped: ["orphan_dropped", "dropped", "a result that answers no call is refused by providers"],
  place_dropped: ["place_dropped", "dropped", "the place of a call that its message does not have says nothing"],
  repeated_result_dropped: ["repeated_result_dropped", "dropped", "a call has one result"],
  result_moved: ["result_moved", "rewritten", "a result stands right after its call, in the order of the calls"],
  result_synthesised: ["result_synthesised", "synthesised", "a call without a result is refused by providers"],
};

function tell({ code, path }: RepairChange, messages: readonly PlacedMessage[], report: ReportWriter): void {
  const [name, action, reason] = TOLD[code];
  report.add(name, action, placeOf(path, messages), reason);
}

/** @param path As a repair tells it: `/messages/3/tool_calls/0/id`. */
function placeOf(path: string, messages: readonly PlacedMessage[]): string {
  const [, , index, , call, rest] = path.split("/");
  const placed = messages[Number(index)];
  if (placed === undefined) return path;
  if (call !== undefined) return `${callPath(placed, Number(call))}${rest === undefined ? "" : `/${rest}`}`;
  return path.endsWith("/tool_call_id") ? callIdPath(placed) : placed.path;
}

interface CallFacts {
  readonly path: string;
  readonly approval: ToolApprovalStatus | undefined;
}

type Calls = ReadonlyMap<string, CallFacts>;

/** Calls by id, which after a repair no two share. */
function callsIn(
  messages: readonly ChatMessage[],
  origins: readonly (readonly number[])[],
  before: readonly PlacedMessage[],
): Calls {
  return new Map(
    messages.flatMap((message, at) => {
      if (message.role !== "assistant" || message.tool_calls === undefined) return [];
      const facts = (origins[at] ?? []).flatMap((index) => factsOf(before[index]));
      return message.tool_calls.map(({ id }, position) => [id, facts[position] ?? NO_FACTS] as const);
    }),
  );
}

const NO_FACTS: CallFacts = { path: "", approval: undefined };

function factsOf(placed: PlacedMessage | undefined): readonly CallFacts[] {
  if (placed === undefined) return [];
  return callPaths(placed).map((path, position) => ({ path, approval: placed.approvals?.[position] }));
}

/** What the model is told instead of a result, by what was decided on the call. */
const WORDS: Readonly<Partial<Record<ToolApprovalStatus, string>>> = {
  cancelled: "The call was cancelled before anybody decided whether it may run.",
  denied: "The call was denied: it was not allowed to run.",
  expired: "The call did not run: nobody decided in time whether it may.",
  pending: "The call has not run: nobody has decided yet whether it may.",
};

function madeUp(message: ChatMessage, calls: Calls): PlacedMessage {
  const { path, approval } = (message.role === "tool" ? calls.get(message.tool_call_id) : undefined) ?? NO_FACTS;
  const words = approval === undefined ? undefined : WORDS[approval];
  return {
    message: words === undefined ? message : replaceMembers(message, { content: words }),
    path,
    content_path: path,
    call_id_path: `${path}/id`,
  };
}

function mergedOf(message: ChatMessage, first: PlacedMessage, sources: readonly PlacedMessage[]): PlacedMessage {
  const texts = sources.filter(({ message: { content } }) => typeof content === "string" && content !== "");
  const approvals = sources.flatMap((source) => callPaths(source).map((_, at) => source.approvals?.[at]));
  return {
    message,
    path: first.path,
    paths: sources.flatMap(({ path, paths = [path] }) => paths),
    content_path: contentPath(texts[0] ?? first),
    ...(typeof message.content === "object" ? { part_paths: partPaths(sources) } : {}),
    call_paths: sources.flatMap(callPaths),
    approvals,
  };
}

/** In the order in which the parts were put together: the texts before the first parts became one, every later text one of its own. */
function partPaths(sources: readonly PlacedMessage[]): readonly string[] {
  const paths: string[] = [];
  let hasParts = false;
  for (const source of sources) {
    const { content } = source.message;
    if (typeof content === "object") {
      hasParts = true;
      for (const at of content.keys()) paths.push(partPath(source, at));
    } else if (content !== undefined && content !== "" && (hasParts || paths.length === 0))
      paths.push(contentPath(source));
  }
  return paths;
}
