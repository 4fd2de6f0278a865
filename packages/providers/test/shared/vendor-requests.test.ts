/** Clients add members of their own to what they store: each is kept by an import, or the report tells of it. */

import { type JsonValue, stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { loadProvider } from "../../src/load-provider.js";
import type { ProviderName } from "../../src/shared/provider-names.js";

const FUNCTION = {
  name: "f",
  description: "Does.",
  parameters: { type: "object", properties: { a: { type: "string" } } },
};
const CHAT = {
  model: "m",
  messages: [
    { role: "developer", content: [{ type: "text", text: "Be brief." }], name: "a" },
    {
      role: "user",
      content: [
        { type: "text", text: "Hello." },
        { type: "image_url", image_url: { url: "https://example.org/a.png", detail: "low" } },
        { type: "input_image", image_url: "https://example.org/a.png" },
        { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: [{ type: "text", text: "Hm." }] },
        { type: "refusal", refusal: "No." },
      ],
      reasoning_content: "Hm.",
      audio: { id: "audio_1" },
      tool_calls: [
        { index: 0, id: "a", type: "function", function: { name: "f", arguments: "{}" } },
        { index: 1, id: "b", type: "custom", custom: { name: "shell", input: "ls" } },
        { id: "", type: "function", function: { name: "", arguments: "" } },
      ],
      function_call: { name: "", arguments: "" },
    },
    { role: "tool", tool_call_id: "a", content: "1" },
    { role: "tool", tool_call_id: "b", content: "2" },
    { role: "assistant", content: null, function_call: { name: "f", arguments: "{}" } },
    { role: "function", name: "f", content: "3" },
  ],
  tools: [
    { type: "function", function: FUNCTION },
    { type: "custom", custom: { name: "shell" } },
  ],
  tool_choice: { type: "function", function: { name: "f" } },
  response_format: { type: "json_object" },
};

const OLLAMA = {
  model: "m",
  messages: [
    { role: "user", content: "Hello.", images: ["iVBORw0KGgo="] },
    {
      role: "assistant",
      content: "",
      thinking: "Hm.",
      tool_calls: [{ id: "a", type: "function", function: { index: 3, name: "f", arguments: {} } }],
    },
    { role: "tool", content: "1", tool_name: "f", tool_call_id: "a" },
  ],
  tools: [{ type: "function", function: FUNCTION }],
  options: { temperature: 1 },
};

const ANTHROPIC = {
  model: "m",
  max_tokens: 10,
  system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "Hello." },
        { type: "image", source: { type: "url", url: "https://example.org/a.png" } },
        { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
        { type: "document", source: { type: "text", media_type: "text/plain", data: "A page." } },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Hm.", signature: "c2ln" },
        { type: "redacted_thinking", data: "b3BhcXVl" },
        { type: "compaction", content: "S", encrypted_content: "E" },
        { type: "text", text: "Hi.", citations: [{ type: "page", page: 1 }] },
        { type: "tool_use", id: "a", name: "f", input: { a: "x" } },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "1" }] }] },
  ],
  tools: [{ name: "f", description: "Does.", input_schema: FUNCTION.parameters }],
  tool_choice: { type: "auto", disable_parallel_tool_use: true },
  thinking: { type: "enabled", budget_tokens: 1024 },
  metadata: { user_id: "u" },
};

const VENDOR = "kept-or-told";

interface Changed {
  readonly request: JsonValue;
  /** Of the object that has a member more. */
  readonly path: string;
}

function* withVendor(value: unknown, path = ""): Generator<Changed> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield { request: { ...value, vendor: VENDOR } as JsonValue, path };
  for (const [name, member] of Object.entries(value)) {
    for (const { request, path: inner } of withVendor(member, `${path}/${name}`))
      yield {
        request: (Array.isArray(value)
          ? value.with(Number(name), request)
          : { ...value, [name]: request }) as JsonValue,
        path: inner,
      };
  }
}

describe("a member that a client adds", () => {
  it.each([
    ["openai", CHAT],
    ["vllm", CHAT],
    ["ollama", OLLAMA],
    ["anthropic", ANTHROPIC],
  ] as const)(
    "a member that a client adds to any object of a request of %s is kept by its import, or told of",
    async (name: ProviderName, request) => {
      const { importRequest } = await loadProvider(name);
      const changed = [...withVendor(request)];
      expect(changed.length).toBeGreaterThan(10);
      const lost = changed.filter(({ request: one, path }) => {
        const { report, ...imported } = importRequest(one);
        const isTold = report.some((entry) => `${path}/vendor` === entry.path || path.startsWith(entry.path));
        return !isTold && !stringifyJson(imported as never).includes(VENDOR);
      });
      expect(lost.map(({ path }) => path)).toEqual([]);
    },
  );
});
