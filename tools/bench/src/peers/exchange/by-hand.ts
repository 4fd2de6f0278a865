/** The least that can be written by hand: the framing, `JSON.parse`, and the texts joined; nothing is checked and all else is thrown away. */
import { createParser } from "eventsource-parser";
import { saidOf } from "../../exchange/counts.js";
import type { ExchangePeer } from "./contract.js";

interface OpenaiEvent {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string;
      readonly tool_calls?: readonly { readonly index: number; readonly function: { readonly arguments: string } }[];
    };
  }[];
}

interface AnthropicEvent {
  readonly type: string;
  readonly index: number;
  readonly delta?: { readonly text?: string; readonly partial_json?: string };
}

export const byHand: ExchangePeer = {
  name: "by hand: JSON.parse and joined texts",
  speaks: {
    openai: {
      readStream: async (response) => {
        let text = "";
        const calls: string[] = [];
        await eachData(response, (data) => {
          if (data === "[DONE]") return;
          const delta = (JSON.parse(data) as OpenaiEvent).choices[0]?.delta;
          text += delta?.content ?? "";
          for (const call of delta?.tool_calls ?? [])
            calls[call.index] = (calls[call.index] ?? "") + call.function.arguments;
        });
        return saidOf(text, calls);
      },
      readAnswer: async (response) => {
        const { message } = JSON.parse(await response.text()).choices[0];
        const calls: { function: { arguments: string } }[] = message.tool_calls ?? [];
        return saidOf(
          message.content,
          calls.map((call) => call.function.arguments),
        );
      },
    },
    anthropic: {
      readStream: async (response) => {
        let text = "";
        const calls = new Map<number, string>();
        await eachData(response, (data) => {
          const { index, delta } = JSON.parse(data) as AnthropicEvent;
          text += delta?.text ?? "";
          if (delta?.partial_json !== undefined) calls.set(index, (calls.get(index) ?? "") + delta.partial_json);
        });
        return saidOf(text, [...calls.values()]);
      },
      readAnswer: async (response) => {
        const content: { text?: string; input?: object }[] = JSON.parse(await response.text()).content;
        const text = content.map((block) => block.text ?? "").join("");
        return saidOf(
          text,
          content.flatMap(({ input }) => input ?? []),
        );
      },
    },
  },
};

async function eachData(response: Response, take: (data: string) => void): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => take(data) });
  const decoder = new TextDecoder();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) {
    parser.feed(decoder.decode(value, { stream: true }));
  }
}
