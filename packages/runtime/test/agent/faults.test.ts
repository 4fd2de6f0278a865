/** Turns in which something goes wrong: nothing that was complete is lost, and the next turn can follow. */

import { inspect } from "node:util";
import { AgentRequest } from "@parlance/builders";
import { ProviderError, toChatMessages } from "@parlance/providers";
import { describe, expect, it } from "vitest";
import { ContextOverflowError } from "../../src/context/index.js";
import { type AgentTurn, ModelError, type ModelEvent } from "../../src/index.js";
import { calls, chatCompletions, ollama, says } from "./answers.js";
import {
  breaksAfter,
  deafUrl,
  type Play,
  plays,
  resets,
  type ScriptedServer,
  scriptedServer,
  status,
} from "./scripted-server.js";
import {
  echo,
  expectOneResultEach,
  inShort,
  modelAt,
  requestOf,
  soon,
  store,
  toolNamed,
  turnAt,
  warnings,
} from "./turn.js";

/** Sends what a turn left behind on with a next request; the server looks whether every call has its result. */
async function expectSequel(turn: AgentTurn, server: ScriptedServer): Promise<void> {
  server.append(plays(says("Going on.")));
  const history = toChatMessages(turn.messages).messages;
  const request = AgentRequest.with(requestOf("And now?"), { history });
  const next = await turnAt(server.url, { request });
  expect({ status: next.status, problems: server.problems }).toEqual({ status: "completed", problems: [] });
  expectOneResultEach(turn);
}

const twoCalls = chatCompletions({
  texts: ["I look."],
  calls: [
    { id: "c1", name: "echo", pieces: ['{"text":', '"one"}'] },
    { id: "c2", name: "echo", pieces: ['{"text":', '"two"}'] },
  ],
});

describe("A stream that breaks", () => {
  it.each([
    ["in the middle of text", 2, ["assistant: I look."]],
    ["in the middle of a call", 4, ["assistant: I look.", "calls c1 echo denied", "c1 error defect"]],
    [
      "between two calls",
      6,
      ["assistant: I look.", "calls c1 echo cancelled, c2 echo denied", "c1 cancelled", "c2 error defect"],
    ],
    [
      "before its last word",
      8,
      ["assistant: I look.", "calls c1 echo cancelled, c2 echo denied", "c1 cancelled", "c2 error defect"],
    ],
  ])("a stream that breaks %s keeps what had come, and runs nothing", async (_, pieces, expected) => {
    const ran: unknown[] = [];
    const tool = toolNamed("echo", { execute: ({ text }) => ran.push(text) });
    for (const [play, reason] of [
      [breaksAfter, "connection_lost"],
      [plays, "cut_off"],
    ] as const) {
      const server = await scriptedServer(play(twoCalls.slice(0, pieces)));
      const { onDirty, lines } = store();
      const turn = await turnAt(server.url, { tools: [tool], onDirty });
      expect(turn).toMatchObject({ status: "failed", error: { code: "model_error", reason } });
      expect(inShort(turn.messages)).toEqual(["user: Hello", ...expected]);
      expect(new Set(lines.map((line) => "id" in line && line.id))).toEqual(
        new Set(turn.messages.map((line) => "id" in line && line.id)),
      );
      await expectSequel(turn, server);
    }
    expect(ran).toEqual([]);
  });

  it("is a fault also where the caller's own model reads it", async () => {
    const { fromStream } = await import("@parlance/providers/openai");
    const model = { stream: () => fromStream(twoCalls.slice(0, 6)) };
    const turn = await turnAt("http://localhost", { model });
    expect(turn).toMatchObject({ status: "failed", error: { reason: "cut_off" } });
    expect(inShort(turn.messages)).toContain("calls c1 echo cancelled, c2 echo denied");
  });

  it("a stream that breaks in a later round keeps the rounds before it, and can be gone on with", async () => {
    const server = await scriptedServer(
      plays(calls(["c1", "echo", '{"text":"a"}'])),
      breaksAfter([]),
      breaksAfter([]),
      breaksAfter([]),
    );
    const turn = await turnAt(server.url);
    expect(turn.status).toBe("failed");
    expect(inShort(turn.messages)).toEqual(["user: Hello", "calls c1 echo auto_approved", "c1 success"]);
    await expectSequel(turn, server);
  });

  it("a stream that breaks with an error of the provider keeps the text, and tells the error", async () => {
    const error = `data: ${JSON.stringify({ error: { message: "secret words", type: "server_error" } })}\n\n`;
    const server = await scriptedServer(plays([...says("Half").slice(0, 2), error]));
    const turn = await turnAt(server.url);
    expect(inShort(turn.messages)).toEqual(["user: Hello", "assistant: Half"]);
    expect(ProviderError.isInstance(turn.error) && turn.error.type).toBe("server_error");
    expect(inspect(turn.error, { depth: 10, showHidden: true })).not.toContain("secret words");
    await expectSequel(turn, server);
  });
});

