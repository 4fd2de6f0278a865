/** The pieces of a conversation that stay or go together. */

import type { ChatMessage, MessageOf, MessageType, Timestamp } from "@parlance/core";
import { factsOfMessage } from "@parlance/core/internal";
import type { ChatMessages } from "@parlance/providers";

/** Brought into the conversation beside what is said in it: files, images, resources, and what else declares that it leaves by itself. */
export type Material = MessageOf<MessageType>;

/** `system`: instructions. `said`: by user or assistant. `exchange`: calls with all their results. `material`: see `Material`. */
type UnitKind = "system" | "said" | "exchange" | "material";

export interface Unit {
  readonly kind: UnitKind;
  readonly role: ChatMessage["role"];
  /** Places among the chat messages, in a row. */
  readonly at: readonly number[];
  /** Places among the given messages. */
  readonly origins: readonly number[];
  /** Of `material`: the message that was given. */
  readonly material: Material | undefined;
  /** The latest time that any message up to here was made; empty as long as none has said. */
  readonly time: Timestamp | "";
  /** Counted from 1 by what the user says; 0 before. */
  readonly turn: number;
}

interface Draft extends Omit<Unit, "at" | "origins" | "time" | "turn"> {
  readonly at: number[];
  readonly origins: number[];
}

type Given = ChatMessages["given"][number];

/** The conversation, piece by piece. */
export function unitsOf({ messages, origins, given }: ChatMessages): readonly Unit[] {
  const drafts: Draft[] = [];
  for (const [at, message] of messages.entries()) {
    const from = origins[at] ?? [];
    const last = drafts.at(-1);
    if (last !== undefined && joins(message, last, given[from[0] ?? -1])) {
      last.at.push(at);
      last.origins.push(...from);
    } else drafts.push(begun(message, at, from, given));
  }
  const turns = turnsOf(drafts);
  const times = timesOf(drafts, given);
  return drafts.map((draft, index) => ({ ...draft, turn: turns[index] ?? 0, time: times[index] ?? "" }));
}

/** A result goes with its call, and so does what declares that it belongs to the call before it. */
function joins(message: ChatMessage, last: Draft, given: Given | undefined): boolean {
  if (message.role === "tool") return true;
  const isRequest = message.role === "assistant" && message.tool_calls !== undefined;
  return last.kind === "exchange" && !isRequest && keptWith(given) === "call";
}

function keptWith(given: Given | undefined): string | undefined {
  return given === undefined || "role" in given || given.type === "invalid"
    ? undefined
    : factsOfMessage(given.type).keepWith;
}

function begun(message: ChatMessage, at: number, origins: readonly number[], given: ChatMessages["given"]): Draft {
  const material = materialOf(given[origins[0] ?? -1]);
  return { kind: kindOf(message, material), role: message.role, at: [at], origins: [...origins], material };
}

function materialOf(given: Given | undefined): Material | undefined {
  const kept = keptWith(given);
  return kept === "question" || kept === "nothing" ? (given as Material) : undefined;
}

function kindOf(message: ChatMessage, material: Material | undefined): UnitKind {
  if (material !== undefined) return "material";
  if (message.role === "system") return "system";
  return message.role === "assistant" && message.tool_calls !== undefined ? "exchange" : "said";
}

/** A turn begins with everything on the user's side in a row, of which the user said something. */
function turnsOf(drafts: readonly Draft[]): readonly number[] {
  const turns: number[] = [];
  let turn = 0;
  let run: number[] = [];
  let isSaid = false;
  const close = (): void => {
    if (isSaid) turn++;
    for (const index of run) turns[index] = turn;
    run = [];
    isSaid = false;
  };
  for (const [index, { role, kind }] of drafts.entries()) {
    if (role === "assistant") close();
    run.push(index);
    if (role === "user" && kind === "said") isSaid = true;
    if (role === "assistant") close();
  }
  close();
  return turns;
}

function timesOf(drafts: readonly Draft[], given: ChatMessages["given"]): readonly (Timestamp | "")[] {
  let latest: Timestamp | "" = "";
  return drafts.map(({ origins }) => {
    for (const index of origins) {
      const message = given[index];
      const time = message !== undefined && "created_at" in message ? message.created_at : "";
      if (time > latest) latest = time;
    }
    return latest;
  });
}
