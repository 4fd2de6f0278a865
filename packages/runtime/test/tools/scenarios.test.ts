/** What is asked of tool requests and their results, scenario by scenario. */

import { ToolCall, ToolRequestMessage } from "@parlance/builders";
import { encode, type Message } from "@parlance/core";
import * as anthropic from "@parlance/providers/anthropic";
import * as ollama from "@parlance/providers/ollama";
import * as openai from "@parlance/providers/openai";
import * as vllm from "@parlance/providers/vllm";
import { describe, expect, it } from "vitest";
import {
  type CallToDecide,
  createReplayLedger,
  createToolRegistry,
  decideCalls,
  executeCalls,
  ToolFailure,
} from "../../src/tools/index.js";
import {
  approved,
  codesOf,
  deferred,
  execute,
  REQUEST_ID,
  requestOf,
  SECRET,
  statusesOf,
  store,
  strangeTool,
  tool,
  turn,
} from "./fixtures.js";

const readFile = tool("read_file", ({ path }) => ({ path: String(path), lines: 2 }), {
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  traits: { category: "file_system", risk_level: "safe" },
});
const writeFile = tool("write_file", () => ({ written: true }), {
  concurrency: "exclusive",
  traits: { category: "file_system", risk_level: "high", capabilities: ["writes_files"] },
});
const registry = createToolRegistry([readFile, writeFile]);

/** An answer of a model as OpenAI sends it. */
const ANSWER = {
  id: "chatcmpl-1",
  object: "chat.completion",
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "call_a", type: "function", function: { name: "read_file", arguments: '{"path":"a.txt"}' } },
          {
            id: "call_b",
            type: "function",
            function: { name: "write_file", arguments: '{"path":"b.txt","size":1e400}' },
          },
        ],
      },
      finish_reason: "tool_calls",
    },
  ],
};

