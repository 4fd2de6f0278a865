/** Budgets of every size, and what cannot be counted. */

import { type ChatMessage, type Message, ValidationError } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { buildContext, type ContextOptions, ContextOverflowError } from "../../src/context/index.js";
import { at, bodiesOf, file, id, placesOf, request, resource, result, SECRET, stored, text } from "./given.js";

const QUIET = { logger: { warn: () => {} } };

/** A letter is a token; every message has four more. */
const BY_LETTERS = { ...QUIET, countTokens: (said: string) => said.length } satisfies ContextOptions;

/** Of all that a model reads in a part of a body: marks and ids are none of it. */
function lettersIn(value: unknown, name = ""): number {
  if (typeof value === "string")
    return ["type", "role", "id", "tool_call_id", "tool_use_id"].includes(name) ? 0 : value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [key, one]) => sum + lettersIn(one, key), 0);
}

async function overflowOf(promise: Promise<unknown>): Promise<ContextOverflowError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ContextOverflowError.isInstance(error)) throw error ?? new Error("nothing was thrown");
  return error;
}

const within = (max_tokens: number, messages: readonly (Message | ChatMessage)[], options: ContextOptions = {}) =>
  buildContext(messages, { ...BY_LETTERS, budget: { max_tokens }, ...options });

