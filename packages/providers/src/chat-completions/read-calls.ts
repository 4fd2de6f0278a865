/** Tool calls of an answer, or pieces of them, from the wire. */

import type { JsonValue } from "@parlance/core";
import type { AnswerBuilder } from "../shared/answer/builder.js";
import { isEmptyCall } from "../shared/answer/empty-call.js";
import { type Members, unreadMembersOf } from "../shared/answer/unread.js";
import type { MemberPath } from "../shared/answer/unread-members.js";
import { readObjects } from "./read-objects.js";

/** A call, or a piece of one, as it stands on the wire. */
export interface RawCall {
  /** Undefined where servers leave it out. */
  readonly index: number | undefined;
  readonly id: string | number | undefined;
  readonly name: string | undefined;
  readonly arguments: JsonValue | undefined;
  /** Whether it is a call of a custom tool, which takes any text. */
  readonly isCustom: boolean;
}

/**
 * @param take Gets each call with its position in its list, and gives the one that it has in a whole answer; what says nothing is not a call.
 */
export function readCalls(
  message: Members,
  place: MemberPath,
  answer: AnswerBuilder,
  take: (call: RawCall, at: number) => number,
): void {
  const calls: RawCall[] = [];
  readObjects(message, "tool_calls", place, answer, (object, at) => {
    const call = unreadMembersOf(object);
    const raw = rawCall(call);
    calls.push(raw);
    const position = isEmptyCall(raw) ? (raw.index ?? at) : take(raw, at);
    answer.unread([...place, "tool_calls", position], call);
  });
  const only = oldCall(message);
  if (only === undefined || isEmptyCall(only) || calls.some((call) => isSame(call, only))) return;
  take(only, 0);
}

/** What came before tool calls: one call without an id. */
function oldCall(message: Members): RawCall | undefined {
  const call = message.members("function_call");
  if (call === undefined) return undefined;
  return { index: 0, id: undefined, name: call.text("name"), arguments: call.any("arguments"), isCustom: false };
}

/** Some servers say one call in both ways. */
function isSame(call: RawCall, other: RawCall): boolean {
  return call.name === other.name && call.arguments === other.arguments;
}

/** A call of a custom tool has any text in place of arguments. */
function rawCall(call: Members): RawCall {
  const custom = call.members("custom");
  const named = call.members("function") ?? custom;
  call.is("type", "function", "custom", "");
  return {
    index: call.count("index"),
    id: call.text("id") ?? call.number("id"),
    name: named?.text("name"),
    arguments: custom === undefined ? named?.any("arguments") : custom.any("input"),
    isCustom: custom !== undefined,
  };
}
