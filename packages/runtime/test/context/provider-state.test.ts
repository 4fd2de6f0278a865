/** What a provider gave, in a context: it stays in what is stored, goes back along its own branch, and never to anybody else. */

import { loadProvider, type ProviderName } from "@parlance/providers";
import { describe, expect, it } from "vitest";
import { buildContext } from "../../src/context/index.js";
import { id, SECRET, stored, text } from "./given.js";

const state = (kind: string, value: unknown) => [{ provider: "anthropic", kind, value }];
const CALLER = { type: "code_execution_20250825", tool_id: SECRET };

const THOUGHT = stored(
  "text",
  {
    role: "assistant",
    parts: [
      { type: "reasoning", text: "Hm.", provider_state: state("signature", SECRET) },
      { type: "call_place", tool_call_id: "call_1" },
    ],
    answer: { id: "msg_1" },
  },
  2,
);
const ASKED = stored(
  "tool_request",
  {
    tool_calls: [{ id: "call_1", name: "now", arguments: {}, provider_state: state("caller", CALLER) }],
    answer: { id: "msg_1", provider: "anthropic", model: "claude-opus-4-7" },
  },
  3,
);
const TOLD = stored("tool_result", { tool_call_id: "call_1", status: "success", output: "12:00" }, 4);
const SESSION = [text("user", "What time is it?", 1), THOUGHT, ASKED, TOLD];
const OPTIONS = { model: "claude-opus-4-7", max_tokens: 500 };

async function sentTo(name: ProviderName, messages: Parameters<typeof buildContext>[0]) {
  const { toRequest } = await loadProvider(name);
  const { conversation } = await buildContext(messages);
  const { body, report } = toRequest({ ...conversation, options: OPTIONS });
  return { body, told: report.map(({ path, code }) => `${path}: ${code}`) };
}

describe("what a provider gave with an answer", () => {
  it("goes back to it unchanged, with the reasoning and the call that it came with", async () => {
    const { body, told } = await sentTo("anthropic", SESSION);
    expect(body).toMatchObject({
      messages: [
        { role: "user" },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Hm.", signature: SECRET },
            { type: "tool_use", id: "call_1", caller: CALLER },
          ],
        },
        { role: "user" },
      ],
    });
    expect(told).toEqual([]);
  });

  it.each(["openai", "vllm", "ollama"] as const)("is not sent to %s, which is told with each place", async (name) => {
    const { body, told } = await sentTo(name, SESSION);
    expect(JSON.stringify(body)).not.toContain(SECRET);
    expect(told).toEqual(
      expect.arrayContaining([
        "/messages/1/content/0/provider_state: provider_state_dropped",
        "/messages/1/tool_calls/0/provider_state: provider_state_dropped",
      ]),
    );
  });

  it("goes back again after another provider has answered", async () => {
    const answer = { id: "chatcmpl-1", provider: "openai", model: "gpt-5" };
    const parts = [{ type: "text", text: "It is noon." }];
    const noon = stored("text", { role: "assistant", parts, answer }, 5);
    const { body, told } = await sentTo("anthropic", [...SESSION, noon, text("user", "And now?", 6)]);
    expect(JSON.stringify(body)).toContain(`"signature":"${SECRET}"`);
    expect(told).toEqual([]);
  });

  it("stays behind with the branch that it was given in, and does not go to its own provider either", async () => {
    const again = { ...text("user", "Say it in French.", 5), parent_id: id(1) } as never;
    const chain = SESSION.slice(1).map((message, at) => ({ ...message, parent_id: id(at + 1) }) as never);
    const session = [SESSION[0] as never, ...chain, again];
    expect(JSON.stringify((await sentTo("anthropic", session)).body)).not.toContain(SECRET);
    const back = stored("system_control", { control: { type: "branch_switch", from: "b", to: id(4) } }, 6);
    expect(JSON.stringify((await sentTo("anthropic", [...session, back])).body)).toContain(SECRET);
  });
});