describe("An answer that says that it is whole, and not why it ended", () => {
  const withoutReason = (pieces: readonly string[]): readonly string[] =>
    pieces.map((piece) =>
      piece.replace(/"finish_reason":"\w+"/, '"finish_reason":null').replace(/,"done_reason":"\w+"/, ""),
    );

  it.each([
    ["openai", chatCompletions],
    ["ollama", ollama],
  ] as const)("is one for %s, and its calls run", async (provider, write) => {
    const called = write({ calls: [{ id: "c1", name: "echo", pieces: ['{"text":"a"}'] }] });
    const server = await scriptedServer(
      ...[called, write({ texts: ["Done."] })].map((one) => plays(withoutReason(one))),
    );
    const turn = await turnAt(server.url, { model: modelAt(server.url, { provider }) });
    expect(turn).toMatchObject({ status: "completed", messages: [{}, {}, { data: { status: "success" } }, {}] });
    expect(inShort(turn.messages).at(-1)).toBe("assistant: Done.");
    expect(server.problems).toEqual([]);
  });
});

describe("A server that does not answer", () => {
  it.each([
    ["429 for ever", [1, 2, 3].map(() => status(429, "", { "retry-after": "1" })), { status: 429 }],
    ["500 for ever", [1, 2, 3].map(() => status(500)), { status: 500 }],
    ["resets for ever", [1, 2, 3].map(() => resets()), { reason: "unreachable" }],
    ["a key that is wrong", [status(401)], { status: 401 }],
  ] as const)("%s ends the turn with its error and keeps what the user said", async (_, script, error) => {
    const server = await scriptedServer(...script);
    const turn = await turnAt(server.url);
    expect(turn).toMatchObject({ status: "failed", error });
    expect(inShort(turn.messages)).toEqual(["user: Hello"]);
    expect(turn.rounds).toMatchObject([{ report: [], removed: [] }]);
    await expectSequel(turn, server);
  });

  it("is an error where nobody listens", async () => {
    const turn = await turnAt(await deafUrl());
    expect(turn).toMatchObject({ status: "failed", error: { reason: "unreachable", system_code: "ECONNREFUSED" } });
  });

  it("is forgotten once it answers", async () => {
    const server = await scriptedServer(
      status(429, "", { "retry-after": "1" }),
      plays(calls(["c1", "echo", '{"text":"a"}'])),
      status(503, "<html>busy</html>"),
      plays(says("Done.")),
    );
    const turn = await turnAt(server.url);
    expect(turn.status).toBe("completed");
    expect(inShort(turn.messages).at(-1)).toBe("assistant: Done.");
    expect(server.problems).toEqual([]);
  });
});

