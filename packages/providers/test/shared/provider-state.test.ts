/** What a provider gave with an answer: it stays with what it belongs to, and is reported where it is not sent. */

import { describe, expect, it } from "vitest";
import { LossyConversionError, loadProvider, PROVIDER_NAMES, toChatMessages } from "../../src/index.js";
import { call, errorOf, prepared, SECRET, stored } from "./given.js";

const state = (kind: string) => [{ provider: "openai", kind, value: { [SECRET]: SECRET } }];
const text = (said: string, kind: string) => ({ type: "text", text: said, provider_state: state(kind) });

function withState(message: never, kind: string): never {
  return { ...(message as object), provider_state: state(kind) } as never;
}

const STORED = [
  withState(stored("text", { role: "user", parts: [{ type: "text", text: "Hello" }] }), "of a user"),
  withState(stored("text", { role: "assistant", parts: [text("Hm.", "of a part")] }, 2), "of a text"),
  withState(
    stored("tool_request", { tool_calls: [{ ...call("call_1"), provider_state: state("of a call") }] }, 3),
    "of a request",
  ),
  withState(stored("tool_result", { tool_call_id: "call_1", status: "success", output: "one" }, 4), "of a result"),
];

const CHAT = [
  {
    role: "assistant",
    content: [text("Hm.", "of a part")],
    tool_calls: [{ ...call("call_1"), provider_state: state("of a call") }],
    provider_state: [...state("of a text"), ...state("of a request")],
  },
  { role: "tool", tool_call_id: "call_1", content: "one", is_error: false, provider_state: state("of a result") },
];

describe("what a provider gave", () => {
  it("stays with the part, the call, the answer and the result as chat messages; that of anybody else is reported", () => {
    const { messages, report } = toChatMessages(STORED);
    expect(messages).toEqual([{ role: "user", content: "Hello" }, ...CHAT]);
    expect(report.map(({ path, code }) => `${path}: ${code}`)).toEqual([
      "/messages/0/provider_state: provider_state_dropped",
    ]);
  });

  it.each(PROVIDER_NAMES)("is not sent to %s, and the report has each place and nothing of it", async (name) => {
    const { toRequest } = await loadProvider(name);
    const options = { model: "m", max_tokens: 10 };
    for (const [messages, places] of [
      [
        STORED,
        [
          "/messages/0/provider_state",
          "/messages/1/provider_state",
          "/messages/1/data/parts/0/provider_state",
          "/messages/2/provider_state",
          "/messages/2/data/tool_calls/0/provider_state",
          "/messages/3/provider_state",
        ],
      ],
      [
        CHAT as never[],
        [
          "/messages/0/provider_state",
          "/messages/0/content/0/provider_state",
          "/messages/0/tool_calls/0/provider_state",
          "/messages/1/provider_state",
        ],
      ],
    ] as const) {
      const { body, report } = toRequest({ messages, options });
      const dropped = report.filter(({ code }) => code === "provider_state_dropped");
      expect(dropped.map(({ path }) => path).sort()).toEqual([...places].sort());
      expect(JSON.stringify([body, report])).not.toContain(SECRET);
    }
    const said = { role: "assistant", content: [text("Hm.", "of a part")] };
    const plain = { messages: [{ role: "user", content: "Hello" }, said] as never[], options };
    expect(toRequest({ ...plain, messages: plain.messages.slice(0, 1) }, { strict: true }).report).toEqual([]);
    expect(errorOf(() => toRequest(plain, { strict: true }))).toBeInstanceOf(LossyConversionError);
  });

  it("goes with the text that it was given for, and not with one that had to be changed", () => {
    const broken = { role: "assistant", content: [text("half \ud83d", "of a part"), text("whole", "of a part")] };
    expect(prepared({ messages: [broken as never] }).messages).toEqual([
      { role: "assistant", content: [{ type: "text", text: "half \ufffd" }, text("whole", "of a part")] },
    ]);
  });
});

describe("what a tool gave besides its output", () => {
  const image = { type: "image", source: { type: "base64", mime_type: "image/png", data: "iVBORw0KGgo=" } };
  const result = (data: object) =>
    toChatMessages([
      stored("tool_request", { tool_calls: [call("call_1")] }),
      stored("tool_result", { tool_call_id: "call_1", ...data }, 2),
    ]).messages[1]?.content;

  it("stands after the text", () => {
    expect(result({ status: "success", output: { n: 1 }, parts: [image] })).toEqual([
      { type: "text", text: '{"n":1}' },
      image,
    ]);
    expect(result({ status: "success", output: 1, output_text: "One.", parts: [image] })).toEqual([
      { type: "text", text: "One." },
      image,
    ]);
    expect(result({ status: "error", error: { message: "blurred" }, parts: [image] })).toEqual([
      { type: "text", text: "blurred" },
      image,
    ]);
  });

  it("stands alone where there is no text", () => {
    expect(result({ status: "success", parts: [image] })).toEqual([image]);
  });

  it("is reported by its place in the result", async () => {
    const { toRequest } = await loadProvider("anthropic");
    const { report } = toRequest({
      messages: [
        stored("tool_request", { tool_calls: [call("call_1")] }),
        stored(
          "tool_result",
          { tool_call_id: "call_1", status: "success", output: 1, parts: [{ type: "hologram" }] },
          2,
        ),
      ],
      options: { model: "m", max_tokens: 10 },
    });
    expect(report.map(({ path, code }) => `${path}: ${code}`)).toContain("/messages/1/data/parts/0: part_dropped");
  });
});
