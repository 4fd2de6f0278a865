/** The command behind `npm run bench`: measures everything in one process and writes the table and the chart into `docs/`. */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { corpusOfVersion1, corpusOfVersion2 } from "./corpus.js";
import { type Effort, sunk } from "./measure.js";
import { chartOf } from "./report/chart.js";
import { tableOf } from "./report/table.js";
import { measureAnswer } from "./suites/answer.js";
import { measureBefore } from "./suites/before.js";
import { measureConstruct } from "./suites/construct.js";
import { measureContext } from "./suites/context.js";
import { measureDecode } from "./suites/decode.js";
import { measureEncode } from "./suites/encode.js";
import { measureEquality } from "./suites/equality.js";
import { measureFile } from "./suites/file.js";
import { measureHistory } from "./suites/history.js";
import { measureMemory } from "./suites/memory.js";
import { measureMigrate } from "./suites/migrate.js";
import { measureNodes } from "./suites/nodes.js";
import { measureRequest } from "./suites/request.js";
import { measureStream } from "./suites/stream.js";
import type { SuiteResult } from "./suites/suite.js";
import { measureTurn } from "./suites/turn.js";
import { measureValidate } from "./suites/validate.js";
import { measureWrite } from "./suites/write.js";

const DOCS = join(import.meta.dirname, "../../../docs");
const quick = process.argv.includes("--quick");
/** By `--node`, versions or paths with commas between them; a quick run takes none that it is not told. */
const nodes = parameter("--node")?.split(",") ?? (quick ? [] : ["22", "24", "26"]);
const effort: Effort = quick ? { rounds: 5, warmups: 3 } : { rounds: 41, warmups: 8 };
/** For whole streams, each of which takes a hundred milliseconds in some libraries. */
const streamEffort: Effort = quick ? { rounds: 2, warmups: 1 } : { rounds: 5, warmups: 2 };
/** Answers and requests are few in a run: it takes many until the engine has compiled what reads and writes them. */
const exchangeEffort: Effort = quick ? { rounds: 3, warmups: 3 } : { rounds: 15, warmups: 15 };
/** Contexts of thousands of messages take a hundred milliseconds each. */
const contextEffort: Effort = quick ? { rounds: 1, warmups: 1 } : { rounds: 7, warmups: 2 };
const nodesEffort: Effort = quick ? { rounds: 3, warmups: 3 } : { rounds: 15, warmups: 6 };
const megabytes = quick ? 50 : 500;

const current = corpusOfVersion2();
const old = corpusOfVersion1();
const results: SuiteResult[] = [];
const before = parameter("--before");

if (before === undefined) await measureAll();
else for (const result of await measureBefore(before, current, old, effort)) show(result);

async function measureAll(): Promise<void> {
  for (const measure of [measureDecode, measureValidate, measureEncode, measureConstruct, measureEquality]) {
    show(await measure(current, effort));
  }
  show(await measureMigrate(old, effort));
  show(await measureWrite(effort));
  show(await measureHistory(effort));
  show(measureMemory(current));
  show(await measureStream(streamEffort));
  show(await measureAnswer(exchangeEffort));
  show(await measureRequest(exchangeEffort));
  show(await measureTurn(streamEffort));
  show(await measureContext(contextEffort));
  for (const result of measureNodes(nodes, nodesEffort)) show(result);
  show(measureFile(current, old, megabytes));
  if (quick) process.stdout.write("A quick run is too noisy to keep: docs/ is unchanged.\n");
  else writeDocs();
}

function parameter(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

function show(result: SuiteResult): void {
  results.push(result);
  process.stdout.write(`${tableOf(result)}\n`);
}

function writeDocs(): void {
  const decodeResult = results[0];
  if (decodeResult !== undefined) writeFileSync(join(DOCS, "benchmarks.svg"), chartOf(decodeResult, "mix"));
  writeFileSync(join(DOCS, "benchmarks.md"), `${introduction()}\n${results.map(tableOf).join("\n")}`);
  process.stdout.write(`docs/benchmarks.md and docs/benchmarks.svg are written (checksum of the work: ${sunk()}).\n`);
}

function introduction(): string {
  return `# Benchmarks

Written by \`npm run bench\`. Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}).

Every candidate runs in every round of one process, in shuffled order, on a seeded corpus that looks like the transcripts of a coding
agent. A cell is the median over ${effort.rounds} rounds of the candidate's time divided by the floor's time in the same round; the floor measured
twice shows the noise. The column "mix" is a transcript of all classes, 3 kB a message on average. Smaller is faster, except for files.

![Decoding a transcript, beside other libraries](benchmarks.svg)
`;
}
