/** No call ever runs twice: not in one process, not after a crash, not from a copy of its message. */

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolRequestMessage } from "@parlance/builders";
import { decode, encode, type ToolResultMessage } from "@parlance/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createReplayLedger, type ReplayLedger } from "../../src/tools/index.js";
import { approved, deferred, execute, requestOf, statusesOf, tool, turn } from "./fixtures.js";

function counter() {
  const runs: unknown[] = [];
  return { runs, count: tool("count", (args) => runs.push(args)) };
}

describe("a replay ledger", () => {
  it("lets a call run once, and answers afterwards that its effects are not known", async () => {
    const { runs, count } = counter();
    const ledger = createReplayLedger();
    const request = approved(requestOf(["1", "count"]));
    const first = await execute(request, [count], { ledger });
    const second = await execute(request, [count], { ledger });
    expect(runs).toHaveLength(1);
    expect([...statusesOf(first), ...statusesOf(second)]).toEqual(["success", "interrupted"]);
    expect(second[0]?.data.error).toEqual({
      code: "interrupted",
      message: "It had begun earlier and was not run again.",
      recoverable: true,
    });
  });

  it("lets two executions at the same time run a call once", async () => {
    const { runs, count } = counter();
    const gate = deferred();
    const ledger = createReplayLedger([], () => gate.promise);
    const request = approved(requestOf(["1", "count"]));
    const both = Promise.all([execute(request, [count], { ledger }), execute(request, [count], { ledger })]);
    await turn();
    gate.resolve();
    const results = (await both).flat();
    expect(runs).toHaveLength(1);
    expect(statusesOf(results)).toEqual(["success", "interrupted"]);
  });

  it("knows a call whatever is written into its message later, and in whichever case its request's id stands", async () => {
    const { runs, count } = counter();
    const ledger = createReplayLedger();
    const id = "abcdefab-cdef-4abc-8def-abcdefabcdef";
    const request = ToolRequestMessage.create(requestOf(["1", "count", { n: 1 }]).data.tool_calls, { id });
    await execute(approved(request), [count], { ledger });
    const other = ToolRequestMessage.create(requestOf(["1", "count", { n: 2 }]).data.tool_calls, {
      id: id.toUpperCase(),
    });
    expect(statusesOf(await execute(approved(other), [count], { ledger }))).toEqual(["interrupted"]);
    expect(runs).toEqual([{ n: 1 }]);
  });

  it("tells calls of one id in two requests apart", async () => {
    const { runs, count } = counter();
    const ledger = createReplayLedger();
    for (const at of [1, 2]) {
      const id = `${at}`.repeat(8).concat("-1111-4111-8111-111111111111");
      const request = ToolRequestMessage.create(requestOf(["call_0", "count", { at }]).data.tool_calls, { id });
      expect(statusesOf(await execute(approved(request), [count], { ledger }))).toEqual(["success"]);
    }
    expect(runs).toEqual([{ at: 1 }, { at: 2 }]);
  });

  it("has keys of one line, whatever the ids of calls hold", async () => {
    const keys: string[] = [];
    const ids = ["a\nb", "a\r\nb", 'a" b', "\u2028", "\ud800", "\u0085"];
    const request = approved(requestOf(...ids.map((id) => [id, "count"] as const)));
    await execute(request, [counter().count], { ledger: createReplayLedger([], (key) => void keys.push(key)) });
    expect(keys[0]).toBe('11111111-1111-4111-8111-111111111111 "a\\nb"');
    expect(keys).toHaveLength(6);
    expect(new Set(keys).size).toBe(6);
    expect(keys.filter((key) => /[\r\n\u0085\u2028\u2029\ud800]/.test(key))).toEqual([]);
    // Read back as lines of a file, they know every call.
    const { runs, count } = counter();
    const results = await execute(request, [count], {
      ledger: createReplayLedger(`\n${keys.join("\n\n")}\n`.split("\n")),
    });
    expect(new Set(statusesOf(results))).toEqual(new Set(["interrupted"]));
    // Whatever wrote the lines anew, with line breaks of its own.
    const rewritten = createReplayLedger(keys.join("\r\n").split("\n"));
    expect(new Set(statusesOf(await execute(request, [count], { ledger: rewritten })))).toEqual(
      new Set(["interrupted"]),
    );
    expect(runs).toEqual([]);
  });

  it("is read from the text of a file as well as from its lines", async () => {
    const { runs, count } = counter();
    const keys: string[] = [];
    const request = approved(requestOf(["1", "count"]));
    await execute(request, [count], { ledger: createReplayLedger([], (key) => void keys.push(key)) });
    for (const stored of [`\r\n${keys[0]}\r\n\ntorn`, `\n${keys[0]}`.split("\n"), [`x\n${keys[0]}`]]) {
      const again = await execute(request, [count], { ledger: createReplayLedger(stored) });
      expect(statusesOf(again)).toEqual(["interrupted"]);
    }
    expect(runs).toHaveLength(1);
  });

  it("does not remember a call whose note could not be stored, since it did not run", async () => {
    const { runs, count } = counter();
    let isFull = true;
    const ledger = createReplayLedger([], () => {
      if (isFull) throw new Error("disk full");
    });
    const request = approved(requestOf(["1", "count"]));
    await expect(execute(request, [count], { ledger })).rejects.toThrow("disk full");
    isFull = false;
    expect(statusesOf(await execute(request, [count], { ledger }))).toEqual(["success"]);
    expect(runs).toHaveLength(1);
  });

  it("is not asked about calls that do not run", async () => {
    const ledger = createReplayLedger();
    const denied = ToolRequestMessage.deny(requestOf(["1", "count"], ["2", "nowhere"]), "1", { decided_by: "ann" });
    await execute(approved(denied), [counter().count], { ledger });
    expect([...ledger]).toEqual([]);
  });

  it.each([undefined, null, 1, "true", {}, [true], Object(true), Object(false), { begun: false }])(
    "a replay ledger that answers %j, which is not exactly true, lets nothing run",
    async (answer) => {
      const { runs, count } = counter();
      const ledger = { begin: () => answer } as unknown as ReplayLedger;
      expect(statusesOf(await execute(approved(requestOf(["1", "count"])), [count], { ledger }))).toEqual([
        "interrupted",
      ]);
      expect(runs).toEqual([]);
    },
  );
});

