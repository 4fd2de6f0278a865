/** The messages of a turn, each stored before it counts. */

import type { Message, ToolRequestMessage, ToolResultMessage } from "@parlance/core";
import { storedMessage } from "../shared/dirty.js";
import type { Operation } from "../shared/operation.js";

export class TurnLog {
  readonly #operation: Operation;
  #messages: Message[];

  /** @param messages What is stored already; each result in its place, or as it came into the store. */
  constructor(messages: readonly Message[], operation: Operation) {
    this.#messages = withResultsInPlace(messages);
    this.#operation = operation;
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  get last(): Message | undefined {
    return this.#messages.at(-1);
  }

  /** @throws What the caller's store throws. */
  async add(message: Message): Promise<void> {
    this.#messages.push(await storedMessage(message, this.#operation));
  }

  /** The newest request for tools; undefined when there is none. */
  get request(): ToolRequestMessage | undefined {
    return this.#requests.at(-1);
  }

  /** How often tools were asked for. */
  get requestCount(): number {
    return this.#requests.length;
  }

  get #requests(): readonly ToolRequestMessage[] {
    return this.#messages.filter((message) => message.type === "tool_request");
  }

  /** What is known of the calls of a request. */
  resultsOf({ id, data }: ToolRequestMessage): readonly ToolResultMessage[] {
    const isAsked = (callId: string): boolean => data.tool_calls.some((call) => call.id === callId);
    return this.#messages.filter(
      (message): message is ToolResultMessage =>
        message.type === "tool_result" &&
        message.data.request_id?.toLowerCase() === id.toLowerCase() &&
        isAsked(message.data.tool_call_id),
    );
  }

  /** Puts a request that was decided, and was stored when it was, in its place. */
  replace(request: ToolRequestMessage): void {
    this.#messages = this.#messages.map((message) => (isVersionOf(request, message) ? request : message));
  }

  /** Takes results in, which were stored as they came. */
  settle(results: readonly ToolResultMessage[]): void {
    this.#messages = withResultsInPlace([...this.#messages, ...results]);
  }
}

function isVersionOf(request: ToolRequestMessage, message: Message): boolean {
  return message.type === "tool_request" && message.id === request.id;
}

/** Stores have results as they come: here each call has its first one, behind the request and in the order of the calls. */
function withResultsInPlace(messages: readonly Message[]): Message[] {
  const requests = messages.filter((message) => message.type === "tool_request");
  const asked = new Set(requests.flatMap(({ id, data }) => data.tool_calls.map((call) => placeOf(id, call.id))));
  const results = new Map<string, ToolResultMessage>();
  const others = messages.filter((message) => {
    if (message.type !== "tool_result") return true;
    const place = placeOf(message.data.request_id, message.data.tool_call_id);
    if (asked.has(place) && !results.has(place)) results.set(place, message);
    return !asked.has(place);
  });
  return others.flatMap((message): readonly Message[] => {
    if (message.type !== "tool_request") return [message];
    return [message, ...message.data.tool_calls.flatMap(({ id }) => results.get(placeOf(message.id, id)) ?? [])];
  });
}

function placeOf(requestId: string | undefined, callId: string): string {
  return JSON.stringify([requestId?.toLowerCase(), callId]);
}
