/** What a turn stores of each answer, and what becomes of what a provider gave before. */

import { ChatMessage, ToolCall } from "@parlance/builders";
import { describe, expect, it } from "vitest";
import { anthropic, chatCompletions, ollama, says } from "./answers.js";
import { plays, scriptedServer } from "./scripted-server.js";
import { modelAt, requestOf, store, turnAt } from "./turn.js";

const SECRET = "s3cret-proof";
const USAGE = { input_tokens: 10, output_tokens: 5 };

describe.each([
  ["openai", "/v1", chatCompletions, "chatcmpl-1", "tool_calls", "stop"],
  ["vllm", "/v1", chatCompletions, "chatcmpl-1", "tool_calls", "stop"],
  ["anthropic", "", anthropic, "msg_1", "tool_use", "end_turn"],
  // Ollama's answers have no id: theirs is that of their first message.
  ["ollama", "", ollama, undefined, "stop", "stop"],
] as const)("a turn with %s", (provider, base, write, answerId, asked, ended) => {
  it("stores with each message the id of its answer, and on the last one the provider, the model, the tokens and why it ended", async () => {
    const call = { id: "call_1", name: "echo", pieces: ['{"text":"hi"}'] };
    const server = await scriptedServer(
      plays(write({ texts: ["Let me see."], calls: [call] })),
      plays(write({ texts: ["It said hi."] })),
    );
    const { onDirty, lines } = store();
    const { messages } = await turnAt(server.url, { model: modelAt(server.url + base, { provider }), onDirty });
    const facts = { provider, model: "m", usage: USAGE };
    expect(messages.map(answerOf)).toEqual([
      undefined,
      { id: answerId ?? idOf(messages[1]) },
      { id: answerId ?? idOf(messages[1]), ...facts, finish_reason: "tool_calls", provider_finish_reason: asked },
      undefined,
      { id: answerId ?? idOf(messages[4]), ...facts, finish_reason: "stop", provider_finish_reason: ended },
    ]);
    const last = new Map(lines.map((message) => [idOf(message), answerOf(message)]));
    expect(messages.map((message) => last.get(idOf(message)))).toEqual(messages.map(answerOf));
  });
});

type Stored = Awaited<ReturnType<typeof turnAt>>["messages"][number];

function idOf(message: Stored | undefined): string | undefined {
  return message?.type === "unknown" ? undefined : message?.id;
}

function answerOf(message: Stored): unknown {
  return message.type === "text" || message.type === "tool_request" ? message.data.answer : undefined;
}

describe("a turn after an answer of Anthropic", () => {
  const state = (kind: string) => [{ provider: "anthropic", kind, value: SECRET }];
  const thought = { type: "reasoning" as const, text: "Hm.", provider_state: state("signature") };
  const call = ToolCall.parse({ ...ToolCall.create("call_1", "echo", {}), provider_state: state("item") });
  const request = requestOf("And now?", {
    history: [
      ChatMessage.createUser("Hello"),
      ChatMessage.createAssistant([thought], [call]),
      ChatMessage.createToolResult("call_1", "hi"),
    ],
  });
  const PLACES = ["/messages/1/content/0/provider_state", "/messages/1/tool_calls/0/provider_state"];

  it.each([
    ["openai", "/v1", says("Yes."), PLACES],
    ["vllm", "/v1", says("Yes."), PLACES],
    ["ollama", "", ollama({ texts: ["Yes."] }), PLACES],
    ["anthropic", "", anthropic({ texts: ["Yes."] }), PLACES.slice(1)],
  ] as const)(
    "tells %s nothing that is not its own, and its round names what was left out",
    async (provider, base, answer, places) => {
      const server = await scriptedServer(plays(answer));
      const model = modelAt(server.url + base, { provider });
      const { rounds } = await turnAt(server.url, { model, request });
      const dropped = rounds[0]?.report.filter(({ code }) => code === "provider_state_dropped");
      expect(dropped?.map(({ path }) => path)).toEqual(places);
      expect(server.requests[0]?.text.split(SECRET)).toHaveLength(provider === "anthropic" ? 2 : 1);
      expect(JSON.stringify(rounds)).not.toContain(SECRET);
    },
  );
});
