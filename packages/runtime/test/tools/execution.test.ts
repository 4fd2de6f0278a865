/** Hostile and broken tools: every call has one result, and no tool harms the others or the messages. */

import { ToolCall, ToolRequestMessage } from "@parlance/builders";
import { encode, type Message, ToolResultMessage } from "@parlance/core";
import { parseJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import {
  createReplayLedger,
  createToolRegistry,
  decideCalls,
  type ExecuteOptions,
  executeCalls,
  ToolFailure,
  toolOutput,
} from "../../src/tools/index.js";
import {
  approved,
  codesOf,
  deferred,
  execute,
  recorder,
  requestOf,
  SECRET,
  statusesOf,
  store,
  strangeTool,
  tool,
  turn,
} from "./fixtures.js";

/** The one result of a tool that is called once. */
async function resultOf(run: () => unknown, options: Partial<ExecuteOptions> = {}): Promise<ToolResultMessage> {
  const [result] = await execute(approved(requestOf(["1", "odd"])), [strangeTool("odd", run)], options);
  if (result === undefined) throw new Error("no result");
  return result;
}

function throwing(value: unknown): () => never {
  return () => {
    throw value;
  };
}

/** A proxy that throws the secret whatever is asked of it. */
function hostile(): object {
  const trap = throwing(new Error(SECRET));
  return new Proxy({}, new Proxy({}, { get: () => trap }));
}

/** What `await` takes for a promise. */
function thenable(then: (resolve: (value: unknown) => void) => void): object {
  return Object.defineProperty({}, THEN, { value: then });
}

/** A time that is never over. */
const patient = (_: number, signal: AbortSignal): Promise<void> =>
  new Promise((__, reject) => signal.addEventListener("abort", reject));

/** In a constant, since the linter takes what is written out for a mistake. */
const THEN = "then";

describe("what a tool gives back", () => {
  it.each<[string, unknown, unknown]>([
    ["nothing", undefined, undefined],
    ["null", null, null],
    ["false", false, false],
    ["an empty text", "", ""],
    ["a list with a member that is left out", [{ a: undefined, b: 1 }], [{ b: 1 }]],
    ["an object without a prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ["a promise", Promise.resolve([1]), [1]],
  ])("may be %s", async (_, given, output) => {
    const result = await resultOf(() => given);
    expect(result.data.status).toBe("success");
    expect(Object.hasOwn(result.data, "output")).toBe(output !== undefined);
    expect(result.data.output).toEqual(output);
  });

  it("keeps the digits of its numbers, and is a copy that nobody else holds", async () => {
    const rows = [{ id: 1 }, [1]];
    const result = await resultOf(() => parseJson('{"id":12345678901234567891}'));
    expect(encode(result)).toContain('"output":{"id":12345678901234567891}');
    const copied = await resultOf(() => rows);
    rows.push([2]);
    expect(copied.data.output).toHaveLength(2);
    expect(Object.isFrozen(copied.data.output)).toBe(true);
  });

  it("may have another text for the model", async () => {
    const result = await resultOf(() => toolOutput({ rows: 2 }, { text: "two rows" }));
    expect(result.data).toMatchObject({ output: { rows: 2 }, output_text: "two rows" });
    const silent = await resultOf(() => toolOutput(undefined, { text: "done" }));
    expect(silent.data).toMatchObject({ status: "success", output_text: "done" });
    const forged = await resultOf(() => ({ output: 1, text: "forged" }));
    expect(forged.data).toMatchObject({ output: { output: 1, text: "forged" } });
  });

  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  let deep: unknown = 1;
  for (let depth = 0; depth < 256; depth++) deep = [deep];
  it.each<[string, unknown]>([
    ["a BigInt", 1n],
    ["a function", () => 1],
    ["a symbol", Symbol("x")],
    ["NaN", Number.NaN],
    ["a cycle", cycle],
    ["too many levels", deep],
    ["a date", new Date(0)],
    ["a map", new Map([[1, 2]])],
    ["a member that is a function", { a: () => 1 }],
    ["a getter that throws", Object.defineProperty({}, "a", { enumerable: true, get: throwing(new Error(SECRET)) })],
    ["a text for the model that is none", toolOutput(1, { text: 1 as unknown as string })],
  ])("is refused when it is no JSON: %s", async (_, given) => {
    const result = await resultOf(() => given);
    expect(result.data.status).toBe("error");
    expect(result.data.error).toMatchObject({
      code: "bad_output",
      message: "The tool ended, but what it gave back is no JSON.",
      recoverable: false,
    });
    expect(Object.hasOwn(result.data, "output")).toBe(false);
    expect(ToolResultMessage.is(result)).toBe(true);
  });

  it("is refused when it is a proxy or a thenable that throws, and the secret stays inside", async () => {
    for (const given of [
      hostile(),
      Object.defineProperty({}, THEN, { get: throwing(SECRET) }),
      thenable(throwing(SECRET)),
    ]) {
      const { status, error } = (await resultOf(() => given)).data;
      expect(status).toBe("error");
      expect(error?.message).not.toContain(SECRET);
    }
  });

  it("is refused when it is more than allowed, and the model is told so", async () => {
    let bomb: unknown = "x";
    for (let level = 0; level < 100; level++) bomb = [bomb, bomb];
    const huge = [
      "x".repeat(101),
      "ö".repeat(51),
      Array.from({ length: 101 }, () => 1),
      new Array(2 ** 32 - 1),
      { text: "\n".repeat(60) },
      toolOutput(1, { text: "x".repeat(101) }),
      bomb,
    ];
    for (const given of huge) {
      const { data } = await resultOf(() => given, { max_output_bytes: 100 });
      expect(data.error).toEqual({
        code: "output_too_large",
        message: "The tool ended, but what it gave back is more than 100 bytes.",
        recoverable: true,
      });
    }
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const either = [await resultOf(() => [bomb, cycle]), await resultOf(() => [cycle, bomb])];
    expect(codesOf(either)).toEqual(["output_too_large", "bad_output"]);
    const fits = await resultOf(() => "x".repeat(98), { max_output_bytes: 100 });
    expect(fits.data.status).toBe("success");
  });

  it("counts once, however often the tool answers", async () => {
    const { messages, onDirty } = store();
    const twice = thenable((resolve) => {
      resolve(1);
      resolve(2);
    });
    const result = await resultOf(() => twice, { onDirty });
    expect(result.data.output).toBe(1);
    expect(messages).toEqual([result]);
  });
});

describe("what a tool throws", () => {
  it.each<[string, unknown]>([
    ["a text", SECRET],
    ["undefined", undefined],
    ["null", null],
    ["a number", 42],
    ["an error with a secret", new Error(SECRET)],
    ["an error whose cause has the secret", new Error("x", { cause: new Error(SECRET) })],
    ["an object that looks like a failure", { name: "ToolFailure", message: SECRET, code: "x", recoverable: true }],
    ["a proxy", hostile()],
    ["an error with a stack that throws", Object.defineProperty(new Error(SECRET), "stack", { get: throwing(SECRET) })],
    [
      "an error that causes itself",
      (() => {
        const error = new Error("x");
        error.cause = error;
        return error;
      })(),
    ],
    ["a failure of wrong parts", new ToolFailure(SECRET, { code: 1 as unknown as string })],
    ["a failure without a code", new ToolFailure(SECRET, { code: "" })],
  ])("tells the model nothing of its content: %s", async (_, thrown) => {
    const result = await resultOf(throwing(thrown));
    expect(result.data).toMatchObject({
      status: "error",
      error: { code: "tool_failed", message: "The tool failed.", recoverable: false },
    });
    const { stack, ...told } = result.data.error ?? {};
    expect(JSON.stringify(told)).not.toContain(SECRET);
    const rejected = await resultOf(() => Promise.reject(thrown));
    expect(rejected.data.error?.code).toBe("tool_failed");
  });

  it("is what the model is told when it is a ToolFailure, of any copy of this package", async () => {
    const unrecoverable = await resultOf(throwing(new ToolFailure("No such branch.", { recoverable: false })));
    expect(unrecoverable.data.error).toMatchObject({
      code: "tool_failed",
      message: "No such branch.",
      recoverable: false,
    });
    const huge = await resultOf(throwing(new ToolFailure("x".repeat(101))), { max_output_bytes: 100 });
    expect(huge.data.error?.message).toBe("The tool failed, and said more than fits.");
  });

  it("has its stack cut, so that no error makes a message that cannot be stored", async () => {
    const result = await resultOf(throwing("x".repeat(20_000_000)));
    expect(result.data.error?.stack).toHaveLength(16_384);
    expect(ToolResultMessage.is(result)).toBe(true);
  });
});

describe("a tool that takes too long", () => {
  it("is answered without when its time is over, is told so, and what it gives back later is left out", async () => {
    const logger = recorder();
    const late = deferred<string>();
    const signals: AbortSignal[] = [];
    const slow = tool(
      "slow",
      (_, { signal }) => {
        signals.push(signal);
        return late.promise;
      },
      { timeout_ms: 5 },
    );
    const { messages, onDirty } = store();
    const [result] = await execute(approved(requestOf(["1", "slow"])), [slow], { logger, onDirty });
    expect(result?.data).toMatchObject({
      status: "timeout",
      error: { code: "timeout", message: "It took more than 5 ms.", recoverable: true },
    });
    expect(result?.data.execution?.duration_ms).toBeGreaterThanOrEqual(0);
    expect(signals[0]?.aborted).toBe(true);
    late.resolve(SECRET);
    await turn();
    expect(messages).toEqual([result]);
    expect(logger.warnings).toEqual([
      {
        code: "late_result",
        path: "/data/tool_calls/0",
        message: "a tool ended after its call had been answered without it; what it gave back is left out",
      },
    ]);
  });

  it("has the time of whoever executes unless it has its own", async () => {
    const waits: number[] = [];
    const wait = (milliseconds: number): Promise<void> => {
      waits.push(milliseconds);
      return Promise.resolve();
    };
    const never = (): Promise<never> => new Promise(() => undefined);
    const tools = [tool("own", never, { timeout_ms: 7 }), tool("other", never)];
    const request = approved(requestOf(["1", "own"], ["2", "other"]));
    const results = await execute(request, tools, { wait, default_timeout_ms: 9 });
    expect(statusesOf(results)).toEqual(["timeout", "timeout"]);
    expect(waits).toEqual([7, 9]);
    await execute(approved(requestOf(["1", "other"])), tools, { wait });
    expect(waits.at(-1)).toBe(120_000);
  });

  it("and does not stop lets no exclusive tool begin beside it, and none at all when it is exclusive itself", async () => {
    const wait = (): Promise<void> => turn();
    const never = (): Promise<never> => new Promise(() => undefined);
    const stuck = [tool("stuck", never), tool("stuck_alone", never, { concurrency: "exclusive" })];
    const others = [tool("safe", () => 1), tool("alone", () => 1, { concurrency: "exclusive" })];
    // The others end before their time.
    const patient = (milliseconds: number): Promise<void> => (milliseconds === 120_000 ? turn() : wait());
    const after = async (name: string) =>
      codesOf(
        await execute(approved(requestOf(["1", name], ["2", "safe"], ["3", "alone"])), [...stuck, ...others], {
          wait: patient,
        }),
      );
    expect(await after("stuck")).toEqual(["timeout", undefined, "tool_still_running"]);
    expect(await after("stuck_alone")).toEqual(["timeout", "tool_still_running", "tool_still_running"]);
  });

  it("and does not stop lets no exclusive tool of a later request begin beside it, as long as the ledger is the same", async () => {
    const ended = deferred();
    const stuck = tool("stuck", () => ended.promise, { concurrency: "exclusive" });
    const alone = tool("alone", () => "ran", { concurrency: "exclusive" });
    const ledger = createReplayLedger();
    const options = { ledger, logger: recorder(), wait: () => turn() };
    const later = (given: Partial<ExecuteOptions>) => {
      const request = ToolRequestMessage.create([ToolCall.create("1", "alone", {})]);
      return execute(approved(request), [stuck, alone], { ...options, ...given });
    };
    // What runs beside one that takes its time, and is not given up on, is the caller's own choice.
    const first = execute(approved(requestOf(["1", "stuck"])), [stuck], { ...options, wait: patient });
    await turn();
    expect(codesOf(await later({ wait: patient }))).toEqual([undefined]);
    const second = ToolRequestMessage.create([ToolCall.create("1", "stuck", {})]);
    await execute(approved(second), [stuck], options);
    expect(codesOf(await later({}))).toEqual(["tool_still_running"]);
    expect(codesOf(await later({ ledger: createReplayLedger() }))).toEqual([undefined]);
    ended.resolve();
    expect(statusesOf(await first)).toEqual(["success"]);
    expect(codesOf(await later({ wait: patient }))).toEqual([undefined]);
  });

  it("is called off also when the time itself cannot be taken", async () => {
    const signals: AbortSignal[] = [];
    const never = tool("never", (_, { signal }) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    });
    const wait = throwing(new Error("no timers"));
    await expect(execute(approved(requestOf(["1", "never"])), [never], { wait })).rejects.toThrow("no timers");
    await turn();
    expect(signals.map(({ aborted }) => aborted)).not.toContain(false);
  });

  it("and stops when it is told to lets the next one begin", async () => {
    const obedient = tool(
      "obedient",
      async (_, { signal }) => {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        await turn();
        throw signal.reason;
      },
      { concurrency: "exclusive", timeout_ms: 5 },
    );
    const logger = recorder();
    const next = tool("next", () => "ran", { concurrency: "exclusive" });
    const results = await execute(approved(requestOf(["1", "obedient"], ["2", "next"])), [obedient, next], { logger });
    expect(statusesOf(results)).toEqual(["timeout", "success"]);
    // Stopping as asked is nothing to warn of.
    expect(logger.warnings).toEqual([]);
  });
});

describe("calling off", () => {
  it("keeps what has ended and answers all the rest, whether or not tools listen", async () => {
    const controller = new AbortController();
    const begun: string[] = [];
    const quick = tool("quick", () => {
      begun.push("quick");
      return 1;
    });
    const deaf = tool("deaf", () => {
      begun.push("deaf");
      controller.abort(new Error(SECRET));
      return new Promise<never>(() => undefined);
    });
    const request = approved(
      ToolRequestMessage.deny(requestOf(["1", "quick"], ["2", "deaf"], ["3", "quick"], ["4", "quick"]), "4", {
        decided_by: "ann",
      }),
    );
    const { messages, onDirty } = store();
    const results = await execute(request, [quick, deaf], { signal: controller.signal, onDirty, max_concurrency: 1 });
    expect(begun).toEqual(["quick", "deaf"]);
    expect(statusesOf(results)).toEqual(["success", "cancelled", "cancelled", "denied"]);
    expect(results.map(({ data }) => data.error?.message)).toEqual([
      undefined,
      "It had begun; its effects are unknown.",
      "It had not begun.",
      undefined,
    ]);
    expect(results.map(({ data }) => data.execution !== undefined)).toEqual([true, true, false, false]);
    expect(messages).toHaveLength(4);
    expect(results.map((result) => encode(result)).join()).not.toContain(SECRET);
  });

  it("before the start runs nothing and notes nothing", async () => {
    const ledger = createReplayLedger();
    const never = tool("never", throwing(new Error("ran")));
    const results = await execute(approved(requestOf(["1", "never"])), [never], {
      signal: AbortSignal.abort(),
      ledger,
    });
    expect(statusesOf(results)).toEqual(["cancelled"]);
    expect([...ledger]).toEqual([]);
  });

  it("at any moment says of a call that it had begun only when its tool was called", async () => {
    const told = new Map<string, Set<number>>();
    for (let moments = 0; moments < 40; moments++) {
      const controller = new AbortController();
      let runs = 0;
      const count = tool("count", () => void runs++);
      const executing = execute(approved(requestOf(["1", "count"])), [count], { signal: controller.signal });
      for (let left = moments; left > 0; left--) await undefined;
      controller.abort();
      const [result] = await executing;
      const said = result?.data.error?.message ?? "It ended.";
      told.set(said, (told.get(said) ?? new Set()).add(runs));
      expect(result?.data.execution !== undefined).toBe(runs === 1);
    }
    expect([...told]).toEqual([
      ["It had not begun.", new Set([0])],
      ["It had begun; its effects are unknown.", new Set([1])],
      ["It ended.", new Set([1])],
    ]);
  });

  it("does not wait for a ledger that never answers", async () => {
    const controller = new AbortController();
    let runs = 0;
    const executing = execute(approved(requestOf(["1", "count"])), [tool("count", () => void runs++)], {
      signal: controller.signal,
      ledger: { begin: () => new Promise(() => undefined) },
    });
    await turn();
    controller.abort();
    expect(statusesOf(await executing)).toEqual(["cancelled"]);
    expect(runs).toBe(0);
  });

  it("reaches a tool while it runs, and leaves no listener behind", async () => {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    Object.assign(signal, {
      addEventListener: (...given: Parameters<typeof add>) => {
        listeners++;
        add(...given);
      },
      removeEventListener: (...given: Parameters<typeof remove>) => {
        listeners--;
        remove(...given);
      },
    });
    const results = await execute(approved(requestOf(["1", "quick"], ["2", "quick"])), [tool("quick", () => 1)], {
      signal,
    });
    expect(statusesOf(results)).toEqual(["success", "success"]);
    expect(listeners).toBe(0);
  });
});

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

describe("the time of a run", () => {
  it("is never negative, whatever the clock does, and is told in whole milliseconds", async () => {
    const times = [1_000, 500, 400];
    const backwards = await resultOf(() => 1, { now: () => times.shift() ?? 300 });
    expect(backwards.data.execution).toEqual({ duration_ms: 0, completed_at: "1970-01-01T00:00:00.500Z" });
    const fractions = [0.2, 7.9];
    const fine = await resultOf(() => 1, { now: () => fractions.shift() ?? 8 });
    expect(fine.data.execution?.duration_ms).toBe(8);
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

  it("of the ledger lets the call not run", async () => {
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

// Far longer than it takes, and far shorter than with work that grows by the square.
it("decides on and answers 3,000 calls of one request in linear time", { timeout: 20_000 }, async () => {
  const calls = Array.from({ length: 3_000 }, (_, at) => [`${at}`, "echo", { at }] as const);
  const request = ToolRequestMessage.create(calls.map(([id, name, args]) => ToolCall.create(id, name, args)));
  const echo = tool("echo", ({ at }) => at ?? null, { traits: { risk_level: "safe" } });
  const decided = await decideCalls(request, { registry: createToolRegistry([echo]) });
  const results = await execute(decided, [echo]);
  expect(results.map(({ data }) => data.output)).toEqual(calls.map(([, , { at }]) => at));
});
