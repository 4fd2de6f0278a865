/** Parlance: every event as it comes and the whole answer, with what nobody read of it, with all digits, and with a report. */
import type { ChatMessage, ContentPart } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import * as anthropic from "@parlance/providers/anthropic";
import * as openai from "@parlance/providers/openai";
import { type Said, saidOf } from "../../exchange/counts.js";
import type { Turn } from "../../exchange/turns.js";
import type { ExchangePeer, Speaker } from "./contract.js";

type Provider = typeof anthropic | typeof openai;
type Answer = ReturnType<Provider["fromResponse"]>;

export const parlance: ExchangePeer = {
  name: "parlance",
  speaks: { openai: speakerOf(openai), anthropic: speakerOf(anthropic) },
};

function speakerOf(provider: Provider): Speaker {
  return {
    readStream: async (response) => {
      let said: Said | undefined;
      for await (const event of provider.fromStream(response.body as ReadableStream<Uint8Array>)) {
        if (event.type === "end") said = saidIn(event.answer);
      }
      if (said === undefined) throw new Error("the stream has no end");
      return said;
    },
    readAnswer: async (response) => saidIn(provider.fromResponse(await response.text())),
    writerOf: (turns) => {
      const messages = turns.map(messageOf);
      const options = { model: "some-model", max_tokens: 4000 };
      return () => stringifyJson(provider.toRequest({ messages, options }).body);
    },
  };
}

function saidIn({ message }: Answer): Said {
  const { content = "", tool_calls = [] } = message ?? {};
  const parts: readonly ContentPart[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return saidOf(
    text,
    tool_calls.map((call) => call.arguments),
  );
}

/** Plain objects, as they come out of a store. */
export function messageOf(turn: Turn): ChatMessage {
  switch (turn.role) {
    case "system":
      return { role: "system", content: turn.text };
    case "user":
      return { role: "user", content: turn.image === undefined ? turn.text : partsOf(turn.text, turn.image) };
    case "assistant":
      return { role: "assistant", content: turn.text, ...(turn.calls.length > 0 ? { tool_calls: turn.calls } : {}) };
    case "result":
      return { role: "tool", tool_call_id: turn.call.id, content: turn.text, is_error: false };
  }
}

function partsOf(text: string, data: string): ContentPart[] {
  return [
    { type: "text", text },
    { type: "image", source: { type: "base64", mime_type: "image/png", data } },
  ];
}
