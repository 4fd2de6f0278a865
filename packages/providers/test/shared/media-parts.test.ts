/** Sounds, documents, places of calls and providers' own items: sent where the provider has a form for them, else told. */

import type { JsonObject } from "@parlance/core";
import { parseJson, stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { loadProvider, PROVIDER_NAMES, type ProviderName, toChatMessages } from "../../src/index.js";
import { call, SECRET, stored } from "./given.js";

const PDF = { type: "document", source: { type: "base64", mime_type: "application/pdf", data: "JVBERi0=" } };
const NAMED = { ...PDF, title: "report.pdf" };
const AT_URL = { type: "document", source: { type: "url", url: "https://a.example/x.pdf" } };
const WAV = { type: "audio", source: { type: "base64", mime_type: "audio/wav", data: "UklGRg==" } };
const MP3 = { type: "audio", source: { type: "base64", mime_type: "audio/mpeg", data: "SUQz" } };
const SPOKEN = { ...WAV, transcript: "Hello" };

const inFile = (type: string, provider: string) => ({ type, source: { type: "file_id", provider, file_id: "file_1" } });
const item = (provider: string, value: unknown) => ({ type: "provider_item", provider, value });
const user = (...content: object[]) => ({ role: "user", content });

interface Sent {
  /** The content of the first message. */
  readonly content: unknown;
  readonly told: readonly string[];
  readonly body: JsonObject;
}

async function sent(name: ProviderName, ...messages: object[]): Promise<Sent> {
  const { toRequest } = await loadProvider(name);
  const conversation = { messages: messages as never[], options: { model: "m", max_tokens: 10 } };
  const { body, report } = toRequest(conversation);
  const { messages: written } = body as unknown as { readonly messages: readonly { readonly content: unknown }[] };
  return {
    content: written[0]?.content,
    told: report.map(({ path, code }) => `${path}: ${code}`),
    body: body as unknown as JsonObject,
  };
}

describe("a document", () => {
  it.each([
    [PDF, { source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" } }],
    [NAMED, { source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" }, title: "report.pdf" }],
    [AT_URL, { source: { type: "url", url: "https://a.example/x.pdf" } }],
    [inFile("document", "anthropic"), { source: { type: "file", file_id: "file_1" } }],
    [
      { ...PDF, cache_control: { type: "ephemeral" } },
      {
        source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" },
        cache_control: { type: "ephemeral" },
      },
    ],
  ])("is a block of Anthropic and comes back as the same part: %j", async (part, block) => {
    const { content, told } = await sent("anthropic", user(part));
    expect(content).toEqual([{ type: "document", ...block }]);
    expect(told).toEqual([]);
    const { importRequest } = await loadProvider("anthropic");
    const { messages, report } = importRequest({ messages: [{ role: "user", content }] });
    expect(messages).toEqual([user(part)]);
    expect(report).toEqual([]);
  });

  it("stands in a tool's result of Anthropic", async () => {
    const { body, told } = await sent(
      "anthropic",
      { role: "assistant", tool_calls: [call("toolu_1")] },
      { role: "tool", tool_call_id: "toolu_1", content: [{ type: "text", text: "Here." }, PDF], is_error: false },
    );
    expect(stringifyJson(body)).toContain('"content":[{"type":"text","text":"Here."},{"type":"document",');
    expect(told).toEqual([]);
  });

  it.each([
    ["of another type", { ...PDF, source: { ...PDF.source, mime_type: "text/csv" } }],
    ["without a byte", { ...PDF, source: { ...PDF.source, data: "" } }],
    ["behind another kind of address", { ...AT_URL, source: { type: "url", url: "file:///etc/passwd" } }],
    ["in a file of another provider", inFile("document", "openai")],
  ])("a document %s is not sent to Anthropic, which is told at its place", async (_, part) => {
    const { content, told } = await sent("anthropic", user(part, { type: "text", text: "Read." }));
    expect(content).toEqual([{ type: "text", text: "Read." }]);
    expect(told).toEqual(["/messages/0/content/0: part_dropped"]);
  });

  it.each([
    ["another source", { source: { type: "text", media_type: "text/plain", data: "A page." } }],
    [
      "more members",
      { source: { type: "url", url: "https://a.example" }, context: "of 2024", citations: { enabled: true } },
    ],
    ["a number that no double holds", { source: { type: "url", url: "https://a.example" }, page: "#" }],
    ["no source at all", {}],
  ])("a document of Anthropic with %s is an item of it, and goes back exactly", async (_, members) => {
    const block = stringifyJson({ type: "document", ...members }).replace('"#"', "12345678901234567890");
    const { importRequest } = await loadProvider("anthropic");
    const { messages, report } = importRequest(`{"messages":[{"role":"user","content":[${block}]}]}`);
    expect(report).toEqual([]);
    expect(stringifyJson(messages[0]?.content as never)).toBe(
      `[{"type":"provider_item","provider":"anthropic","value":${block}}]`,
    );
    const back = await sent("anthropic", ...messages);
    expect(stringifyJson(back.content as never)).toBe(`[${block}]`);
    expect(back.told).toEqual([]);
  });

  it("a document of Anthropic without a title is one, whether that is absent or null", async () => {
    const { importRequest } = await loadProvider("anthropic");
    const block = { type: "document", title: null, source: { type: "url", url: "https://a.example/x.pdf" } };
    expect(importRequest({ messages: [{ role: "user", content: [block] }] }).messages).toEqual([user(AT_URL)]);
  });

  it.each([
    [NAMED, { file_data: "data:application/pdf;base64,JVBERi0=", filename: "report.pdf" }],
    [inFile("document", "openai"), { file_id: "file_1" }],
  ])("is a file of OpenAI and comes back as the same part: %j", async (part, file) => {
    const { content, told } = await sent("openai", user(part));
    expect(content).toEqual([{ type: "file", file }]);
    expect(told).toEqual([]);
    const { importRequest } = await loadProvider("openai");
    expect(importRequest({ messages: [{ role: "user", content }] }).messages).toEqual([user(part)]);
  });

  it("a document that no file of OpenAI says is not sent to it", async () => {
    for (const part of [AT_URL, inFile("document", "anthropic")])
      expect((await sent("openai", user(part, { type: "text", text: "x" }))).told).toEqual([
        "/messages/0/content/0: part_dropped",
      ]);
  });

  it("a document of an answer of Anthropic has its place among the parts, whole or streamed", async () => {
    const { fromResponse } = await loadProvider("anthropic");
    const block = { type: "document", source: { type: "text", media_type: "text/plain", data: "A page." } };
    const { message, unread } = fromResponse({ role: "assistant", content: [block], stop_reason: "end_turn" });
    expect(message?.content).toEqual([item("anthropic", block)]);
    expect(unread).toEqual({});
    const { fromStream } = await loadProvider("anthropic");
    const events = [
      { type: "message_start", message: { role: "assistant", content: [] } },
      { type: "content_block_start", index: 0, content_block: block },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" } },
      { type: "message_stop" },
    ];
    for await (const event of fromStream(events))
      if (event.type === "end") expect(event.answer.message?.content).toEqual([item("anthropic", block)]);
    expect.assertions(3);
  });
});

describe("a sound", () => {
  it.each([
    [WAV, { data: "UklGRg==", format: "wav" }],
    [MP3, { data: "SUQz", format: "mp3" }],
  ])("is one of OpenAI and vLLM and comes back as the same part: %j", async (part, input_audio) => {
    for (const name of ["openai", "vllm"] as const) {
      const { content, told } = await sent(name, user(part));
      expect(content).toEqual([{ type: "input_audio", input_audio }]);
      expect(told).toEqual([]);
      const { importRequest } = await loadProvider(name);
      expect(importRequest({ messages: [{ role: "user", content }] }).messages).toEqual([user(part)]);
    }
  });

  it("behind a URL is one of vLLM alone", async () => {
    const part = { type: "audio", source: { type: "url", url: "https://a.example/x.mp3" } };
    const { content } = await sent("vllm", user(part));
    expect(content).toEqual([{ type: "audio_url", audio_url: { url: "https://a.example/x.mp3" } }]);
    const { importRequest } = await loadProvider("vllm");
    expect(importRequest({ messages: [{ role: "user", content }] }).messages).toEqual([user(part)]);
    expect((await sent("openai", user(part, { type: "text", text: "x" }))).told).toEqual([
      "/messages/0/content/0: part_dropped",
    ]);
  });

  it("a sound that is sent needs no transcript, which is told", async () => {
    const { content, told } = await sent("openai", user(SPOKEN));
    expect(content).toEqual([{ type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } }]);
    expect(told).toEqual(["/messages/0/content/0/transcript: transcript_dropped"]);
  });

  it("a sound that cannot be sent is its transcript", async () => {
    for (const [name, role] of [
      ["anthropic", "user"],
      ["ollama", "user"],
      ["openai", "assistant"],
    ] as const) {
      const given = [
        { role: "user", content: "Hi" },
        { role, content: [SPOKEN] },
      ];
      const { body, told } = await sent(name, ...(role === "user" ? given.slice(1) : given));
      expect(stringifyJson(body)).toContain("Hello");
      expect(stringifyJson(body)).not.toContain("UklGRg");
      expect(told).toContain(`/messages/${role === "user" ? 0 : 1}/content/0: part_as_text`);
    }
  });

  it("a sound with more members of OpenAI than its data and format stays what it was", async () => {
    const { importRequest } = await loadProvider("openai");
    for (const part of [
      { type: "input_audio", input_audio: { data: "AAAA", format: "ogg" } },
      { type: "input_audio", input_audio: { data: "AAAA", format: "wav", speed: 2 } },
      { type: "input_audio", input_audio: { data: "not base64!", format: "wav" } },
    ]) {
      const { messages } = importRequest({ messages: [{ role: "user", content: [part] }] });
      expect(messages).toEqual([user({ type: "unknown", reason: "unknown_type", original: part })]);
      expect((await sent("openai", ...messages)).content).toEqual([part]);
    }
  });
});

describe("the place of a call", () => {
  const place = { type: "call_place", tool_call_id: "call_1" };
  const said = [{ type: "text", text: "Let me look." }, place, { type: "text", text: "Found it." }];

  const asked = (content: object[]) => [
    { role: "user", content: "Hi" },
    { role: "assistant", content, tool_calls: [call("call_1"), call("call_2")] },
    { role: "tool", tool_call_id: "call_1", content: "one", is_error: false },
    { role: "tool", tool_call_id: "call_2", content: "two", is_error: false },
  ];

  it.each(["openai", "vllm", "ollama"] as const)(
    "is not sent to %s, which is told where something is said after the call",
    async (name) => {
      const withPlace = await sent(name, ...asked(said));
      const without = await sent(name, ...asked(said.filter((part) => part !== place)));
      expect(withPlace.body).toEqual(without.body);
      expect(withPlace.told).toEqual(["/messages/1/content/1: parts_moved", ...without.told]);
      const alone = await sent(name, ...asked([place]));
      expect(alone.told).toEqual([]);
      expect(stringifyJson(alone.body)).not.toContain("call_place");
    },
  );

  it("is where the call stands in a request to Anthropic; a call without a place stands after all others", async () => {
    const { body, told } = await sent("anthropic", ...asked(said));
    const use = (id: string) => ({ type: "tool_use", id, name: "read_file", input: {} });
    expect((body as { messages: object[] }).messages[1]).toEqual({
      role: "assistant",
      content: [said[0], use("call_1"), said[2], use("call_2")],
    });
    expect(told).toEqual([]);
    const alone = await sent("anthropic", ...asked([place]));
    expect((alone.body as { messages: object[] }).messages[1]).toEqual({
      role: "assistant",
      content: [use("call_1"), use("call_2")],
    });
  });

  it("a place that names no call of its message is not in the chat messages, which is told", () => {
    const strays = stored("text", { role: "assistant", parts: said });
    const { messages, report } = toChatMessages([stored("text", { role: "user", parts: said }, 2), strays]);
    expect(messages.map(({ content }) => content)).toEqual([
      said.filter((part) => part !== place),
      said.filter((part) => part !== place),
    ]);
    expect(report.map(({ path, code }) => `${path}: ${code}`)).toEqual([
      "/messages/0: place_dropped",
      "/messages/1: place_dropped",
    ]);
  });

  it("is kept in chat messages, with the items and media of a stored text", () => {
    const parts = [...said, PDF, SPOKEN, item("anthropic", { n: 1 })];
    const { messages, report } = toChatMessages([
      stored("text", { role: "assistant", parts }),
      stored("tool_request", { tool_calls: [call("call_1")] }, 2),
      stored("tool_result", { tool_call_id: "call_1", status: "success" }, 3),
    ]);
    expect(messages[0]?.content).toEqual(parts);
    expect(report).toEqual([]);
  });
});

describe("an item of a provider", () => {
  const value = { type: "server_thing", note: SECRET, n: 1 };

  it.each(PROVIDER_NAMES)("an item of another provider is not sent to %s, and nothing of it is told", async (name) => {
    const { body, told } = await sent(name, user(item("elsewhere", value), { type: "text", text: "x" }));
    expect(told).toEqual(["/messages/0/content/0: part_dropped"]);
    expect(stringifyJson(body)).not.toContain(SECRET);
  });

  it.each(["anthropic", "openai", "vllm"] as const)(
    "an item of its own is sent to %s whole, in its place",
    async (name) => {
      const { content, told } = await sent(
        name,
        user({ type: "text", text: "a" }, item(name, value), { type: "text", text: "b" }),
      );
      expect(content).toEqual([{ type: "text", text: "a" }, value, { type: "text", text: "b" }]);
      expect(told).toEqual([]);
    },
  );

  it.each([null, "text", 5, [], {}, { type: 7 }])("an item that is no block is not sent: %j", async (odd) => {
    const { told } = await sent("anthropic", user(item("anthropic", odd), { type: "text", text: "x" }));
    expect(told).toEqual(["/messages/0/content/0: part_dropped"]);
  });

  it("is what a part of a provider becomes that has a name of ours, so that it goes back exactly", async () => {
    for (const name of ["anthropic", "openai"] as const) {
      const { importRequest } = await loadProvider(name);
      for (const type of ["audio", "call_place", "provider_item"]) {
        const part = { type, provider: 7, more: [1] };
        const { messages } = importRequest({ messages: [{ role: "user", content: [part] }] });
        expect(messages).toEqual([user(item(name, part))]);
        expect((await sent(name, ...messages)).content).toEqual([part]);
      }
    }
  });

  it("keeps every digit on its way", async () => {
    const text =
      '[{"role":"user","content":[{"type":"provider_item","provider":"anthropic","value":{"type":"x","n":12345678901234567890}}]}]';
    const { content } = await sent("anthropic", ...(parseJson(text) as unknown as object[]));
    expect(stringifyJson(content as never)).toBe('[{"type":"x","n":12345678901234567890}]');
  });
});
