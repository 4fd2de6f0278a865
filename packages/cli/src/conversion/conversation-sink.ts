/** Puts the records of a file together to conversations: objects that are one, and messages in a list or in a row, up to the next `conversation_id`. */

import { type JsonObject, type JsonValue, ParlanceError } from "@parlance/core";
import { isJsonObject, type Layout, type LayoutProblem } from "@parlance/core/internal";
import { parseJson } from "@parlance/core/json";
import type { WaitingRecordSink } from "../input/sink.js";
import { textOfBytes } from "../input/text.js";
import { type Defect, defectOf, simpleDefect } from "../report/verdict.js";
import { conversationIdOf } from "./conversation-id.js";
import {
  listedMessages,
  type MessageRecord,
  messagesInARow,
  type StoredConversation,
  type StoredPlace,
  wholeConversation,
} from "./stored-conversation.js";

/** What is done with what is found. */
export interface ConversationHandler {
  conversation(found: StoredConversation): void;
  defect(defect: Defect): void;
  settle(): Promise<void>;
}

/** The messages of one conversation are held until the last is read; no provider takes a request half as large. */
const MAX_CONVERSATION_BYTES = 64 * 1024 * 1024;

export class ConversationSink implements WaitingRecordSink {
  readonly #handler: ConversationHandler;
  #layout: Layout | undefined;
  /** Records since the layout began. */
  #records = 0;
  #isAfterArray = false;
  /** Messages in a row that may go on. */
  #row: MessageRecord[] = [];
  #rowBytes = 0;
  /** The conversation that the messages of the row say they are of. */
  #rowId: string | undefined;
  /** Conversations that have ended. */
  readonly #endedIds = new Set<string>();

  constructor(handler: ConversationHandler) {
    this.#handler = handler;
  }

  begin(layout: Layout): void {
    this.#endLayout();
    this.#layout = layout;
    this.#records = 0;
  }

  record(bytes: Buffer, start: number, end: number, line: number): void {
    const isElement = this.#layout === "array";
    const path = isElement ? `/${this.#records}` : "";
    this.#records += 1;
    const value = this.#parse(bytes, start, end, line);
    if (value === undefined) return;
    // What follows an array may be the next conversation, but no more of the same.
    if (this.#isAfterArray && !isElement && (isMessage(value) || !holdsMessages(value)))
      this.#handler.defect(simpleDefect("outside_array", line));
    else if (isMessage(value)) this.#addMessage({ value, at: { line, path } }, end - start);
    else this.#addOther(value, { line, path });
  }

  oversizedPiece(): void {}

  oversizedEnd(line: number): void {
    this.#records += 1;
    this.#handler.defect(simpleDefect("too_large", line));
  }

  gap(): void {}

  problem(problem: LayoutProblem, line: number): void {
    if (problem === "outside_array") this.#isAfterArray = true;
    else this.#handler.defect(simpleDefect(problem, line));
  }

  /** The file has ended. */
  end(): void {
    this.#endLayout();
  }

  settle(): Promise<void> {
    return this.#handler.settle();
  }

  #endLayout(): void {
    this.#endRow();
    if (this.#layout === "array" && this.#records === 0)
      this.#handler.conversation(listedMessages([], { line: 1, path: "" }));
  }

  #parse(bytes: Buffer, start: number, end: number, line: number): JsonValue | undefined {
    try {
      return parseJson(textOfBytes(bytes, start, end) ?? bytes.subarray(start, end));
    } catch (error) {
      if (!ParlanceError.isInstance(error)) throw error;
      this.#handler.defect(defectOf(error, line));
      return undefined;
    }
  }

  #addMessage(record: MessageRecord, size: number): void {
    const id = conversationIdOf(record.value);
    if (isAnother(id, this.#rowId)) this.#endRow();
    this.#rowId ??= id;
    this.#rowBytes += size;
    if (this.#rowBytes <= MAX_CONVERSATION_BYTES) this.#row.push(record);
    else this.#row.length = Math.min(this.#row.length, 1);
  }

  #addOther(value: JsonValue, at: StoredPlace): void {
    this.#endRow();
    if (!holdsMessages(value)) this.#handler.defect(wrongType(value, at.line));
    else if (isJsonObject(value)) this.#handler.conversation(wholeConversation(value, at));
    else this.#addList(value, at);
  }

  #addList(list: readonly JsonValue[], at: StoredPlace): void {
    let from = 0;
    let rowId: string | undefined;
    for (const [index, message] of list.entries()) {
      const id = conversationIdOf(message);
      if (isAnother(id, rowId)) {
        this.#give(listedMessages(list.slice(from, index), at, from), rowId);
        from = index;
        rowId = undefined;
      }
      rowId ??= id;
    }
    this.#give(listedMessages(from === 0 ? list : list.slice(from), at, from), rowId);
  }

  #endRow(): void {
    const [first, ...others] = this.#row;
    const isTooLarge = this.#rowBytes > MAX_CONVERSATION_BYTES;
    const id = this.#rowId;
    this.#row = [];
    this.#rowBytes = 0;
    this.#rowId = undefined;
    if (first === undefined) return;
    if (isTooLarge) this.#handler.defect(simpleDefect("conversation_too_large", first.at.line));
    else this.#give(messagesInARow([first, ...others]), id);
  }

  /** The rest of a conversation that has ended would be taken for a conversation of its own. */
  #give(conversation: StoredConversation, id: string | undefined): void {
    if (id !== undefined && this.#endedIds.has(id))
      this.#handler.defect(simpleDefect("conversation_resumed", conversation.placeOf("/messages/0").line));
    else this.#handler.conversation(conversation);
    if (id !== undefined) this.#endedIds.add(id);
  }
}

/** A message that names no conversation is of that of the messages before it. */
function isAnother(id: string | undefined, before: string | undefined): boolean {
  return id !== undefined && before !== undefined && id !== before;
}

/** Chat messages have a role, stored messages a type; what holds a conversation has neither. */
function isMessage(value: JsonValue): boolean {
  return isJsonObject(value) && (Object.hasOwn(value, "role") || Object.hasOwn(value, "type"));
}

function holdsMessages(value: JsonValue): value is JsonObject | readonly JsonValue[] {
  return typeof value === "object" && value !== null;
}

function wrongType(value: JsonValue, line: number): Defect {
  const detail = `expected an object or an array, found ${value === null ? "null" : typeof value}`;
  return { code: "wrong_type", findings: [{ line, path: "", code: "wrong_type", rule: "type", detail }] };
}