describe("Tool Request Processing", () => {
  it("Parsing tool request from LLM response: calls in OpenAI's form become a tool request with the same ids and parsed arguments", () => {
    const { messages } = openai.fromResponse(JSON.stringify(ANSWER));
    const request = messages.at(-1) as ToolRequestMessage;
    expect(request.type).toBe("tool_request");
    expect(request.data.tool_calls.map(({ id, name }) => [id, name])).toEqual([
      ["call_a", "read_file"],
      ["call_b", "write_file"],
    ]);
    expect(request.data.tool_calls[0]?.arguments).toEqual({ path: "a.txt" });
    expect(request.data.tool_calls.map(({ approval }) => approval.status)).toEqual(["pending", "pending"]);
    // Numbers that no double can hold keep their digits.
    expect(encode(request)).toContain('{"path":"b.txt","size":1e400}');
    expect(ToolCall.isExecutable(request.data.tool_calls[0] as ToolCall)).toBe(true);
  });

  it("Single tool request: the approval is checked, the tool is executed, and its result is captured in a message", async () => {
    const { messages, onDirty } = store();
    const request = requestOf(["call_1", "read_file", { path: "a.txt" }]);
    const decided = await decideCalls(request, { registry, onDirty });
    const results = await executeCalls(decided, { registry, ledger: createReplayLedger(), onDirty });
    expect(decided.data.tool_calls[0]?.approval).toMatchObject({ status: "auto_approved", decided_by: "risk_level" });
    expect(results).toHaveLength(1);
    expect(results[0]?.data).toMatchObject({ status: "success", output: { path: "a.txt", lines: 2 } });
    expect(messages).toEqual([decided, results[0]]);
  });

  it("Single tool request: a call that is not approved is not executed, and is answered all the same", async () => {
    let runs = 0;
    const counting = tool("write_file", () => void runs++);
    const request = requestOf(["call_1", "write_file"]);
    const denied = ToolRequestMessage.deny(request, "call_1", { decided_by: "ann", reason: "Not today." });
    const results = await execute(denied, [counting]);
    expect(runs).toBe(0);
    expect(results[0]?.data).toEqual({
      request_id: REQUEST_ID,
      tool_call_id: "call_1",
      status: "denied",
      error: { code: "denied", message: "Not today.", recoverable: true },
    });
  });

  it("Multiple tool requests: each call has its own decision, safe ones run concurrently, and results are in the order of the calls", async () => {
    const gate = deferred();
    const begun: string[] = [];
    const slow = tool("slow", async () => {
      begun.push("slow");
      await gate.promise;
      return "slow";
    });
    const quick = tool("quick", () => {
      begun.push("quick");
      gate.resolve();
      return "quick";
    });
    let request = requestOf(["1", "slow"], ["2", "quick"], ["3", "quick"], ["4", "nowhere"]);
    request = ToolRequestMessage.deny(request, "3", { decided_by: "ann" });
    const { messages, onDirty } = store();
    // The slow one ends only when the quick one has run beside it.
    const results = await execute(approved(request), [slow, quick], { onDirty });
    expect(begun).toEqual(["slow", "quick"]);
    expect(results.map(({ data }) => [data.tool_call_id, data.status])).toEqual([
      ["1", "success"],
      ["2", "success"],
      ["3", "denied"],
      ["4", "error"],
    ]);
    expect(codesOf(results)).toEqual([undefined, undefined, undefined, "unknown_tool"]);
    expect(messages).toHaveLength(4);
  });

  it("Multiple tool requests: an exclusive call waits for those before it and runs alone, and those after it wait", async () => {
    const log: string[] = [];
    const noted = (name: string, concurrency: "safe" | "exclusive") =>
      tool(
        name,
        async () => {
          log.push(`${name} begins`);
          await turn();
          log.push(`${name} ends`);
        },
        { concurrency },
      );
    const tools = [noted("read", "safe"), noted("write", "exclusive")];
    await execute(approved(requestOf(["1", "read"], ["2", "read"], ["3", "write"], ["4", "read"])), tools);
    expect(log).toEqual([
      "read begins",
      "read begins",
      "read ends",
      "read ends",
      "write begins",
      "write ends",
      "read begins",
      "read ends",
    ]);
  });

  it("Tool request approval workflow: pending calls are shown to the user, who approves or denies each, and the message is stored", async () => {
    const { messages, onDirty } = store();
    const shown: (readonly CallToDecide[])[] = [];
    const request = requestOf(
      ["call_1", "write_file", { path: "a.txt" }],
      ["call_2", "write_file", { path: "b.txt" }],
      ["call_3", "read_file", { path: "c.txt" }],
    );
    const decided = await decideCalls(request, {
      registry,
      onDirty,
      now: () => Date.parse("2026-11-21T10:00:05.000Z"),
      ask: (calls) => {
        shown.push(calls);
        return [
          { call_id: "call_2", decision: "deny", decided_by: "ann", reason: "Not that file." },
          { call_id: "call_1", decision: "approve", decided_by: "ann" },
        ];
      },
    });
    expect(shown.map((calls) => calls.map(({ call, rule }) => [call.id, call.arguments, rule]))).toEqual([
      [
        ["call_1", { path: "a.txt" }, "risk_level"],
        ["call_2", { path: "b.txt" }, "risk_level"],
      ],
    ]);
    expect(decided.data.tool_calls.map(({ approval: { hash, call_id, tool_hash, ...approval } }) => approval)).toEqual([
      { status: "approved", decided_by: "ann", decided_at: "2026-11-21T10:00:05.000Z" },
      { status: "denied", decided_by: "ann", decided_at: "2026-11-21T10:00:05.000Z", reason: "Not that file." },
      { status: "auto_approved", decided_by: "risk_level", decided_at: "2026-11-21T10:00:05.000Z" },
    ]);
    expect([decided.id, decided.created_at]).toEqual([request.id, request.created_at]);
    expect(request.data.tool_calls[0]?.approval).toEqual({ status: "pending" });
    // What rules decided was safe before anybody was asked.
    expect(messages.map((message) => statusesIn(message))).toEqual([
      ["pending", "pending", "auto_approved"],
      ["approved", "denied", "auto_approved"],
    ]);
  });

  it("Tool request approval workflow: asked one by one, each decision is stored before the next question", async () => {
    const { messages, onDirty } = store();
    const stored: number[] = [];
    const decided = await decideCalls(requestOf(["1", "write_file"], ["2", "write_file"]), {
      registry,
      onDirty,
      asking: "one_by_one",
      ask: ([one]) => {
        stored.push(messages.length);
        return [{ call_id: one?.call.id ?? "", decision: "approve", decided_by: "ann" }];
      },
    });
    expect(stored).toEqual([0, 1]);
    expect(statusesIn(decided)).toEqual(["approved", "approved"]);
    expect(messages.map(statusesIn)).toEqual([
      ["approved", "pending"],
      ["approved", "approved"],
    ]);
  });
});

