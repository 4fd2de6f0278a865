/** Hostile and broken tools, stores and settings: every call has one result, and no tool harms the others or the messages. */

import { ToolCall, ToolRequestMessage } from "@parlance/builders";
import { encode, type Message } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { countEffort } from "../../../core/test/effort.js";
import {
  createReplayLedger,
  createToolRegistry,
  decideCalls,
  type ExecuteOptions,
  executeCalls,
} from "../../src/tools/index.js";
import { approved, codesOf, execute, requestOf, SECRET, throwing, tool } from "./fixtures.js";

describe("arguments", () => {
  it("cannot be changed by the tool: the message stays what was approved", async () => {
    const request = approved(requestOf(["1", "mutating", { list: [1], path: "a" }]));
    const before = encode(request);
    const mutating = tool("mutating", (args) => {
      (args.list as number[]).push(2);
    });
    const [result] = await execute(request, [mutating]);
    expect(result?.data.error?.code).toBe("tool_failed");
    expect(encode(request)).toBe(before);
    expect(ToolRequestMessage.mayExecute(request, "1")).toBe(true);
  });

  it("are held against the definition before the tool sees them, also those that every object inherits", async () => {
    const seen: unknown[] = [];
    const typed = tool("typed", (args) => void seen.push(args), {
      parameters: {
        type: "object",
        properties: { toString: { type: "string" } },
        required: ["toString"],
        additionalProperties: false,
      },
    });
    const calls = requestOf(
      ["1", "typed"],
      ["2", "typed", { toString: 1 }],
      ["3", "typed", { toString: "x", [SECRET]: 1 }],
    );
    const results = await execute(approved(calls), [typed]);
    expect(codesOf(results)).toEqual(["invalid_arguments", "invalid_arguments", "invalid_arguments"]);
    expect(results.map(({ data }) => data.error?.recoverable)).toEqual([true, true, true]);
    expect(seen).toEqual([]);
  });
});

describe("each tool", () => {
  it("is told what it runs for, and nothing that it could change", async () => {
    const runs: object[] = [];
    const curious = tool("curious", (_, run) => void runs.push(run));
    const request = approved(requestOf(["call_1", "curious"]));
    await execute(request, [curious], { context: { ...EVERYTHING, workspace_path: "/work/shop" } });
    expect(runs).toMatchObject([
      { request_id: request.id, call_id: "call_1", context: { workspace_path: "/work/shop" } },
    ]);
    expect(Object.isFrozen(runs[0])).toBe(true);
    expect(Object.isFrozen((runs[0] as { context: object }).context)).toBe(true);
  });

  it("may be called through a name that every object has", async () => {
    const results = await execute(approved(requestOf(["1", "constructor"], ["2", "__proto__"])), []);
    expect(codesOf(results)).toEqual(["unknown_tool", "unknown_tool"]);
  });
});

const EVERYTHING = {
  max_auto_approval_risk_level: "safe",
  allow_terminal_tools: true,
  allow_network_tools: true,
  allow_file_writes: true,
} as const;

describe("a decision that lets no call run", () => {
  it("has a result that says how it came to that", async () => {
    const { deny, expire, cancel } = ToolRequestMessage;
    let request = requestOf(...["1", "2", "3", "4", "5"].map((id) => [id, "x"] as const));
    request = deny(request, "1", { decided_by: "ann" });
    request = deny(request, "2", { decided_by: "quiet_hours", reason: "Later." });
    request = expire(request, "3");
    request = cancel(request, "4");
    request = cancel(request, "5", { reason: "Never mind." });
    const results = await execute(request, [tool("x", throwing(new Error("ran")))]);
    expect(results.map(({ data }) => [data.status, data.error?.code, data.error?.message])).toEqual([
      ["denied", undefined, undefined],
      ["denied", "denied", "Later."],
      ["denied", "expired", "Nobody decided."],
      ["cancelled", undefined, undefined],
      ["cancelled", "cancelled", "Never mind."],
    ]);
    expect(results.map(({ data }) => data.execution)).toEqual(results.map(() => undefined));
  });
});

