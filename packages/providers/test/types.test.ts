/** The official clients take what `toRequest` gives, without a cast. */

import type Anthropic from "@anthropic-ai/sdk";
import type { MessageCreateParams } from "@anthropic-ai/sdk/resources/messages";
import type { ChatRequest, Ollama } from "ollama";
import type OpenAI from "openai";
import type { ChatCompletionCreateParams } from "openai/resources/chat/completions";
import { describe, expectTypeOf, it } from "vitest";
import * as anthropic from "../src/anthropic/index.js";
import * as ollama from "../src/ollama/index.js";
import * as openai from "../src/openai/index.js";
import type { Conversation, Provider } from "../src/shared/types.js";
import * as vllm from "../src/vllm/index.js";

const conversation: Conversation = { messages: [{ role: "user", content: "Hello." }], options: { model: "a-model" } };

describe("request bodies", () => {
  it("are what OpenAI's client takes", () => {
    expectTypeOf<openai.OpenAiRequest>().toExtend<ChatCompletionCreateParams>();
    const send = (client: OpenAI) => client.chat.completions.create(openai.toRequest(conversation).body);
    expectTypeOf(send).toBeFunction();
  });

  it("are what OpenAI's client takes, for vLLM, once they name a model", () => {
    expectTypeOf<vllm.VllmRequest & { readonly model: string }>().toExtend<ChatCompletionCreateParams>();
    const send = (client: OpenAI) =>
      client.chat.completions.create({ ...vllm.toRequest(conversation).body, model: "a-model" });
    expectTypeOf(send).toBeFunction();
  });

  it("are what Ollama's client takes, which wants a body of its own to write in", () => {
    expectTypeOf<ollama.OllamaRequest>().toExtend<ChatRequest>();
    const send = (client: Ollama) =>
      client.chat({ ...structuredClone(ollama.toRequest(conversation).body), stream: false });
    expectTypeOf(send).toBeFunction();
  });

  it("are what Anthropic's client takes", () => {
    expectTypeOf<anthropic.AnthropicRequest>().toExtend<MessageCreateParams>();
    const send = (client: Anthropic) => client.messages.create(anthropic.toRequest(conversation).body);
    expectTypeOf(send).toBeFunction();
  });
});

describe("every provider", () => {
  it("has the same functions", () => {
    expectTypeOf(openai).toExtend<Provider<openai.OpenAiRequest>>();
    expectTypeOf(vllm).toExtend<Provider<vllm.VllmRequest>>();
    expectTypeOf(ollama).toExtend<Provider<ollama.OllamaRequest>>();
    expectTypeOf(anthropic).toExtend<Provider<anthropic.AnthropicRequest>>();
  });
});