describe("stored results", () => {
  it("are given back as they are, in their places, and their calls are not run again", async () => {
    const { runs, count } = counter();
    const request = approved(requestOf(["1", "count"], ["2", "count"], ["3", "count"]));
    const [, second] = await execute(request, [count]);
    const stored = decode(encode(second as ToolResultMessage)) as ToolResultMessage;
    const results = await execute(request, [count], { results: [stored] });
    expect(runs).toHaveLength(5);
    expect(results[1]).toBe(stored);
    expect(results.map(({ data }) => data.tool_call_id)).toEqual(["1", "2", "3"]);
    // Of several for one call, such as those of two programs, the first one stands.
    const later = (await execute(request, [count]))[1] as ToolResultMessage;
    expect((await execute(request, [count], { results: [stored, later] }))[1]).toBe(stored);
  });

  it("stored results of other requests, or of none, answer nothing here", async () => {
    const { runs, count } = counter();
    const request = approved(requestOf(["1", "count"]));
    const other = approved(ToolRequestMessage.create(request.data.tool_calls));
    const foreign = await execute(other, [counter().count]);
    const { request_id: _, ...data } = (foreign[0] as ToolResultMessage).data;
    const orphan = { ...(foreign[0] as ToolResultMessage), data };
    const results = await execute(request, [count], { results: [...foreign, orphan] });
    expect(runs).toHaveLength(1);
    expect(results[0]?.data.request_id).toBe(request.id);
  });
});

describe("a process that is killed while a tool runs", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "parlance-replay-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Runs the program until it says that it ends, or until its tool runs, when it is killed. */
  function program(killAt: string | undefined): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [join(import.meta.dirname, "crashing-program.js"), folder]);
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (killAt !== undefined && output.includes(killAt)) child.kill("SIGKILL");
      });
      child.stderr.pipe(process.stderr);
      child.on("error", reject);
      child.on("close", () => resolve(output));
    });
  }

  it("leaves that call interrupted, never runs it again, and goes on with the calls that had not begun", async () => {
    expect(await program("running hang")).toContain("running hang");
    const again = await program(undefined);
    expect(again).toContain("success interrupted success\n");
    // Once each, over both lives of the program; the first one's result was stored before the second tool began.
    expect((await readFile(join(folder, "effects.txt"), "utf8")).split("\n")).toEqual(["first", "hang", "last", ""]);
    // And a third life has nothing left to do.
    expect(await program(undefined)).toContain("success interrupted success\n");
    expect((await readFile(join(folder, "effects.txt"), "utf8")).split("\n")).toEqual(["first", "hang", "last", ""]);
  });
});
