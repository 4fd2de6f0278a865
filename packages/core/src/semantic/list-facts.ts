/** What of stored messages the checks over a list look at, and no more, so that a list of any length can be read message by message. */

import { comparableId } from "../history/comparable-id.js";
import type { TreePlace } from "../history/parents.js";
import { callPlaces } from "../runtime/checks/call-places.js";
import { listedCalls } from "../runtime/checks/listed-calls.js";
import type { Fields } from "../runtime/json.js";

/** A message of any contract, decoded, or what stands for one that is broken. */
export interface StoredRecord {
  readonly type: string;
}

/** What a message has to do with calls. */
interface CallFacts {
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
export function listedMessage(message: StoredRecord, index: number): ListedMessage {
  const { id, parent_id, conversation_id } = envelopeOf(message);
  return {
    index,
    id: comparableId(textOf(id)),
    parent: comparableId(textOf(parent_id)),
    conversation: comparableId(textOf(conversation_id)),
    isControl: message.type === "system_control",
    ...callFacts(message),
  };
}

interface Envelope {
  readonly id?: unknown;
  readonly parent_id?: unknown;
  readonly conversation_id?: unknown;
}

/** Of a broken record what can be read of it. */
function envelopeOf(message: StoredRecord): Envelope {
  if (message.type === "invalid") return Object((message as { readonly original?: unknown }).original) as Envelope;
  return message.type === "unknown"
    ? (message as unknown as { readonly original: Envelope }).original
    : (message as Envelope);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function callFacts(message: StoredRecord): CallFacts {
  const { data = {} } = message as { readonly data?: Fields };
  const facts = { calls: NONE, answers: undefined, places: NONE, answer: undefined, isOpaque: false, goesOn: true };
  switch (message.type) {
    case "tool_request":
      return { ...facts, calls: listedCalls(data).map((call) => call?.id as string), answer: answerOf(data) };
    case "tool_result":
      return { ...facts, answers: textOf(data.tool_call_id), goesOn: false };
    case "text":
      return { ...facts, places: callPlaces(data.parts), answer: answerOf(data) };
    case "system_control":
      return { ...facts, goesOn: false };
    case "unknown":
    case "invalid":
      return { ...facts, isOpaque: true, goesOn: false };
    default:
      return facts;
  }
}

function answerOf({ answer }: Fields): string | undefined {
  return textOf((answer as { readonly id?: unknown } | null | undefined)?.id);
}