describe("a store that fails", () => {
  it("ends the operation: nothing else begins, running tools are called off, and what fails first is thrown", async () => {
    const full = new Error("disk full");
    const begun: string[] = [];
    const signals: AbortSignal[] = [];
    const quick = tool("quick", () => void begun.push("quick"));
    const slow = tool("slow", (_, { signal }) => {
      begun.push("slow");
      signals.push(signal);
      return new Promise<never>(() => undefined);
    });
    const offered: Message[] = [];
    const request = approved(requestOf(["1", "quick"], ["2", "slow"], ["3", "quick"], ["4", "quick"]));
    const executing = execute(request, [quick, slow], {
      max_concurrency: 2,
      onDirty: (message) => {
        offered.push(message);
        throw offered.length === 1 ? full : new Error("again");
      },
    });
    await expect(executing).rejects.toBe(full);
    expect(begun).toEqual(["quick", "slow"]);
    // What ended and what was called off by it; nothing is made up for the others.
    expect(offered.map(({ type }) => type)).toEqual(["tool_result", "tool_result"]);
    expect(signals[0]?.aborted).toBe(true);
  });

  it("a ledger that fails lets the call not run", async () => {
    const full = new Error("disk full");
    let runs = 0;
    const count = tool("count", () => void runs++);
    for (const ledger of [
      { begin: throwing(full) },
      { begin: () => Promise.reject(full) },
      createReplayLedger([], () => Promise.reject(full)),
    ])
      await expect(execute(approved(requestOf(["1", "count"])), [count], { ledger })).rejects.toBe(full);
    expect(runs).toBe(0);
  });
});

describe("settings that mean nothing", () => {
  it("are refused together before anything runs", async () => {
    const wrong = { registry: null, ledger: {}, max_concurrency: 0, default_timeout_ms: 1.5, max_output_bytes: "1" };
    await expect(
      executeCalls(approved(requestOf(["1", "x"])), wrong as unknown as ExecuteOptions),
    ).rejects.toMatchObject({
      issues: [
        { path: "/registry" },
        { path: "/ledger" },
        { path: "/max_concurrency" },
        { path: "/default_timeout_ms" },
        { path: "/max_output_bytes" },
      ],
    });
    const options = { registry: createToolRegistry([]), ledger: createReplayLedger() };
    const unreadable = { ...options, results: [null], onDirty: "me" } as unknown as ExecuteOptions;
    await expect(executeCalls(approved(requestOf(["1", "x"])), unreadable)).rejects.toMatchObject({
      issues: [{ path: "/results" }, { path: "/onDirty" }],
    });
    const context = {} as never;
    await expect(
      executeCalls(approved(requestOf(["1", "x"])), { ...options, context: [] as unknown as typeof context }),
    ).rejects.toMatchObject({
      issues: [{ path: "/context" }],
    });
  });
});

it("decides on and answers 3,000 calls of one request, with work that grows with their number and not its square", async () => {
  const workOn = async (count: number): Promise<number> => {
    const calls = Array.from({ length: count }, (_, at) => [`${at}`, "echo", { at }] as const);
    const request = ToolRequestMessage.create(calls.map(([id, name, args]) => ToolCall.create(id, name, args)));
    const echo = tool("echo", ({ at }) => at ?? null, { traits: { risk_level: "safe" } });
    const effort = countEffort();
    const decided = await decideCalls(request, { registry: createToolRegistry([echo]) });
    const results = await execute(decided, [echo]);
    const work = effort();
    expect(results.map(({ data }) => data.output)).toEqual(calls.map(([, , { at }]) => at));
    return work;
  };
  await workOn(300);
  const few = await workOn(300);
  expect((await workOn(3_000)) / few).toBeLessThan(60);
});