describe("A model that makes mistakes", () => {
  const mistakes: readonly (readonly [string, readonly string[], string, string])[] = [
    [
      "calls a tool that there is not",
      calls(["c1", "nothing", "{}"]),
      "c1 error unknown_tool",
      "calls c1 nothing denied",
    ],
    [
      "gives arguments that the tool does not take",
      calls(["c1", "echo", '{"txt":"a"}']),
      "c1 error invalid_arguments",
      "calls c1 echo denied",
    ],
    [
      "writes arguments that are not JSON",
      calls(["c1", "echo", '{"text":']),
      "c1 error defect",
      "calls c1 echo denied",
    ],
    [
      "is cut off within the arguments by its limit",
      chatCompletions({ calls: [{ id: "c1", name: "echo", pieces: ['{"text":"a'] }], isCut: true }),
      "c1 error defect",
      "calls c1 echo denied",
    ],
  ];
  it.each(mistakes)("a model that %s is told so and corrects itself", async (_, answer, result, request) => {
    const ran: unknown[] = [];
    const tool = toolNamed("echo", { execute: ({ text }) => ran.push(text) });
    const server = await scriptedServer(
      plays(answer),
      plays(calls(["c2", "echo", '{"text":"right"}'])),
      plays(says("There.")),
    );
    const turn = await turnAt(server.url, { tools: [tool] });
    expect(inShort(turn.messages)).toEqual([
      "user: Hello",
      request,
      result,
      "calls c2 echo auto_approved",
      "c2 success",
      "assistant: There.",
    ]);
    expect(ran).toEqual(["right"]);
    const told = server.requests[1]?.body.messages.at(-1);
    expect(told).toMatchObject({ role: "tool", tool_call_id: "c1" });
    expect(told.content.length).toBeGreaterThan(10);
    await expectSequel(turn, server);
  });

  it("a model that gives two calls one id still gets a result for each", async () => {
    const server = await scriptedServer(
      plays(calls(["same", "echo", '{"text":"1"}'], ["same", "echo", '{"text":"2"}'])),
      plays(calls(["same", "echo", '{"text":"3"}'])),
      plays(says("Done.")),
    );
    const turn = await turnAt(server.url);
    expect(turn.messages.filter(({ type }) => type === "tool_result")).toHaveLength(3);
    await expectSequel(turn, server);
  });

  it("a model that says nothing at all has said its last word", async () => {
    const server = await scriptedServer(plays(says()));
    const turn = await turnAt(server.url);
    expect(turn.status).toBe("completed");
    expect(inShort(turn.messages)).toEqual(["user: Hello"]);
  });

  it("a model that stops at its limit within the text has said what it said", async () => {
    const server = await scriptedServer(plays(chatCompletions({ texts: ["Half a"], isCut: true })));
    const turn = await turnAt(server.url);
    expect(turn.status).toBe("completed");
    expect(turn.rounds.at(-1)?.answer?.finish_reason).toBe("length");
  });

  it("a model that calls tools without end is stopped at the limit", async () => {
    const server = await scriptedServer(...[1, 2, 3].map((n) => plays(calls([`c${n}`, "echo", '{"text":"a"}']))));
    const turn = await turnAt(server.url, { max_iterations: 3 });
    expect(turn.status).toBe("iteration_limit");
    expect(turn.rounds).toHaveLength(3);
    await expectSequel(turn, server);
  });

  it("a model that has no ids, as Ollama's, gets each result in its place", async () => {
    const written = (text: string) => ({ id: "", name: "echo", pieces: [JSON.stringify({ text })] });
    const server = await scriptedServer(
      plays(ollama({ calls: [written("1"), written("2")] })),
      plays(ollama({ calls: [written("3")] })),
      plays(ollama({ texts: ["Done."] })),
    );
    const turn = await turnAt(server.url, { model: modelAt(server.url, { provider: "ollama" }) });
    expect(turn.status).toBe("completed");
    expectOneResultEach(turn);
    expect(server.problems).toEqual([]);
  });
});

describe("A tool", () => {
  const script: readonly Play[] = [
    plays(calls(["c1", "tool", '{"text":"a"}'], ["c2", "echo", '{"text":"b"}'])),
    plays(says("Well.")),
  ];

  it("a tool that never ends is left after its time, and the model is told", async () => {
    const server = await scriptedServer(...script);
    const tool = toolNamed("tool", { timeout_ms: 30, execute: () => new Promise(() => undefined) });
    const turn = await soon(turnAt(server.url, { tools: [tool, echo] }));
    expect(inShort(turn.messages).slice(2)).toEqual(["c1 timeout timeout", "c2 success", "assistant: Well."]);
    await expectSequel(turn, server);
  });

  it.each([
    [undefined, "secret path /root/x"],
    ["code", "tool_failed"],
  ] as const)("a tool that throws fails alone, and the model is told what `errors: %s` says", async (errors, told) => {
    const server = await scriptedServer(...script);
    const { logger, list } = warnings();
    const tool = toolNamed("tool", {
      execute: () => {
        throw new Error("secret path /root/x");
      },
    });
    const turn = await turnAt(server.url, { tools: [tool, echo], logger, errors });
    expect(inShort(turn.messages).slice(2)).toEqual(["c1 error tool_failed", "c2 success", "assistant: Well."]);
    expect(server.requests[1]?.body.messages.at(-2).content).toBe(`Error: ${told}`);
    expect(JSON.stringify(list)).not.toContain("secret path");
  });
});

