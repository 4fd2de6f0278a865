/** What Ollama's own client makes of an answer. */

import { type ChatResponse, Ollama } from "ollama";
import { type Client, type Heard, heardUsage, NOTHING } from "./heard.js";

const REQUEST = { model: "a-model", messages: [{ role: "user", content: "Hello." }] };

async function heardWhole(url: string): Promise<Heard> {
  return added(NOTHING, await new Ollama({ host: url }).chat(REQUEST));
}

/** The client accumulates nothing by itself: its parts are added up as its examples do. */
async function heardStreamed(url: string): Promise<Heard> {
  let heard = NOTHING;
  try {
    for await (const part of await new Ollama({ host: url }).chat({ ...REQUEST, stream: true }))
      heard = added(heard, part);
    return heard;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { ...heard, failed: true };
  }
}

function added(heard: Heard, { message, done_reason, prompt_eval_count, eval_count }: ChatResponse): Heard {
  return {
    ...heard,
    text: heard.text + (message?.content ?? ""),
    reasoning: heard.reasoning + (message?.thinking ?? ""),
    calls: [...heard.calls, ...(message?.tool_calls ?? []).map(callOf)],
    ...(done_reason !== undefined && { finish: done_reason }),
    ...heardUsage(prompt_eval_count, eval_count),
  };
}

/** The client's type has no id. */
function callOf(call: { readonly function: { readonly name: string; readonly arguments: unknown } }) {
  const { id } = call as { readonly id?: string };
  return { ...(id !== undefined && { id }), name: call.function.name, arguments: call.function.arguments };
}

export const ollamaClient: Client = { heardWhole, heardStreamed };
