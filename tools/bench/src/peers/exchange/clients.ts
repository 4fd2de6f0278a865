/** The providers' own clients, with the helpers that put a stream together; they check nothing and keep what they do not know. */
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { saidOf } from "../../exchange/counts.js";
import { Wire } from "../../exchange/network.js";
import type { ExchangePeer, Speaker } from "./contract.js";

export const clients: ExchangePeer = {
  name: "the provider's own client",
  speaks: { openai: openaiClient(), anthropic: anthropicClient() },
};

function openaiClient(): Speaker {
  const wire = new Wire();
  const { completions } = new OpenAI({ apiKey: "none", fetch: wire.fetch, maxRetries: 0 }).chat;
  const request = { model: "some-model", messages: [{ role: "user" as const, content: "?" }] };
  const saidIn = ({ choices }: OpenAI.ChatCompletion) => {
    const { content, tool_calls = [] } = (choices[0] as OpenAI.ChatCompletion.Choice).message;
    return saidOf(
      content ?? "",
      tool_calls.map((call) => (call.type === "function" ? call.function.arguments : call.custom.input)),
    );
  };
  return {
    readStream: async (response) => {
      wire.answerWith(response);
      return saidIn(await completions.stream(request).finalChatCompletion());
    },
    readAnswer: async (response) => {
      wire.answerWith(response);
      return saidIn(await completions.create(request));
    },
  };
}

function anthropicClient(): Speaker {
  const wire = new Wire();
  const { messages } = new Anthropic({ apiKey: "none", fetch: wire.fetch, maxRetries: 0 });
  const request = { model: "some-model", max_tokens: 4000, messages: [{ role: "user" as const, content: "?" }] };
  const saidIn = ({ content }: Anthropic.Message) => {
    const text = content.map((block) => (block.type === "text" ? block.text : "")).join("");
    return saidOf(
      text,
      content.flatMap((block) => (block.type === "tool_use" ? [block.input] : [])),
    );
  };
  return {
    readStream: async (response) => {
      wire.answerWith(response);
      return saidIn(await messages.stream(request).finalMessage());
    },
    readAnswer: async (response) => {
      wire.answerWith(response);
      return saidIn(await messages.create(request));
    },
  };
}
