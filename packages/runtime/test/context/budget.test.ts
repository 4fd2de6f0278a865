/** Budgets of every size, and what cannot be counted. */

import { type ChatMessage, type ContentPart, type Message, ValidationError } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { buildContext } from "../../src/context/index.js";
import { BY_LETTERS, lettersIn, overflowOf, within } from "./budgets.js";
import { bodiesOf, placesOf, request, resource, result, SECRET, text } from "./given.js";

describe("a budget", () => {
  it("counts the instructions and the tools, and keeps the reserve free", async () => {
    const tools = [{ name: "read", description: "Reads.", parameters: { type: "object" }, strict: true }];
    const settings = { ...BY_LETTERS, system: "Be brief.", tools };
    const messages = [text("user", "old"), text("assistant", "old", 2), text("user", "new", 3)];
    const { tokens } = await buildContext(messages, settings);
    expect(tokens).toBe(13 + (8 + 4 + 6 + 17) + 21);
    const budget = { max_tokens: tokens + 100, reserve: 101 };
    const built = await buildContext(messages, { ...settings, budget });
    expect([built.tokens, built.removed.length]).toEqual([tokens - 14, 1]);
  });

  it("counts who speaks, what is thought and refused, an image as 1600, a call as 8, that it failed as 12", async () => {
    const state = (value: string) => [{ provider: "anthropic", kind: "signature", value }];
    const parts = [
      { type: "reasoning", text: "hm", provider_state: state("dddd") },
      { type: "reasoning", text: "", provider_state: state("dddd") },
      { type: "refusal", text: "no" },
    ] as const;
    const image = { type: "image", source: { type: "url", url: "https://example.com/a.png" } } as const;
    const count = async (message: ChatMessage) => (await buildContext([message], BY_LETTERS)).tokens;
    expect(await count({ role: "user", content: "hello", name: "ann" })).toBe(4 + 5 + 3);
    expect(await count({ role: "assistant", content: parts })).toBe(4 + 2 + 6 + 2);
    expect(await count({ role: "user", content: [image] })).toBe(4 + 1600);
    const asked: ChatMessage = { role: "assistant", tool_calls: [{ id: "a", name: "read", arguments: {} }] };
    const costOf = async (is_error: boolean) => {
      const failed: ChatMessage = { role: "tool", tool_call_id: "a", content: "no", is_error };
      return (await buildContext([asked, failed], BY_LETTERS)).tokens;
    };
    expect([await costOf(false), await costOf(true)]).toEqual([4 + (8 + 4 + 4 + 2) + 4 + 2, 28 + 12]);
  });

  it("counts a sound and a document as no less than an image, and more by their bytes, and the place of a call as nothing", async () => {
    const count = async (...content: ContentPart[]) =>
      (await buildContext([{ role: "user", content }], BY_LETTERS)).tokens - 4;
    const inline = (bytes: number) => ({ type: "base64", mime_type: "x/y", data: "AAAA".repeat(bytes / 3) }) as const;
    const kept = { type: "file_id", provider: "p", file_id: "f" } as const;
    expect(await count({ type: "audio", source: kept })).toBe(1600);
    expect(await count({ type: "audio", source: inline(3_000_000), transcript: "hello" })).toBe(6000 + 5);
    expect(await count({ type: "document", source: kept, title: "abc" })).toBe(1600 + 3);
    expect(await count({ type: "document", source: inline(48_000) })).toBe(3000);
    expect(await count({ type: "provider_item", provider: "p", value: { n: 1 } })).toBe(7);
    expect(await count({ type: "text", text: "x" }, { type: "call_place", tool_call_id: "a" })).toBe(1);
  });

  it("counts whatever one of the providers is sent", async () => {
    const call = { id: "a", name: "n".repeat(64), arguments: {} };
    const failed = { role: "tool", tool_call_id: "a", content: "", is_error: true };
    const native = [
      { type: "redacted_thinking", data: SECRET.repeat(9) },
      { type: "server_tool_use", id: "s", name: "web_search", input: { query: SECRET.repeat(9) } },
    ];
    const sessions: readonly (readonly object[])[] = [
      [{ role: "assistant", content: native }],
      [{ role: "user", content: [{ type: "file", file: { filename: "a.pdf", file_data: SECRET.repeat(9) } }] }],
      [
        { role: "assistant", tool_calls: [call] },
        { ...failed, content: "no" },
      ],
      [{ role: "assistant", tool_calls: [{ ...call, arguments: { path: SECRET.repeat(9) }, arguments_text: "{" }] }],
      [
        {
          role: "assistant",
          tool_calls: [{ ...call, arguments_text: '"'.repeat(99), defect: "invalid" }],
        },
      ],
    ];
    for (const session of sessions) {
      const messages = [{ role: "user", content: "a" }, ...session, { role: "user", content: "b" }] as ChatMessage[];
      const { conversation, tokens } = await buildContext(messages, BY_LETTERS);
      for (const body of Object.values(bodiesOf({ conversation })))
        expect(lettersIn(body.messages)).toBeLessThanOrEqual(tokens);
    }
  });

  it("a budget that holds everything there could be removes nothing", async () => {
    const built = await within(Number.MAX_SAFE_INTEGER, [text("user", "hello")]);
    expect([built.removed, built.tokens]).toEqual([[], 9]);
  });

  it("a budget of nothing is an error that says what has to stay, and holds an empty conversation", async () => {
    const error = await overflowOf(within(0, [text("user", SECRET, 1)], { system: "Be brief." }));
    expect(error).toMatchObject({
      name: "ContextOverflowError",
      code: "context_overflow",
      message: "what has to stay takes 31 tokens, and there is room for 0",
      available_tokens: 0,
      required_tokens: 31,
      required: [
        { path: "/messages/0", tokens: 18 },
        { path: "/system", tokens: 13 },
      ],
    });
    expect((await within(0, [])).conversation).toEqual({ messages: [] });
  });

  it("a budget that one message alone goes over says which, when everything else was left out", async () => {
    const messages = [text("user", "a"), text("assistant", "b", 2), text("user", "x".repeat(1000), 3)];
    const error = await overflowOf(within(100, messages));
    expect([error.required, error.available_tokens]).toEqual([[{ path: "/messages/2", tokens: 1004 }], 100]);
    expect(error.message).not.toContain("xxx");
  });

  it.each([
    ["NaN", { max_tokens: Number.NaN }, ["/budget/max_tokens: bad_number"]],
    ["infinite", { max_tokens: Number.POSITIVE_INFINITY }, ["/budget/max_tokens: bad_number"]],
    ["negative", { max_tokens: -1 }, ["/budget/max_tokens: bad_number"]],
    ["a fraction", { max_tokens: 0.5 }, ["/budget/max_tokens: bad_number"]],
    ["a text", { max_tokens: "100" }, ["/budget/max_tokens: bad_number"]],
    ["without its number", {}, ["/budget/max_tokens: bad_number"]],
    ["smaller than its reserve", { max_tokens: 5, reserve: 6 }, ["/budget/reserve: reserve_over_budget"]],
    ["with half a reserve", { max_tokens: 5, reserve: Number.NaN }, ["/budget/reserve: bad_number"]],
  ])("a budget that is %s is refused", async (_, budget, places) => {
    expect(await placesOf(buildContext([], { budget: budget as never }))).toEqual(places);
  });
});

