/** Asks a model behind HTTP one question, as the tests of it share it. */

import { inspect } from "node:util";
import { ChatMessage } from "@parlance/builders";
import type { HttpModelOptions, ModelEvent } from "../../src/index.js";
import { impatience, modelAt, warnings } from "./turn.js";

export const SECRET = "the secret question";
export const KEY = "sk-very-secret-key";

export interface Heard {
  readonly events: readonly ModelEvent[];
  readonly error: unknown;
  readonly pauses: readonly number[];
  readonly warned: readonly string[];
}

/** Asks one question and hears the answer to its end or fault. */
export async function ask(url: string, options: Partial<HttpModelOptions> = {}): Promise<Heard> {
  const { wait, pauses } = impatience();
  const { logger, list } = warnings();
  const model = modelAt(url, { wait, logger, api_key: KEY, ...options });
  const events: ModelEvent[] = [];
  let error: unknown;
  try {
    const conversation = { messages: [ChatMessage.createUser(SECRET)] };
    for await (const event of model.stream(conversation, { signal: new AbortController().signal })) events.push(event);
  } catch (thrown) {
    error = thrown;
  }
  return { events, error, pauses, warned: list.map(({ code }) => code) };
}

export const textOf = ({ events }: Heard): string =>
  events.map((event) => (event.type === "text" ? event.text : "")).join("");

/** Everything that a log would show of an error. */
export function shown(error: unknown): string {
  return [
    inspect(error, { depth: 10, showHidden: true }),
    String(error),
    JSON.stringify(error),
    (error as Error).stack,
  ].join();
}
