/** Keeps track of tools that were given up on and may still be running. */

import type { Operation } from "../shared/operation.js";
import { attemptWork } from "./attempt.js";
import type { ReplayLedger } from "./replay-ledger.js";
import type { Tool } from "./tool.js";

/** The runs of one conversation. */
export interface Unfinished {
  /** Notes a run that nobody waits for any more, until it ends. */
  add(tool: Tool, run: Promise<unknown>): void;
  /** Whether a tool can begin: at once, or as soon as runs that must not go on beside it have stopped, which they get a moment for. */
  isClearFor(tool: Tool, operation: Pick<Operation, "signal" | "wait">): Promise<boolean>;
}

/** How long a tool that was called off may take to notice, in milliseconds. */
const MOMENT = 1_000;

const OF_LEDGERS = /* @__PURE__ */ new WeakMap<ReplayLedger, Unfinished>();

/** Those of the requests whose calls a ledger remembers. */
export function unfinishedOf(ledger: ReplayLedger): Unfinished {
  const known = OF_LEDGERS.get(ledger) ?? trackUnfinished();
  OF_LEDGERS.set(ledger, known);
  return known;
}

function trackUnfinished(): Unfinished {
  const running = new Map<Promise<unknown>, Tool>();
  return {
    add(tool, run) {
      running.set(run, tool);
      run.finally(() => running.delete(run));
    },
    async isClearFor(tool, operation) {
      const inTheWay = [...running].flatMap(([run, other]) => (mayOverlap(tool, other) ? [] : [run]));
      if (inTheWay.length === 0) return true;
      const waited = await attemptWork(MOMENT, operation, () => Promise.all(inTheWay));
      return waited.state === "ended";
    },
  };
}

function mayOverlap(one: Tool, other: Tool): boolean {
  return one.concurrency === "safe" && other.concurrency === "safe";
}
