/** A provider's conversation to the texts of stored messages, with everything that stored messages cannot hold reported. */

import { type ChatMessage, encode, type JsonObject, type JsonValue } from "@parlance/core";
import type { Provider, ProviderName, Report, toStoredMessages } from "@parlance/providers";
import type { Converted } from "./converter.js";
import { givenRequest, importRequest, leftOutEntries } from "./import-conversation.js";
import { ConversationIds, ImportedEnvelopes, importedCallIds } from "./imported-identity.js";
import type { StoredConversation } from "./stored-conversation.js";

/** One import of any number of files: equal conversations in them are told apart. */
export class MessageImport {
  readonly #format: ProviderName;
  readonly #provider: Provider<object>;
  readonly #store: typeof toStoredMessages;
  readonly #ids: ConversationIds;

  /** @param store Comes with the provider, which is loaded only when something is imported. */
  constructor(format: ProviderName, provider: Provider<object>, store: typeof toStoredMessages) {
    this.#format = format;
    this.#provider = provider;
    this.#store = store;
    this.#ids = new ConversationIds(format);
  }

  /**
   * @param file The name of the file that it was read from, where that is one.
   * @throws ParseError or ValidationError for what is not a conversation of the provider.
   */
  messagesOf(found: StoredConversation, file: string | undefined): Converted {
    const body = givenRequest(found);
    const conversation = { format: this.#format, id: this.#ids.idOf(body), file };
    const imported = importRequest(body, this.#provider, { newId: importedCallIds(conversation) });
    const places = new MessagePlaces(body, imported.messages, this.#provider);
    const envelopes = new ImportedEnvelopes(conversation);
    const { messages, report } = this.#store(imported.messages, (position, number) =>
      envelopes.next({ position, line: places.lineOf(position, found) }, number),
    );
    return {
      lines: messages.map((message) => encode(message)),
      report: [
        ...imported.report,
        ...report.map((entry) => ({ ...entry, path: places.pathOf(entry.path) })),
        ...leftOutEntries(imported.leftOut, "not_in_messages", "stored messages hold what was said only"),
        ...(messages.length === 0 ? [NOTHING] : []),
      ],
    };
  }
}

const NOTHING: Report[number] = {
  code: "empty_conversation_dropped",
  action: "dropped",
  path: "/messages",
  reason: "a conversation without messages leaves no stored message",
};

/** Where in a request the messages stand that were read from it: a provider may say several in one, and nothing in another. */
class MessagePlaces {
  readonly #body: JsonObject;
  readonly #messages: readonly ChatMessage[];
  readonly #provider: Provider<object>;
  #found: readonly string[] | undefined;

  constructor(body: JsonObject, messages: readonly ChatMessage[], provider: Provider<object>) {
    this.#body = body;
    this.#messages = messages;
    this.#provider = provider;
  }

  /** The line where the record begins that a message was read from. */
  lineOf(position: number, { placeOf }: StoredConversation): number {
    const { length } = this.#body.messages as readonly JsonValue[];
    const { line } = placeOf("/messages/0");
    const isOneRecord = placeOf(`/messages/${length - 1}`).line === line;
    return isOneRecord ? line : placeOf(this.#all[position] ?? "").line;
  }

  /** The JSON Pointer in the request of a place in a message that was read from it. */
  pathOf(path: string): string {
    return path.replace(/^\/messages\/(\d+)/, (own, position) => this.#all[position] ?? own);
  }

  get #all(): readonly string[] {
    this.#found ??= this.#find();
    return this.#found;
  }

  /** Each message is read once more by itself, to see how many it becomes; what was read besides them are the instructions before them. */
  #find(): readonly string[] {
    const given = this.#body.messages as readonly JsonValue[];
    const places = given.flatMap((message, index) =>
      this.#provider.importRequest({ messages: [message] }).messages.map(() => `/messages/${index}`),
    );
    const instructions = this.#messages.length - places.length;
    return [...Array<string>(instructions).fill("/system"), ...places];
  }
}
