/** The models of the AI SDK, without what `streamText` and `generateText` do around them; they check every event and answer with zod. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { anthropicBody } from "../../exchange/anthropic-wire.js";
import { saidOf } from "../../exchange/counts.js";
import { bodyResponse, Wire } from "../../exchange/network.js";
import { openaiBody } from "../../exchange/openai-wire.js";
import type { Turn } from "../../exchange/turns.js";
import type { ExchangePeer, Speaker } from "./contract.js";

type Model = ReturnType<ReturnType<typeof createAnthropic>>;
type CallOptions = Parameters<Model["doGenerate"]>[0];
type Prompt = CallOptions["prompt"];
type PromptMessage = Prompt[number];

const SHORT = { reasoning: [], text: ["ok"], calls: [] };
const QUESTION: Prompt = [{ role: "user", content: [{ type: "text", text: "?" }] }];

export const aiSdk: ExchangePeer = {
  name: "AI SDK model",
  speaks: {
    openai: speakerOf((fetch) => createOpenAI({ apiKey: "none", fetch }).chat("gpt-4.1"), openaiBody(SHORT)),
    anthropic: speakerOf(
      (fetch) => createAnthropic({ apiKey: "none", fetch })("claude-sonnet-4-5"),
      anthropicBody(SHORT),
    ),
  },
};

export const aiSdkCompatible: ExchangePeer = {
  name: "AI SDK model, openai-compatible",
  speaks: {
    openai: speakerOf(
      (fetch) => createOpenAICompatible({ name: "some", baseURL: "http://localhost", fetch })("some-model"),
      openaiBody(SHORT),
    ),
  },
};

/** @param shortBody Answers the requests of which only the writing counts. */
function speakerOf(modelWith: (fetch: Wire["fetch"]) => Model, shortBody: string): Speaker {
  const wire = new Wire();
  const model = modelWith(wire.fetch);
  const options: CallOptions = { prompt: QUESTION, maxOutputTokens: 4000 };
  return {
    readStream: async (response) => {
      wire.answerWith(response);
      const { stream } = await model.doStream(options);
      let text = "";
      const calls: string[] = [];
      for await (const part of stream) {
        if (part.type === "text-delta") text += part.delta;
        else if (part.type === "tool-call") calls.push(part.input);
      }
      return saidOf(text, calls);
    },
    readAnswer: async (response) => {
      wire.answerWith(response);
      const { content } = await model.doGenerate(options);
      const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
      return saidOf(
        text,
        content.flatMap((part) => (part.type === "tool-call" ? [part.input] : [])),
      );
    },
    writerOf: (turns) => {
      const prompt = turns.map(promptMessageOf);
      return async () => {
        wire.answerWith(bodyResponse(shortBody));
        await model.doGenerate({ ...options, prompt });
        return wire.sent;
      };
    },
  };
}

function promptMessageOf(turn: Turn): PromptMessage {
  switch (turn.role) {
    case "system":
      return { role: "system", content: turn.text };
    case "user": {
      const text = { type: "text" as const, text: turn.text };
      if (turn.image === undefined) return { role: "user", content: [text] };
      const image = {
        type: "file" as const,
        mediaType: "image/png",
        data: { type: "data" as const, data: turn.image },
      };
      return { role: "user", content: [text, image] };
    }
    case "assistant": {
      const calls = turn.calls.map((call) => ({
        type: "tool-call" as const,
        toolCallId: call.id,
        toolName: call.name,
        input: call.arguments,
      }));
      return { role: "assistant", content: [{ type: "text", text: turn.text }, ...calls] };
    }
    case "result": {
      const { id, name } = turn.call;
      const output = { type: "text" as const, value: turn.text };
      return { role: "tool", content: [{ type: "tool-result", toolCallId: id, toolName: name, output }] };
    }
  }
}
