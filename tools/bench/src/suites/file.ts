/** A large NDJSON file through the `parlance migrate` command, against the least that any reader must do. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Corpus } from "../corpus.js";
import { median } from "../measure.js";
import type { SuiteResult } from "./suite.js";

const COMMAND = join(import.meta.dirname, "../../../../packages/cli/dist/main.js");
const FLOOR = join(import.meta.dirname, "../floor.js");
/** One message in five is of version 1. */
const OLD_EVERY = 5;
const ROUNDS = 3;

/** Measures whole processes, start-up included, on a file of `megabytes`. */
export function measureFile(current: Corpus, old: Corpus, megabytes: number): SuiteResult {
  const folder = mkdtempSync(join(tmpdir(), "parlance-bench-"));
  try {
    const input = join(folder, "history.ndjson");
    const size = writeHistory(input, current.mix, old.mix, megabytes * 1_000_000);
    const programs = {
      "utf8 slice a line and JSON.parse": [FLOOR, input],
      "parlance migrate, with writing": [COMMAND, "migrate", input, "-o", join(folder, "out.ndjson")],
      "parlance validate": [COMMAND, "validate", input],
    };
    return fileResult(size, rounds(programs));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface ProcessRun {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

function rounds(programs: Readonly<Record<string, readonly string[]>>): Map<string, ProcessRun[]> {
  const runs = new Map<string, ProcessRun[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, parameters] of Object.entries(programs)) {
      runs.set(name, [...(runs.get(name) ?? []), runProcess(parameters)]);
    }
  }
  return runs;
}

/** Runs a Node program under a hook that prints the peak of its memory. */
function runProcess(parameters: readonly string[]): ProcessRun {
  const hook = `data:text/javascript,process.on("exit",()=>process.stderr.write("\\npeak="+process.resourceUsage().maxRSS))`;
  const before = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, ["--import", hook, ...parameters], { encoding: "utf8" });
  const seconds = Number(process.hrtime.bigint() - before) / 1e9;
  const peak = /peak=(\d+)/.exec(stderr)?.[1];
  if (status !== 0 || peak === undefined) throw new Error(`${parameters.join(" ")} ended with ${status}: ${stderr}`);
  return { seconds, peakMegabytes: Number(peak) / 1024 };
}

function fileResult(size: number, runs: Map<string, ProcessRun[]>): SuiteResult {
  const secondsOf = (list: readonly ProcessRun[]): number => median(list.map((run) => run.seconds));
  const floor = secondsOf([...runs.values()][0] ?? []);
  const rows = [...runs].map(([name, list]) => ({
    name,
    cells: [size / 1e6 / secondsOf(list), floor / secondsOf(list), Math.max(...list.map((run) => run.peakMegabytes))],
  }));
  return {
    title: `A file of ${Math.round(size / 1e6)} MB, a fifth of it in version 1`,
    unit: "whole processes, start-up included",
    columns: ["MB/s", "speed of the floor", "peak MB"],
    rows,
    digits: 2,
  };
}

function writeHistory(path: string, current: readonly string[], old: readonly string[], bytes: number): number {
  const file = openSync(path, "w");
  const block = Buffer.from(
    current.map((text, index) => `${index % OLD_EVERY === 0 ? old[index % old.length] : text}\n`).join(""),
  );
  for (let written = 0; written < bytes; written += block.length) writeSync(file, block);
  closeSync(file);
  return statSync(path).size;
}
