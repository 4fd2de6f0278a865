/** LangChain: its chat models on top of the providers' clients, and the converters of messages that it exports. */
import { ChatAnthropic, convertPromptToAnthropic } from "@langchain/anthropic";
import {
  AIMessage,
  type AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { ChatPromptValue } from "@langchain/core/prompt_values";
import { ChatOpenAI, convertMessagesToCompletionsMessageParams } from "@langchain/openai";
import { type Said, saidOf } from "../../exchange/counts.js";
import { Wire } from "../../exchange/network.js";
import type { Turn } from "../../exchange/turns.js";
import type { ExchangePeer, Speaker } from "./contract.js";

export const langchain: ExchangePeer = {
  name: "LangChain",
  speaks: {
    openai: {
      ...readersOf(
        (fetch) => new ChatOpenAI({ apiKey: "none", model: "gpt-4.1", maxRetries: 0, configuration: { fetch } }),
      ),
      writerOf: (turns) => {
        const messages = turns.map(messageOf);
        return () => JSON.stringify({ messages: convertMessagesToCompletionsMessageParams({ messages }) });
      },
    },
    anthropic: {
      ...readersOf(
        (fetch) =>
          new ChatAnthropic({ apiKey: "none", model: "claude-sonnet-4-5", maxRetries: 0, clientOptions: { fetch } }),
      ),
      writerOf: (turns) => {
        const prompt = new ChatPromptValue(turns.map(messageOf));
        return () => JSON.stringify(convertPromptToAnthropic(prompt));
      },
    },
  },
};

/** Streamed chunks are added up with `concat`, as the documentation has it. */
function readersOf(
  modelWith: (fetch: Wire["fetch"]) => ChatOpenAI | ChatAnthropic,
): Required<Pick<Speaker, "readStream" | "readAnswer">> {
  const wire = new Wire();
  const model = modelWith(wire.fetch);
  return {
    readStream: async (response) => {
      wire.answerWith(response);
      let whole: AIMessageChunk | undefined;
      for await (const chunk of await model.stream("?")) whole = whole === undefined ? chunk : whole.concat(chunk);
      if (whole === undefined) throw new Error("the stream is empty");
      return saidIn(whole);
    },
    readAnswer: async (response) => {
      wire.answerWith(response);
      return saidIn(await model.invoke("?"));
    },
  };
}

function saidIn({ text, tool_calls = [] }: AIMessage | AIMessageChunk): Said {
  return saidOf(
    text,
    tool_calls.map(({ args }) => args),
  );
}

function messageOf(turn: Turn): BaseMessage {
  switch (turn.role) {
    case "system":
      return new SystemMessage(turn.text);
    case "user":
      return new HumanMessage({ content: turn.image === undefined ? turn.text : partsOf(turn.text, turn.image) });
    case "assistant": {
      const tool_calls = turn.calls.map(({ id, name, arguments: args }) => ({
        id,
        name,
        args,
        type: "tool_call" as const,
      }));
      return new AIMessage({ content: turn.text, tool_calls });
    }
    case "result":
      return new ToolMessage({ content: turn.text, tool_call_id: turn.call.id });
  }
}

function partsOf(
  text: string,
  image: string,
): ({ type: "text"; text: string } | { type: "image_url"; image_url: { url: string } })[] {
  return [
    { type: "text", text },
    { type: "image_url", image_url: { url: `data:image/png;base64,${image}` } },
  ];
}