describe("what leaves", () => {
  const session = [
    text("user", "one", 1),
    text("assistant", "two", 2),
    text("user", "three", 3),
    request(["c1", "c2"], 4),
    result("c1", "x", 5),
    result("c2", "y", 6),
    text("assistant", "four", 7),
    text("user", "five", 8),
    request(["c3"], 9),
    result("c3", "z", 10),
    request(["c4"], 11),
    result("c4", "z", 12),
  ];

  it("is nothing when all of it fits, to the token", async () => {
    const { tokens, removed } = await buildContext(session, BY_LETTERS);
    expect(removed).toEqual([]);
    const exact = await within(tokens, session);
    expect([exact.removed, exact.tokens]).toEqual([[], tokens]);
    expect((await within(tokens - 1, session)).removed).toHaveLength(1);
  });

  it("are whole turns, the oldest first, then rounds of the newest turn, a call never without its results", async () => {
    const { tokens } = await buildContext(session, BY_LETTERS);
    const gone = async (less: number) =>
      (await within(tokens - less, session)).removed.map(({ code, paths }) => `${code} ${paths.join(" ")}`);
    const first = "old_turn /messages/0 /messages/1";
    const second = "old_turn /messages/2 /messages/3 /messages/4 /messages/5 /messages/6";
    expect(await gone(1)).toEqual([first]);
    expect(await gone(15)).toEqual([first, second]);
    expect(await gone(133)).toEqual([first, second, "old_round /messages/8 /messages/9"]);
  });

  it("never is what the user said last with what came with it, nor the last step", async () => {
    const built = await within(94, [
      ...session.slice(0, 7),
      file("a.ts", "let a", 20),
      text("user", "five", 8),
      ...session.slice(8),
    ]);
    expect(built.conversation.messages.map(({ role }) => role)).toEqual(["user", "user", "assistant", "tool"]);
    expect(built.origins).toEqual([[7], [8], [11], [12]]);
    expect(built.conversation.messages[0]?.content).toContain("let a");
  });

  it("never is a file or an image that came after the last step, which the model has not seen yet", async () => {
    const answered = session.slice(0, 3).concat(text("assistant", "four", 4));
    const picture = stored("image", { source: { type: "url", url: "https://example.com/a.png" } }, 6);
    const alone = [...answered, file("a.ts", "let a", 5), picture, resource("a:1", "x", 7)];
    const { origins, removed } = await within(1700, alone);
    expect(origins).toEqual([[2], [3], [4], [5]]);
    expect(removed.map(({ code }) => code)).toEqual(["old_turn", "unused_material"]);
    const error = await overflowOf(within(10, alone));
    expect(error.required.map(({ path }) => path)).toEqual([
      "/messages/5",
      "/messages/4",
      "/messages/2",
      "/messages/3",
    ]);
  });

  it("is a resource before the step that it came after", async () => {
    const messages = [text("user", "one", 1), request(["c1"], 2), result("c1", "x", 3), resource("a:1", "x", 4)];
    const { origins, removed } = await within(60, messages);
    expect([origins, removed.map(({ paths }) => paths)]).toEqual([[[0], [1], [2]], [["/messages/3"]]]);
    const error = await overflowOf(within(10, session));
    expect(error.required.map(({ path }) => path)).toEqual(["/messages/10", "/messages/7"]);
  });

  it("is what came before the user had said anything together with what the model made of it", async () => {
    const messages = [
      resource("a:1", "x", 1),
      text("assistant", "a", 2),
      text("user", "b", 3),
      text("assistant", "c", 4),
      text("user", "d", 5),
    ];
    const gone = async (less: number) => {
      const { tokens } = await buildContext(messages, BY_LETTERS);
      return (await within(tokens - less, messages)).removed.map(({ code, paths }) => `${code} ${paths.join(" ")}`);
    };
    expect(await gone(1)).toEqual(["old_turn /messages/0 /messages/1"]);
    const files = [file("a", "x", 1), text("assistant", "a", 2), file("b", "x", 3)];
    expect((await within(45, files)).origins).toEqual([[1], [2]]);
  });

  it("goes by the last use of a material, whatever case its id is in, and not by a use before it came", async () => {
    const letters = (number: number) => id(number).replaceAll("0", "a");
    const withLetters = (number: number, extra: object = {}) => ({
      ...resource(`a:${number}`, "x", number, extra),
      id: letters(number),
    });
    const messages = [
      withLetters(11, { annotations: { priority: 0.4 } }),
      withLetters(12),
      withLetters(13, { annotations: { priority: 0.3 } }),
      text("user", "a", 20),
    ];
    const accessed = new Map([
      [letters(11), at(5)],
      [letters(13).toUpperCase(), at(30)],
    ]);
    const { tokens } = await buildContext(messages, BY_LETTERS);
    const gone = await within(20, messages, { accessed });
    expect(gone.removed.map(({ paths }) => paths[0])).toEqual(["/messages/0", "/messages/1", "/messages/2"]);
    const upper = messages.map((message) => ("id" in message ? { ...message, id: message.id.toUpperCase() } : message));
    const { removed } = await within(tokens - 1, upper as never, {
      accessed: new Map([...accessed, [letters(11), at(31)]]),
    });
    expect(removed.map(({ paths }) => paths[0])).toEqual(["/messages/1"]);
  });

  it("takes a clock that went back for the time that it showed before", async () => {
    const messages = [
      resource("a:1", "x", 10),
      text("user", "a", 50),
      text("assistant", "b", 20),
      text("user", "c", 21),
      text("assistant", "d", 22),
      text("user", "e", 23),
    ];
    const { tokens } = await buildContext(messages, BY_LETTERS);
    const used = { accessed: new Map([[id(10), at(30)]]) };
    expect((await within(tokens - 1, messages, used)).removed.map(({ paths }) => paths)).toEqual([["/messages/0"]]);
  });

  it("goes from the newest turn's own materials before its rounds", async () => {
    const late = [...session.slice(7, 10), resource("a:b", "late", 20), ...session.slice(10)];
    const { tokens } = await buildContext(late, BY_LETTERS);
    expect((await within(tokens - 1, late)).removed.map(({ code, paths }) => [code, paths])).toEqual([
      ["unused_material", ["/messages/3"]],
    ]);
  });

  it("are resources that came with what the user said last when nothing else is left, the unused ones first", async () => {
    const used = new Map([[id(9), at(30)]]);
    const messages = [
      ...session.slice(0, 7),
      resource("a:1", "x", 8),
      resource("a:2", "x", 9),
      resource("a:3", "x", 10, { annotations: { priority: 0.1 } }),
      resource("a:4", "x", 11, { annotations: { priority: 1 } }),
      text("user", "five", 12),
    ];
    const { removed } = await within(8, messages, { accessed: used });
    expect(removed.slice(2).map(({ code, paths }) => `${code} ${paths.join(" ")}`)).toEqual([
      "new_material /messages/9",
      "new_material /messages/7",
      "new_material /messages/8",
      "required_material /messages/10",
    ]);
  });

  it("is said of both messages where two were made one", async () => {
    const messages = [
      text("user", "a"),
      text("assistant", "b", 2),
      request(["c"], 3),
      result("c", "d", 4),
      text("user", "e", 5),
    ];
    const { removed, origins } = await within(6, messages);
    expect(removed).toMatchObject([
      { code: "old_turn", paths: ["/messages/0", "/messages/1", "/messages/2", "/messages/3"] },
    ]);
    expect(origins).toEqual([[4]]);
  });

  it("leaves instructions in the middle of the conversation where they are", async () => {
    const messages = [text("user", "a"), text("system", "rule", 2), text("assistant", "b", 3), text("user", "c", 4)];
    const { conversation } = await within(14, messages);
    expect(conversation.messages).toEqual([
      { role: "system", content: "rule" },
      { role: "user", content: "c" },
    ]);
  });

  it("is one line of the log for all turns, however many there are", async () => {
    const warnings: unknown[] = [];
    const many = Array.from({ length: 100 }, (_, index) => [
      text("user", "a", index),
      text("assistant", "b", 120 + index),
    ]);
    const logger = { warn: (warning: unknown) => warnings.push(warning) };
    const { removed } = await within(10, many.flat(), { logger });
    expect(removed).toHaveLength(99);
    expect(warnings).toEqual([
      {
        code: "context_removed",
        path: "/messages/0",
        message:
          "198 messages with 990 tokens left out of the context to fit the budget: the oldest turns leave first.",
      },
    ]);
  });
});

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
    const parts = [
      { type: "reasoning", text: "hm", data: "dddd" },
      { type: "refusal", text: "no" },
    ] as const;
    const image = { type: "image", source: { type: "url", url: "https://example.com/a.png" } } as const;
    const count = async (message: ChatMessage) => (await buildContext([message], BY_LETTERS)).tokens;
    expect(await count({ role: "user", content: "hello", name: "ann" })).toBe(4 + 5 + 3);
    expect(await count({ role: "assistant", content: parts })).toBe(4 + 2 + 4 + 2);
    expect(await count({ role: "user", content: [image] })).toBe(4 + 1600);
    const asked: ChatMessage = { role: "assistant", tool_calls: [{ id: "a", name: "read", arguments: {} }] };
    const costOf = async (is_error: boolean) => {
      const failed: ChatMessage = { role: "tool", tool_call_id: "a", content: "no", is_error };
      return (await buildContext([asked, failed], BY_LETTERS)).tokens;
    };
    expect([await costOf(false), await costOf(true)]).toEqual([4 + (8 + 4 + 4 + 2) + 4 + 2, 28 + 12]);
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

  it("that holds everything there could be removes nothing", async () => {
    const built = await within(Number.MAX_SAFE_INTEGER, [text("user", "hello")]);
    expect([built.removed, built.tokens]).toEqual([[], 9]);
  });

  it("of nothing is an error that says what has to stay, and holds an empty conversation", async () => {
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

  it("that one message alone goes over says which, when everything else was left out", async () => {
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
  ])("that is %s is refused", async (_, budget, places) => {
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
  ])("that gives %s is refused", async (_, countTokens) => {
    const promise = buildContext(messages, { countTokens: countTokens as never });
    expect(await placesOf(promise)).toEqual(["/countTokens: bad_token_count"]);
  });

  it("that throws ends the build with its own error", async () => {
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

  it("are no more than a conversation may have", async () => {
    function* endless() {
      for (;;) yield { role: "user", content: "a" } as const;
    }
    expect(await placesOf(buildContext(endless()))).toEqual(["/messages: too_many"]);
  });
});
