/** Properties of the order in which calls run, whatever the tools and the limit. */

import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { expect, it } from "vitest";
import { approved, execute, requestOf, tool, turn } from "./fixtures.js";

type End = "at once" | "after a while" | "throws" | "fails later" | "too late";

const ends = fc.constantFrom<End>("at once", "after a while", "throws", "fails later", "too late");
const calls = fc.array(fc.record({ isExclusive: fc.boolean(), end: ends, turns: fc.integer({ min: 1, max: 4 }) }), {
  minLength: 1,
  maxLength: 12,
});

interface Running {
  readonly at: number;
  readonly isExclusive: boolean;
}

it("results come in call order, exclusive calls never overlap, the limit holds, and each call begins at most once", async () => {
  await fc.assert(
    fc.asyncProperty(calls, fc.integer({ min: 1, max: 5 }), async (plan, max_concurrency) => {
      const running = new Set<Running>();
      const begun: number[] = [];
      const broken: string[] = [];
      const run = async (at: number, signal: AbortSignal): Promise<number> => {
        const { isExclusive = false, end = "at once", turns = 1 } = plan[at] ?? {};
        begun.push(at);
        if (isExclusive && running.size > 0) broken.push("an exclusive call began beside another");
        if ([...running].some((other) => other.isExclusive)) broken.push("a call began beside an exclusive one");
        const own = { at, isExclusive };
        running.add(own);
        if (running.size > max_concurrency) broken.push("more than the limit");
        try {
          if (end === "throws") throw new Error("at once");
          if (end === "too late") await new Promise((_, reject) => signal.addEventListener("abort", reject));
          if (end !== "at once") for (let left = turns; left > 0; left--) await turn();
          if (end === "fails later") throw new Error("later");
          return at;
        } finally {
          running.delete(own);
        }
      };
      const tools = plan.map(({ isExclusive, end }, at) =>
        tool(`tool_${at}`, (_, { signal }) => run(at, signal), {
          concurrency: isExclusive ? "exclusive" : "safe",
          timeout_ms: end === "too late" ? 1 : 60_000,
        }),
      );
      const request = approved(requestOf(...plan.map((_, at) => [`call_${at}`, `tool_${at}`] as const)));
      const results = await execute(request, tools, { max_concurrency });
      expect(broken).toEqual([]);
      expect(results.map(({ data }) => data.tool_call_id)).toEqual(plan.map((_, at) => `call_${at}`));
      expect([...begun].sort((a, b) => a - b)).toEqual(plan.map((_, at) => at));
      expect(results.map(({ data }) => data.status)).toEqual(plan.map(({ end }) => STATUS[end]));
      expect(new Set(results.map(({ id }) => id)).size).toBe(plan.length);
    }),
    { numRuns: propertyRuns(60) },
  );
});

const STATUS: Readonly<Record<End, string>> = {
  "at once": "success",
  "after a while": "success",
  throws: "error",
  "fails later": "error",
  "too late": "timeout",
};

it("safe calls really run beside each other, up to the limit", async () => {
  let running = 0;
  let most = 0;
  const busy = tool("busy", async () => {
    most = Math.max(most, ++running);
    await turn();
    running--;
  });
  const request = approved(requestOf(...Array.from({ length: 9 }, (_, at) => [`${at}`, "busy"] as const)));
  await execute(request, [busy], { max_concurrency: 3 });
  expect(most).toBe(3);
  most = 0;
  await execute(request, [busy]);
  expect(most).toBe(4);
});

it("many at a time are not a leak of listeners to the platform", async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on("warning", onWarning);
  const busy = tool("busy", () => turn());
  const request = approved(requestOf(...Array.from({ length: 30 }, (_, at) => [`${at}`, "busy"] as const)));
  await execute(request, [busy], { max_concurrency: 30, signal: new AbortController().signal });
  await turn();
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
});

it("calling off at any moment answers every call, and begins none that it had not begun", async () => {
  await fc.assert(
    fc.asyncProperty(calls, fc.integer({ min: 0, max: 12 }), fc.boolean(), async (plan, after, isBySignal) => {
      const controller = new AbortController();
      const begun: number[] = [];
      const tools = plan.map(({ isExclusive, turns }, at) =>
        tool(
          `tool_${at}`,
          async () => {
            begun.push(at);
            if (isBySignal && begun.length > after) controller.abort();
            for (let left = turns; left > 0; left--) await turn();
            return at;
          },
          { concurrency: isExclusive ? "exclusive" : "safe" },
        ),
      );
      const request = approved(requestOf(...plan.map((_, at) => [`call_${at}`, `tool_${at}`] as const)));
      const executing = execute(request, tools, { signal: controller.signal, logger: { warn: () => undefined } });
      if (!isBySignal) {
        for (let left = after; left > 0; left--) await turn();
        controller.abort();
      }
      const results = await executing;
      expect(results.map(({ data }) => data.tool_call_id)).toEqual(plan.map((_, at) => `call_${at}`));
      for (const [at, { data }] of results.entries()) {
        expect(["success", "cancelled"]).toContain(data.status);
        const hasBegun = data.status === "success" || data.execution !== undefined;
        expect(hasBegun).toBe(begun.includes(at));
      }
      const count = begun.length;
      await turn();
      await turn();
      expect(begun).toHaveLength(count);
    }),
    { numRuns: propertyRuns(60) },
  );
});