describe("What the caller's own functions throw", () => {
  const bug = new Error("a bug");
  const throwing = (): never => {
    throw bug;
  };

  it.each(["user", "pending", "approved", "result", "assistant"])(
    "what onDirty throws at the %s message ends the turn, and nothing further runs",
    async (at) => {
      const order = ["user", "pending", "approved", "result", "assistant"];
      const ran: unknown[] = [];
      const server = await scriptedServer(plays(calls(["c1", "echo", '{"text":"a"}'])), plays(says("Done.")));
      let stored = 0;
      const turn = turnAt(server.url, {
        tools: [toolNamed("echo", { execute: ({ text }) => ran.push(text) })],
        onDirty: async () => {
          await Promise.resolve();
          if (order[stored++] === at) throw bug;
        },
      });
      await expect(turn).rejects.toBe(bug);
      expect(stored).toBe(order.indexOf(at) + 1);
      expect(ran).toHaveLength(order.indexOf(at) > 2 ? 1 : 0);
      expect(server.requests).toHaveLength([0, 1, 1, 1, 2][order.indexOf(at)] ?? -1);
    },
  );

  it("comes through, from whichever it is", async () => {
    const risky = toolNamed("risky", { risk: "high" });
    const settings = { tools: [risky] };
    for (const functions of [
      { onEvent: throwing },
      { policy: throwing },
      { ask: throwing },
      { ask: approving, ledger: { begin: throwing } },
      { budget: { max_tokens: 100 }, countTokens: throwing },
    ]) {
      const server = await scriptedServer(plays(calls(["c1", "risky", '{"text":"a"}'])));
      await expect(turnAt(server.url, { ...settings, ...functions })).rejects.toBe(bug);
    }
  });

  it("closes the connection that the answer comes over", async () => {
    const server = await scriptedServer(async (response) => {
      response.writeHead(200);
      for (const piece of says("a", "b").slice(0, 3)) response.write(piece);
    });
    const onEvent = ({ type }: ModelEvent): void => (type === "text" ? throwing() : undefined);
    await expect(turnAt(server.url, { onEvent })).rejects.toBe(bug);
    expect(server.requests).toHaveLength(1);
    await soon(server.left());
  });

  it("is in the error where a model of the caller's own throws, out of sight of logs", async () => {
    const turn = await turnAt("http://localhost", { model: { stream: throwing } });
    expect(turn).toMatchObject({ status: "failed", error: { reason: "failed", retryable: false } });
    expect(ModelError.isInstance(turn.error) && turn.error.original).toBe(bug);
    expect(inspect(turn.error, { depth: 10, showHidden: true })).not.toContain("a bug");
  });

  it("does not hide why the answer ended where such a model throws when it is asked what had come", async () => {
    const iterator = { next: async () => ({ done: true, value: undefined }) as const };
    const stream = () => ({ partial: throwing, [Symbol.asyncIterator]: () => iterator });
    const turn = await turnAt("http://localhost", { model: { stream } });
    expect(turn).toMatchObject({ status: "failed", error: { reason: "cut_off" } });
  });
});

const approving = (asked: readonly { readonly call: { readonly id: string } }[]) =>
  asked.map(({ call }) => ({ call_id: call.id, decision: "approve" as const, decided_by: "ann" }));

describe("A conversation that is too long", () => {
  const words = "word ".repeat(200);

  it("is sent without what does not fit, and the turn keeps all", async () => {
    const server = await scriptedServer(
      ...[1, 2, 3].map((n) => plays(calls([`c${n}`, "long", '{"text":"a"}']))),
      plays(says("Done.")),
    );
    const { logger, list } = warnings();
    const turn = await turnAt(server.url, {
      tools: [toolNamed("long", { execute: () => words })],
      budget: { max_tokens: 700 },
      logger,
    });
    expect(turn.status).toBe("completed");
    expect(turn.messages).toHaveLength(8);
    expect(turn.rounds.at(-1)?.removed.length).toBeGreaterThan(0);
    expect(list.map(({ code }) => code)).toContain("context_removed");
    expect(server.problems).toEqual([]);
    expect(server.requests[3]?.text.length).toBeLessThan(3_000);
  });

  it("a conversation of which too much has to stay ends the turn", async () => {
    const server = await scriptedServer(plays(calls(["c1", "long", '{"text":"a"}'])));
    const tools = [toolNamed("long", { execute: () => words })];
    const turn = await turnAt(server.url, { tools, budget: { max_tokens: 200 } });
    expect(turn.status).toBe("failed");
    expect(ContextOverflowError.isInstance(turn.error)).toBe(true);
    expect(inShort(turn.messages)).toEqual(["user: Hello", "calls c1 long auto_approved", "c1 success"]);
  });
});
