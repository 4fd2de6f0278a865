/** What a repair changes, told one by one. */

import type { ChatMessage } from "@parlance/core";

/** Stable names of the kinds of change. */
export type RepairCode =
  | "id_renamed"
  | "message_merged"
  | "orphan_dropped"
  | "place_dropped"
  | "repeated_result_dropped"
  | "result_moved"
  | "result_synthesised";

/** Those of a history, whose residue goes by the positions of its messages. */
export type HistoryRepairCode = RepairCode | "residue_dropped";

const MESSAGE_OF: Readonly<Record<HistoryRepairCode, string>> = {
  residue_dropped: "what another version could say of a message went with it",
  id_renamed: "the id of an earlier call came again; the call and its result got a new one",
  message_merged: "the message went into the one before it, which is of the same speaker",
  orphan_dropped: "a result that answers no call before it was left out",
  place_dropped: "places of calls that the message does not have, or has a place of already, were left out",
  repeated_result_dropped: "a result of a call that is answered, or whose id came again since, was left out",
  result_moved: "a result that came late was moved to its call",
  result_synthesised: "a call had no result; one was added that says so",
};

/** One change of a history. Only `removed` has content. */
export interface RepairChange<Code extends HistoryRepairCode = RepairCode> {
  /** Stable name of the kind of change. */
  readonly code: Code;
  /** JSON Pointer of the place in the history as it was before. */
  readonly path: string;
  /** What was wrong and what was done. */
  readonly message: string;
  /** The result that was left out; of `orphan_dropped` and `repeated_result_dropped`. */
  readonly removed?: ChatMessage;
}

/** A change and the place of the message that it is about. */
export interface PlacedChange {
  readonly index: number;
  readonly change: RepairChange;
}

/**
 * A change of a message.
 * @param within JSON Pointer of the place in the message.
 */
export function changeAt(code: RepairCode, index: number, within = ""): PlacedChange {
  return { index, change: Object.freeze({ code, path: `/messages/${index}${within}`, message: MESSAGE_OF[code] }) };
}

/** A message that is gone. */
export function removalAt(code: RepairCode, index: number, removed: ChatMessage): PlacedChange {
  return {
    index,
    change: Object.freeze({ code, path: `/messages/${index}`, message: MESSAGE_OF[code], removed }),
  };
}

/** All changes in the order of their places, each once. */
export function inOrder(changes: readonly PlacedChange[]): readonly RepairChange[] {
  const sorted = [...changes].sort((a, b) => a.index - b.index).map(({ change }) => change);
  const told = new Map(sorted.map((change) => [`${change.code} ${change.path}`, change]));
  return Object.freeze([...told.values()]);
}

/** The changes of a history, and the messages that lost what another version could say of them. */
export function withLostResidue(
  changes: readonly RepairChange[],
  lost: readonly number[],
): readonly RepairChange<HistoryRepairCode>[] {
  if (lost.length === 0) return changes;
  return Object.freeze([...changes, ...lost.map(residueDropped)]);
}

function residueDropped(index: number): RepairChange<HistoryRepairCode> {
  const code = "residue_dropped";
  return Object.freeze({ code, path: `/messages/${index}`, message: MESSAGE_OF[code] });
}