describe("a counter", () => {
  const messages = [text("user", "hello")];

  it.each([
    ["NaN", () => Number.NaN],
    ["a negative number", () => -1],
    ["infinity", () => Number.POSITIVE_INFINITY],
    ["a text", () => "5"],
    ["a promise", async () => 5],
    ["nothing", () => undefined],
  ])("a counter that gives %s is refused", async (_, countTokens) => {
    const promise = buildContext(messages, { countTokens: countTokens as never });
    expect(await placesOf(promise)).toEqual(["/countTokens: bad_token_count"]);
  });

  it("a counter that throws ends the build with its own error", async () => {
    const error = new TypeError("broken");
    const countTokens = () => {
      throw error;
    };
    await expect(buildContext(messages, { countTokens })).rejects.toBe(error);
  });

  it("may give fractions, each of which counts as a whole", async () => {
    expect((await buildContext(messages, { countTokens: () => 0.1 })).tokens).toBe(5);
  });

  it("may take every text for nothing", async () => {
    expect((await buildContext(messages, { countTokens: () => 0, budget: { max_tokens: 4 } })).tokens).toBe(4);
  });
});

describe("wrong options", () => {
  it("are told all at once, and never what they hold", async () => {
    const options = {
      system: 5,
      updateSystem: "x",
      tools: [{ name: "" }],
      budget: { max_tokens: -5 },
      countTokens: 5,
      accessed: new Map([[SECRET, SECRET]]),
      mcp_as: SECRET,
    };
    const error = await buildContext([], options as never).catch((thrown: unknown) => thrown);
    if (!ValidationError.isInstance(error)) throw error;
    expect(new Set(error.issues.map(({ path }) => path))).toEqual(
      new Set([
        "/system",
        "/updateSystem",
        "/tools/0",
        "/tools/0/name",
        "/budget/max_tokens",
        "/countTokens",
        "/accessed",
        "/mcp_as",
      ]),
    );
    expect(JSON.stringify(error.issues) + error.message + error.stack).not.toContain(SECRET);
  });

  it("are not those that were left empty", async () => {
    const empty = { system: undefined, tools: [], budget: undefined, accessed: new Map(), signal: undefined };
    expect((await buildContext([text("user", "hello")], empty)).conversation).toEqual({
      messages: [{ role: "user", content: "hello" }],
    });
  });
});

describe("thousands of messages", () => {
  const turns = (count: number): readonly Message[] =>
    Array.from({ length: count }, (_, index) => {
      // Ids of their own, and the same minute.
      const nth = (place: number) => index + place * 60_000;
      return [
        text("user", "Do it.", nth(0)),
        resource(`a:${index}`, "text", nth(1)),
        request([`c${index}`, `d${index}`], nth(2)),
        result(`c${index}`, "x", nth(3)),
        result(`d${index}`, "y", nth(4)),
        text("assistant", "Done.", nth(5)),
      ];
    }).flat();

  it("are each counted once, and trimmed to what fits", async () => {
    const messages = turns(500);
    let counted = 0;
    const countTokens = (said: string) => {
      counted++;
      return said.length;
    };
    const { removed, conversation, tokens } = await within(436, messages, { countTokens });
    expect(removed).toHaveLength(498 + 498);
    expect(conversation.messages).toHaveLength(12);
    expect(tokens).toBeLessThanOrEqual(436);
    // A text, a resource, two calls by name and arguments, two results, a text.
    expect(counted).toBe(500 * 9);
  });
});
