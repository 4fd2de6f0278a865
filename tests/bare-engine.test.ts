/** An engine that has the language and nothing else can load the packages, and read and write messages. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Runs `program` with `entry` imported where all globals are gone but those of the language; what it returns is printed. */
const HOST = `
  import { runInNewContext } from "node:vm";
  const language = new Set(runInNewContext("Object.getOwnPropertyNames(globalThis)"));
  // The engine has these by itself, others have not.
  for (const name of ["console", "WebAssembly"]) language.delete(name);
  const { stdout, argv } = process;
  for (const name of Object.getOwnPropertyNames(globalThis)) if (!language.has(name)) delete globalThis[name];
  const program = new Function("entry", argv[2]);
  stdout.write(JSON.stringify([typeof TextDecoder, typeof console, typeof process, program(await import(argv[1]))]));
`;

function inBareEngine(entry: string, program: string): unknown {
  const result = execFileSync(process.execPath, ["--input-type=module", "--eval", HOST, entry, program]);
  return JSON.parse(result.toString());
}

const ENTRIES = ["core", "builders"].flatMap((name) => {
  const folder = join(ROOT, "packages", name);
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    exports: Record<string, { default?: string }>;
  };
  return Object.entries(exports).flatMap(([path, { default: file }]) =>
    file === undefined ? [] : [[join(`@parlance/${name}`, path), pathToFileURL(join(folder, file)).href] as const],
  );
});

it("the engine of these tests has every entry to load", () => {
  expect(ENTRIES.map(([name]) => name)).toEqual([
    "@parlance/core",
    "@parlance/core/codec",
    "@parlance/core/contract",
    "@parlance/core/internal",
    "@parlance/core/json",
    "@parlance/core/schemas",
    "@parlance/core/validators",
    "@parlance/builders",
    "@parlance/builders/internal",
    "@parlance/builders/json-schema",
  ]);
});

it.each(ENTRIES)("%s loads in an engine without TextDecoder, console, crypto or process", (_name, entry) => {
  expect(inBareEngine(entry, "return Object.keys(entry).length > 0")).toEqual([
    "undefined",
    "undefined",
    "undefined",
    true,
  ]);
});

const CORE = pathToFileURL(join(ROOT, "packages/core/dist/index.js")).href;

it("messages are read from strings and written there, and bytes are refused by their reason", () => {
  const text = '{"type":"later","x":1}';
  const program = `
    const bytes = entry.safeDecode(new Uint8Array([123, 125]));
    const history = entry.decodeMany([new Uint8Array([255])]);
    return [entry.encode(entry.decode('${text}')), bytes.error.code, bytes.error.rule, history.issues[0].code];
  `;
  expect((inBareEngine(CORE, program) as unknown[])[3]).toEqual([
    text,
    "not_text",
    "bytes, and this engine has no TextDecoder for them",
    "not_text",
  ]);
});
