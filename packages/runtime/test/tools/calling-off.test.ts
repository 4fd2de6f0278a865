/** Calls that are called off: what had ended is kept, the rest is answered, and nobody waits. */

import { ToolRequestMessage } from "@parlance/builders";
import { encode } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { createReplayLedger } from "../../src/tools/index.js";
import { approved, execute, requestOf, SECRET, statusesOf, store, throwing, tool, turn } from "./fixtures.js";

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

  it("calling off before the start runs nothing and notes nothing", async () => {
    const ledger = createReplayLedger();
    const never = tool("never", throwing(new Error("ran")));
    const results = await execute(approved(requestOf(["1", "never"])), [never], {
      signal: AbortSignal.abort(),
      ledger,
    });
    expect(statusesOf(results)).toEqual(["cancelled"]);
    expect([...ledger]).toEqual([]);
  });

  it("calling off at any moment says of a call that it had begun only when its tool was called", async () => {
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
