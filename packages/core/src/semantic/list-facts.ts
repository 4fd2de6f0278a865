/** What of stored messages the checks over a list look at, and no more, so that a list of any length can be read message by message. */

import type { InvalidMessage } from "../codec/results.js";
import type { Message } from "../generated/types.gen.js";
import { comparableId } from "../history/comparable-id.js";
import type { TreePlace } from "../history/conversation-tree.js";
import { callPlaces } from "./call-places.js";

/** What a message has to do with calls. */
export interface CallFacts {
  /** Ids of the calls that it asks for. */
  readonly calls: readonly string[];
  /** The call that it is the result of. */
  readonly answers: string | undefined;
  /** The ids of calls whose places stand in it, each with its part. */
  readonly places: readonly { readonly at: number; readonly id: unknown }[];
  /** The answer of a model that it is a part of. */
  readonly answer: string | undefined;
  /** Whether nobody can tell what it has to do with calls. */
  readonly isOpaque: boolean;
  /** Whether it goes on after calls that wait. */
  readonly goesOn: boolean;
}

/** A message of the list. */
export interface ListedMessage extends TreePlace, CallFacts {
  /** As ids are compared. */
  readonly conversation: string | undefined;
}

const NONE: readonly never[] = [];

/** @param index Where the message stands in the list. */
export function listedMessage(message: Message | InvalidMessage, index: number): ListedMessage {
  const { id, parent_id, conversation_id } = idsOf(message);
  return {
    index,
    id: comparableId(id),
    parent: comparableId(parent_id),
    conversation: comparableId(conversation_id),
    isControl: message.type === "system_control",
    ...callFacts(message),
  };
}

interface Ids {
  readonly id: string | undefined;
  readonly parent_id: string | undefined;
  readonly conversation_id: string | undefined;
}

/** A broken record has no ids that one can rely on. */
function idsOf(message: Message | InvalidMessage): Ids {
  if (message.type === "invalid") return { id: undefined, parent_id: undefined, conversation_id: undefined };
  const { id, parent_id, conversation_id } = message.type === "unknown" ? message.original : message;
  return { id: textOf(id), parent_id: textOf(parent_id), conversation_id: textOf(conversation_id) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function callFacts(message: Message | InvalidMessage): CallFacts {
  const facts: CallFacts = {
    calls: NONE,
    answers: undefined,
    places: NONE,
    answer: undefined,
    isOpaque: false,
    goesOn: true,
  };
  switch (message.type) {
    case "tool_request":
      return { ...facts, calls: message.data.tool_calls.map(({ id }) => id), answer: message.data.answer?.id };
    case "tool_result":
      return { ...facts, answers: message.data.tool_call_id, goesOn: false };
    case "text":
      return { ...facts, places: callPlaces(message.data.parts), answer: message.data.answer?.id };
    case "system_control":
      return { ...facts, goesOn: false };
    case "unknown":
    case "invalid":
      return { ...facts, isOpaque: true, goesOn: false };
    default:
      return facts;
  }
}
