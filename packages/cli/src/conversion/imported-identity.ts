/** What tells imported messages and conversations from others: ids and times made of what was read alone, so that a second import gives the same. */

import { createHash } from "node:crypto";
import type { JsonValue } from "@parlance/core";
import { canonicalJson } from "@parlance/core/json";
import type { StoredEnvelope } from "@parlance/providers";

/** The namespace that the schema of MessageSource names. */
const NAMESPACE = "0414a27b-68d7-566a-97fa-a08a96474eea";

/** The UUID of version 5 of a name, after RFC 9562, section 5.5. */
export function uuidOfName(namespace: string, name: string): string {
  const digest = createHash("sha1")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
    .update(name)
    .digest();
  digest[6] = ((digest[6] as number) & 0x0f) | 0x50;
  digest[8] = ((digest[8] as number) & 0x3f) | 0x80;
  return digest.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Ids of conversations that have none in their own format. */
export class ConversationIds {
  readonly #format: string;
  /** How many conversations there were, by the hash of what they say. */
  readonly #counts = new Map<string, number>();

  constructor(format: string) {
    this.#format = format;
  }

  /**
   * An id that is made of all of a conversation and of how many equal ones came before it: a place in the file would change when something
   * is put before it, and two messages of one file may not have one id.
   */
  idOf(conversation: JsonValue): string {
    const hash = createHash("sha256").update(canonicalJson(conversation)).digest("hex");
    const before = this.#counts.get(hash) ?? 0;
    this.#counts.set(hash, before + 1);
    return uuidOfName(NAMESPACE, canonicalJson([this.#format, hash, before]));
  }
}

/** What tells one imported conversation from another, and where it was read. */
export interface ConversationIdentity {
  /** The word that `--from` takes. */
  readonly format: string;
  readonly id: string;
  /** The name of the file that it was read from, where that is one. */
  readonly file: string | undefined;
}

/** What a record of a conversation says of itself. */
export interface SourceRecord {
  /** Its id in its own format, where that has such. */
  readonly id?: string;
  /** Among the records of its conversation, counted from 0. */
  readonly position: number;
  /** The time that its own format has for it, if any. */
  readonly created_at?: string;
  /** The line of the file where it begins. */
  readonly line: number;
}

/** The envelopes of the messages of one conversation, in the order of its messages. */
export class ImportedEnvelopes {
  readonly #conversation: ConversationIdentity;
  /** The time of the message before. */
  #time: string | undefined;

  constructor(conversation: ConversationIdentity) {
    this.#conversation = conversation;
  }

  /** @param number Of the message among those that its record becomes, counted from 0. */
  next(record: SourceRecord, number: number): StoredEnvelope {
    this.#time = record.created_at ?? timeAfter(this.#time);
    return {
      id: messageId(this.#conversation, record, number),
      created_at: this.#time,
      conversation_id: this.#conversation.id,
      source: sourceOf(this.#conversation, record),
    };
  }
}

function messageId(conversation: ConversationIdentity, { id, position }: SourceRecord, number: number): string {
  const place = id === undefined ? [null, position] : [id, null];
  return uuidOfName(NAMESPACE, canonicalJson([conversation.format, conversation.id, ...place, number]));
}

function sourceOf({ format, file }: ConversationIdentity, { id, line }: SourceRecord): StoredEnvelope["source"] {
  return { format, ...(id === undefined ? {} : { id }), ...(file === undefined ? {} : { file }), line };
}

/** Never the clock, which says nothing of when something was said, and differs between two imports. */
function timeAfter(before: string | undefined): string {
  return new Date(before === undefined ? 0 : Date.parse(before) + 1).toISOString();
}

/** Makes the ids of the calls of a conversation that came without one; no two conversations have one of them in common. */
export function importedCallIds({ format, id }: ConversationIdentity): () => string {
  let made = 0;
  return () => uuidOfName(NAMESPACE, canonicalJson([format, id, "tool_call", made++]));
}
