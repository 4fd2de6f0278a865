/** What OpenAI's own client makes of an answer, of OpenAI's and of any server of the same dialect. */

import OpenAI from "openai";
import type { ChatCompletion, ChatCompletionChunk, ChatCompletionMessage } from "openai/resources/chat/completions";
import { argumentsOf, type Client, type Heard, type HeardCall, heardUsage, NOTHING } from "./heard.js";

const REQUEST = { model: "a-model", messages: [{ role: "user" as const, content: "Hello." }] };

function clientOf(url: string): OpenAI {
  return new OpenAI({ apiKey: "none", baseURL: url, maxRetries: 0, logLevel: "off" });
}

async function heardWhole(url: string): Promise<Heard> {
  return heardInCompletion(await clientOf(url).chat.completions.create(REQUEST));
}

/**
 * What the client's own accumulation gives; what had been accumulated when the stream fails.
 * Reasoning is not a member that the client knows: it is added up from the client's chunks.
 */
async function heardStreamed(url: string): Promise<Heard> {
  const stream = clientOf(url).chat.completions.stream(REQUEST);
  let reasoning = "";
  let soFar: ChatCompletion | undefined;
  stream.on("chunk", (chunk, snapshot) => {
    reasoning += reasoningOf(chunk);
    soFar = snapshot as unknown as ChatCompletion;
  });
  try {
    return { ...heardInCompletion(await stream.finalChatCompletion()), reasoning };
  } catch (error) {
    if (!(error instanceof OpenAI.OpenAIError)) throw error;
    return { ...(soFar === undefined ? NOTHING : heardInCompletion(soFar)), reasoning, failed: true };
  }
}

function reasoningOf(chunk: ChatCompletionChunk): string {
  const { reasoning, reasoning_content } = (chunk.choices.find(({ index }) => index === 0)?.delta ?? {}) as {
    readonly reasoning?: string | null;
    readonly reasoning_content?: string | null;
  };
  return reasoning ?? reasoning_content ?? "";
}

function heardInCompletion({ choices, usage }: ChatCompletion): Heard {
  const choice = choices[0];
  const message = choice?.message as
    | (ChatCompletionMessage & { readonly reasoning?: string | null; readonly reasoning_content?: string | null })
    | undefined;
  return {
    text: message?.content ?? "",
    reasoning: message?.reasoning ?? message?.reasoning_content ?? "",
    proofs: [],
    refusal: message?.refusal ?? "",
    calls: callsOf(message),
    others: [],
    ...(choice?.finish_reason != null && { finish: choice.finish_reason }),
    ...heardUsage(usage?.prompt_tokens, usage?.completion_tokens),
    failed: false,
  };
}

/** The older single call has no id. */
function callsOf(message: ChatCompletionMessage | undefined): readonly HeardCall[] {
  const { tool_calls, function_call } = message ?? {};
  const calls = (tool_calls ?? []).flatMap((call) =>
    "function" in call ? [{ ...idOf(call.id), ...called(call.function) }] : [],
  );
  return function_call == null ? calls : [...calls, called(function_call)];
}

function called({ name, arguments: text }: { readonly name: string; readonly arguments: string }): HeardCall {
  return { name, arguments: argumentsOf(text) };
}

/** The client makes `call_` and a UUID where the server gave no id. */
function idOf(id: string | undefined): { readonly id?: string } {
  return id === undefined || /^call_[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) ? {} : { id };
}

export const openaiClient: Client = { heardWhole, heardStreamed };
