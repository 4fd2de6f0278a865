/** Tools that take too long, and the time that is told of a run. */

import { ToolCall, ToolRequestMessage } from "@parlance/builders";
import { describe, expect, it } from "vitest";
import { createReplayLedger, type ExecuteOptions } from "../../src/tools/index.js";
import {
  approved,
  codesOf,
  deferred,
  execute,
  recorder,
  requestOf,
  resultOf,
  SECRET,
  statusesOf,
  store,
  throwing,
  tool,
  turn,
} from "./fixtures.js";

/** A time that is never over. */
const patient = (_: number, signal: AbortSignal): Promise<void> =>
  new Promise((__, reject) => signal.addEventListener("abort", reject));

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

  it("a tool that takes too long and does not stop lets no exclusive tool begin beside it, and none at all when it is exclusive itself", async () => {
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

  it("a tool that takes too long and does not stop lets no exclusive tool of a later request begin beside it, as long as the ledger is the same", async () => {
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

  it("a tool that takes too long and stops when it is told to lets the next one begin", async () => {
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