describe("Tool Result Handling", () => {
  it("Successful tool execution: the result names its request, is a success with structured output, and tells of the run", async () => {
    let time = Date.parse("2026-11-21T10:00:00.000Z");
    const taking = tool("read_file", ({ path }) => {
      time += 1_234;
      return { path: String(path), rows: [{ id: 1 }, { id: 2 }] };
    });
    const request = approved(requestOf(["call_1", "read_file", { path: "a.txt" }]));
    const [result] = await execute(request, [taking], { now: () => time });
    expect(result?.data).toEqual({
      request_id: REQUEST_ID,
      tool_call_id: "call_1",
      status: "success",
      output: { path: "a.txt", rows: [{ id: 1 }, { id: 2 }] },
      execution: { duration_ms: 1_234, completed_at: "2026-11-21T10:00:01.234Z" },
    });
  });

  it("Tool execution error: the result names its request and has the message, the stack, and whether to go on", async () => {
    const failing = tool("run_tests", () => {
      throw new ToolFailure("2 of 9 tests fail.", { code: "tests_fail", recoverable: true, cause: new Error(SECRET) });
    });
    const broken = strangeTool("broken", () => {
      throw new TypeError(SECRET);
    });
    const request = approved(requestOf(["1", "run_tests"], ["2", "broken"]));
    const [told, untold] = await execute(request, [failing, broken], { errors: "stack" });
    expect(told?.data).toMatchObject({
      request_id: REQUEST_ID,
      status: "error",
      error: { code: "tests_fail", message: "2 of 9 tests fail.", recoverable: true },
    });
    expect(told?.data.error?.stack).toContain("scenarios.test.ts");
    expect(told?.data.error?.stack).toContain(`Caused by: Error: ${SECRET}`);
    expect(untold?.data).toMatchObject({
      request_id: REQUEST_ID,
      status: "error",
      error: { code: "tool_failed", message: SECRET, recoverable: false },
    });
    expect(untold?.data.error?.stack).toContain(`TypeError: ${SECRET}`);
    expect(untold?.data.execution?.duration_ms).toBeGreaterThanOrEqual(0);
  });

  it("Feeding tool results back to LLM: each result stands after its request with its call's id, and no stack goes out", async () => {
    const failing = strangeTool("write_file", () => {
      throw new Error("The disk is full.", { cause: new Error(SECRET) });
    });
    const request = approved(requestOf(["call_1", "read_file", { path: "a.txt" }], ["call_2", "write_file"]));
    const results = await execute(request, [readFile, failing], { errors: "stack" });
    const messages: readonly Message[] = [request, ...results];
    const { body } = openai.toRequest({ messages, options: { model: "gpt-5" } });
    expect(body.messages.slice(1)).toEqual([
      { role: "tool", tool_call_id: "call_1", content: '{"path":"a.txt","lines":2}' },
      { role: "tool", tool_call_id: "call_2", content: "Error: The disk is full." },
    ]);
    const toAnthropic = anthropic.toRequest({ messages, options: { model: "claude-sonnet-4-5", max_tokens: 100 } });
    expect(toAnthropic.body.messages.at(-1)).toMatchObject({
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "call_1" },
        { type: "tool_result", tool_use_id: "call_2", is_error: true },
      ],
    });
    expect(JSON.stringify([body, toAnthropic.body])).not.toContain(SECRET);
    // It is there for developers.
    expect(results.map((result) => encode(result)).join()).toContain(SECRET);
    expect(statusesOf(results)).toEqual(["success", "error"]);
  });
});

it("Feeding tool results back to LLM: no provider is sent a stack or a cause, whatever is kept of them", async () => {
  const throwing = (thrown: unknown) => () => {
    throw thrown;
  };
  const names = ["broken", "text", "caused", "told", "late", "cyclic"] as const;
  const odd: object = Object.defineProperty({}, "self", { enumerable: true, get: throwing(new Error(SECRET)) });
  const runs: Readonly<Record<(typeof names)[number], () => unknown>> = {
    broken: throwing(new TypeError("not a list", { cause: SECRET })),
    text: throwing("no list"),
    caused: throwing(new Error("outer", { cause: new Error(SECRET) })),
    told: throwing(new ToolFailure("Only this.", { cause: new Error(SECRET) })),
    late: () => new Promise((_, reject) => setTimeout(reject, 50, new Error(SECRET))),
    cyclic: () => odd,
  };
  const tools = names.map((name) => strangeTool(name, runs[name], { timeout_ms: 20 }));
  const request = approved(requestOf(...names.map((name) => [`call_${name}`, name] as const)));
  const results = await execute(request, tools, { errors: "stack" });
  const messages: readonly Message[] = [request, ...results];
  const bodies = [openai, vllm, ollama].map(({ toRequest }) => toRequest({ messages, options: { model: "m" } }).body);
  const sent = [...bodies, anthropic.toRequest({ messages, options: { model: "m", max_tokens: 9 } }).body].map((body) =>
    JSON.stringify(body),
  );
  for (const body of sent) {
    for (const told of ["Only this.", "not a list", "no list", "outer"]) expect(body).toContain(told);
    expect(body).toContain("It took more than 20 ms.");
    expect(body).not.toMatch(new RegExp(`${SECRET}|scenarios\\.test|Caused by|\\bat [^ ]+ \\(|TypeError|"stack"`));
  }
  const stacks = results.filter(({ data }) => data.error?.stack?.includes(SECRET));
  expect(stacks.map(({ data }) => data.tool_call_id)).toEqual([
    "call_broken",
    "call_caused",
    "call_told",
    "call_cyclic",
  ]);
});

function statusesIn(message: Message): readonly string[] {
  return message.type === "tool_request" ? message.data.tool_calls.map(({ approval }) => approval.status) : [];
}
