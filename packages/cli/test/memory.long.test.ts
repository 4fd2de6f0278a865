/** A file of any size goes through in the same memory, whatever its layout, even where one record is the whole file. */
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeAll, expect, it } from "vitest";
import { CURRENT_TEXT, NO_PARTS, V1_TEXT } from "./support/messages.js";
import { COMMAND, ENVIRONMENT, temporaryFolder } from "./support/run.js";

const LIMIT_MB = 200;
const folder = temporaryFolder();
const report = join(folder, "report.mjs");

/**
 * Writes the process's largest memory, in KiB, to a file when it ends. `maxRSS` also counts what the process that started this one had,
 * so that the system's own count of this program is asked where there is one.
 */
const REPORT = `import { existsSync, readFileSync, writeFileSync } from "node:fs";
const STATUS = "/proc/self/status";
process.on("exit", () => {
  const own = existsSync(STATUS) ? /VmHWM:\\s*(\\d+) kB/.exec(readFileSync(STATUS, "utf8"))?.[1] : undefined;
  writeFileSync(process.env.MEMORY_FILE, own ?? String(process.resourceUsage().maxRSS));
});`;

beforeAll(() => writeFileSync(report, REPORT));
afterEach(() => rmSync(join(folder, "out"), { force: true }));

function measured(args: readonly string[], input?: number): { code: number | null; stderr: string; megabytes: number } {
  const memoryFile = join(folder, "memory");
  const { status, stderr } = spawnSync(process.execPath, ["--import", pathToFileURL(report).href, COMMAND, ...args], {
    cwd: folder,
    env: { ...ENVIRONMENT, MEMORY_FILE: memoryFile },
    stdio: [input ?? "ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  return { code: status, stderr, megabytes: Number(readFileSync(memoryFile, "utf8")) / 1024 };
}

/** Repeats a block until the file has at least `megabytes`. */
function bigFile(name: string, before: string, block: string, after: string, megabytes: number): number {
  const descriptor = openSync(join(folder, name), "w");
  writeSync(descriptor, before);
  for (let written = 0; written < megabytes * 1e6; written += block.length) writeSync(descriptor, block);
  writeSync(descriptor, after);
  closeSync(descriptor);
  return statSync(join(folder, name)).size;
}

const long = (text: string): string => text.replace(/Hello|Hi/, "Lorem ipsum dolor sit amet. ".repeat(80));
const LINES = [long(V1_TEXT), long(CURRENT_TEXT), long(CURRENT_TEXT), CURRENT_TEXT, long(CURRENT_TEXT)];

it(`migrates 250 MB of NDJSON, a fifth of it old, in less than ${LIMIT_MB} MB`, () => {
  const size = bigFile("lines", "", `${LINES.join("\n")}\n`.repeat(40), "", 250);
  const { code, stderr, megabytes } = measured(["migrate", "lines", "-o", "out"]);
  expect({ code, megabytes: megabytes < LIMIT_MB }, `${megabytes} MB\n${stderr}`).toEqual({ code: 0, megabytes: true });
  expect(statSync(join(folder, "out")).size).toBeGreaterThan(size);
  const descriptor = openSync(join(folder, "lines"), "r");
  const piped = measured(["pipe"], descriptor);
  closeSync(descriptor);
  expect({ code: piped.code, megabytes: piped.megabytes < LIMIT_MB }, `${piped.megabytes} MB`).toEqual({
    code: 0,
    megabytes: true,
  });
});

it(`migrates an array of 100 MB in less than ${LIMIT_MB} MB`, () => {
  bigFile("array", `[${CURRENT_TEXT}`, `,\n${LINES.join(",\n")}`.repeat(40), "]", 100);
  const { code, megabytes } = measured(["migrate", "array", "-o", "out", "--rejects", "rejects"]);
  expect({ code, megabytes: megabytes < LIMIT_MB }, `${megabytes} MB`).toEqual({ code: 0, megabytes: true });
});

it(`passes one record of 200 MB through in less than ${LIMIT_MB} MB, and calls it too large`, () => {
  const size = bigFile(
    "line",
    `${CURRENT_TEXT}\n{"type":"text","data":"`,
    "x".repeat(1e6),
    `"}\n${CURRENT_TEXT}\n`,
    200,
  );
  const kept = measured(["migrate", "line", "-o", "out"]);
  expect({ code: kept.code, megabytes: kept.megabytes < LIMIT_MB }, `${kept.megabytes} MB`).toEqual({
    code: 1,
    megabytes: true,
  });
  expect(kept.stderr).toContain("line:2  (record)  too_large");
  expect(statSync(join(folder, "out")).size).toBe(size);
  const rejected = measured(["migrate", "line", "-o", "out", "--rejects", "rejects"]);
  expect(rejected.code).toBe(1);
  expect(readFileSync(join(folder, "out"), "utf8")).toBe(`${CURRENT_TEXT}\n${CURRENT_TEXT}\n`);
  expect(statSync(join(folder, "rejects")).size).toBeGreaterThan((size * 4) / 3 - 1000);
});

it(`names 100,000 broken records in less than ${LIMIT_MB} MB`, () => {
  bigFile("broken", "", `${NO_PARTS}\n`.repeat(1000), "", 100_000 * (NO_PARTS.length + 1) * 1e-6);
  const { code, megabytes } = measured(["validate", "broken"]);
  expect({ code, megabytes: megabytes < LIMIT_MB }, `${megabytes} MB`).toEqual({ code: 1, megabytes: true });
});
