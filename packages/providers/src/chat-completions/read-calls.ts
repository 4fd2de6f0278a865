/** Tool calls of an answer, or pieces of them, from the wire. */

import type { JsonValue } from "@parlance/core";
import type { AnswerBuilder } from "../shared/answer/builder.js";
import { type Members, membersOf } from "../shared/answer/unread.js";
import type { Place } from "../shared/answer/unread-members.js";
import { readObjects } from "./read-objects.js";

/** A call, or a piece of one, as it stands on the wire. */
export interface RawCall {
  /** Undefined where servers leave it out. */
  readonly index: number | undefined;
  readonly id: JsonValue | undefined;
  readonly name: JsonValue | undefined;
  readonly arguments: JsonValue | undefined;
}

/** @param take Gets each call with its position in its list. */
export function readCalls(
  message: Members,
  place: Place,
  answer: AnswerBuilder,
  take: (call: RawCall, at: number) => void,
): void {
  const calls: RawCall[] = [];
  readObjects(message, "tool_calls", place, answer, (object, at) => {
    const call = membersOf(object);
    const raw = rawCall(call);
    calls.push(raw);
    take(raw, at);
    answer.unread([...place, "tool_calls", at], call);
  });
  const only = oldCall(message);
  if (only !== undefined && !calls.some((call) => isSame(call, only))) take(only, 0);
}

/** What came before tool calls: one call without an id. */
function oldCall(message: Members): RawCall | undefined {
  const call = message.members("function_call");
  if (call === undefined) return undefined;
  return { index: 0, id: undefined, name: call.any("name"), arguments: call.any("arguments") };
}

/** Some servers say one call in both ways. */
function isSame(call: RawCall, other: RawCall): boolean {
  return call.name === other.name && call.arguments === other.arguments;
}

/** A call of a custom tool has any text in place of arguments. */
function rawCall(call: Members): RawCall {
  const custom = call.members("custom");
  const named = call.members("function") ?? custom;
  call.skip("type");
  return {
    index: call.count("index"),
    id: call.any("id"),
    name: named?.any("name"),
    arguments: custom === undefined ? named?.any("arguments") : custom.any("input"),
  };
}
