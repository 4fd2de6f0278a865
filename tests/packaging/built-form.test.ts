/** What the packages are built to: few files for Node, modules one by one for bundlers, one of everything whatever is loaded. */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { MESSAGE_TYPES } from "../../packages/core/src/index.js";
import { CURRENT } from "../current-version.js";
import { importableOf, type Manifest, PACKAGES, projectWithPackages } from "./packed.js";

const project = projectWithPackages();

/** Runs a module in the project; gives what it prints as JSON. */
function printed(program: string): unknown {
  const args = ["--input-type=module", "--eval", program];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: project, encoding: "utf8" }));
}

/** The largest number of files of ours that an entry may load: the modules one by one are three to ten times as many. */
const MOST_FILES = [
  ["@parlance/core", 15],
  ["@parlance/core/codec", 12],
  ["@parlance/core/json", 10],
  ["@parlance/core/schemas", 5],
  ["@parlance/builders", 25],
  ["@parlance/providers/openai", 40],
  ["@parlance/runtime", 60],
] as const;

it.each(MOST_FILES)("Node loads %s from at most %i files of ours", (entry, most) => {
  const files = loadedFiles(entry);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !file.includes("/dist/node/"))).toEqual([]);
  expect(files.length).toBeLessThanOrEqual(most);
});

/** Files of our packages that Node has looked up, by the hook that it asks for each. */
function loadedFiles(entry: string): string[] {
  const hook = `
    export async function load(url, context, next) { port.postMessage(url); return next(url, context); }
    let port;
    export function initialize(data) { port = data; }`;
  return printed(`
    import { register } from "node:module";
    import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
    const { port1, port2 } = new MessageChannel();
    const hook = "data:text/javascript," + encodeURIComponent(${JSON.stringify(hook)});
    register(hook, { data: port2, transferList: [port2] });
    await import(${JSON.stringify(entry)});
    const urls = [];
    for (let got = receiveMessageOnPort(port1); got; got = receiveMessageOnPort(port1)) urls.push(got.message);
    port1.close();
    console.log(JSON.stringify(urls.filter((url) => url.includes("/@parlance/"))));`) as string[];
}

it("Node gets the same names from every entry as those who load modules one by one", () => {
  const manifests = PACKAGES.filter((name) => name !== "cli").map(manifestOf);
  expect(manifests.flatMap(importableOf).length).toBeGreaterThan(15);
  const inFew = namesOf(manifests, "node");
  expect(inFew.length).toBeGreaterThan(15);
  expect(inFew).toEqual(namesOf(manifests, "default"));
});

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(project, "node_modules/@parlance", name, "package.json"), "utf8"));
}

/** The entries with their exported names, all of them as a program has them that takes one condition. */
function namesOf(manifests: readonly Manifest[], condition: "node" | "default"): unknown[] {
  const targets = manifests.flatMap((manifest) => targetsOf(manifest, condition));
  return printed(`
    const names = async ([entry, file]) => [entry, Object.keys(await import(file)).sort()];
    console.log(JSON.stringify(await Promise.all(${JSON.stringify(targets)}.map(names))));`) as unknown[];
}

function targetsOf({ name, exports }: Manifest, condition: "node" | "default"): [entry: string, file: string][] {
  return Object.entries(exports).flatMap(([key, target]) => {
    if (typeof target === "string") return [];
    const path = join(project, "node_modules", name, target[condition].replace("*", "openai"));
    return [[join(name, key), pathToFileURL(path).href]];
  });
}

it("entries share one of each class, and one memory of the digits of numbers", () => {
  expect(
    printed(`
      import * as core from "@parlance/core";
      import * as codec from "@parlance/core/codec";
      import { parseJson, stringifyJson } from "@parlance/core/json";
      import { RiskLevel } from "@parlance/builders";
      import { MissingPeerError } from "@parlance/runtime";
      import { createTokenizer } from "@parlance/runtime/context";
      const digits = "12345678901234567890.123456789";
      const message = '{"type":"later","schema_version":${CURRENT},"data":' + digits + "}";
      console.log(JSON.stringify([
        core.ValidationError === codec.ValidationError,
        core.encode(codec.decode(message, { logger: { warn: () => {} } })).includes(digits),
        stringifyJson(parseJson("[" + digits + "]")),
        await createTokenizer().catch((error) => error instanceof MissingPeerError && error instanceof core.ParlanceError),
      ]));`),
  ).toEqual([true, true, "[12345678901234567890.123456789]", true]);
});

const TWO_BUILDS = [
  ["a file for each entry", "dist/node", "dist"],
  ["the modules one by one", "dist", "dist/node"],
] as const;

it.each(TWO_BUILDS)(
  "the digits of a number that %s decoded are written by the other build in one process",
  (_, one, other) => {
    const core = pathToFileURL(join(project, "node_modules/@parlance/core")).href;
    expect(
      printed(`
      const decoding = await import(${JSON.stringify(`${core}/${one}/index.js`)});
      const parsing = await import(${JSON.stringify(`${core}/${one}/json.js`)});
      const encoding = await import(${JSON.stringify(`${core}/${other}/index.js`)});
      const writing = await import(${JSON.stringify(`${core}/${other}/json.js`)});
      const id = "123e4567-e89b-42d3-a456-426614174000";
      const head = { schema_version: ${CURRENT}, id, created_at: "2026-11-21T10:00:00.000Z" };
      const result = { type: "tool_result", ...head, data: { request_id: id, tool_call_id: "c", status: "success", output: { n: "#" } } };
      const text = { type: "text", ...head, data: { role: "user", parts: [{ type: "later", n: "#" }] } };
      const later = { type: "later", ...head, data: { n: "#" } };
      const options = { logger: { warn: () => {} } };
      const told = [];
      for (const message of [result, text, later])
        for (const digits of ["12345678901234567890", "1e400"]) {
          const decoded = decoding.decode(JSON.stringify(message).replace('"#"', digits), options);
          told.push(encoding.encode(decoded).includes('"n":' + digits) ? encoding.inexactNumbers(decoded) : "lost");
        }
      told.push(writing.stringifyJson(writing.frozenJson(parsing.parseJson("[12345678901234567890]"))));
      const loose = decoding.decode(JSON.stringify(result).replace('"#"', "12345678901234567890"), { ...options, freeze: false });
      try { encoding.encode(loose); } catch (error) { told.push(error.issues[0].code); }
      console.log(JSON.stringify(told));`),
    ).toEqual([
      ["/data/output/n"],
      ["/data/output/n"],
      ["/data/parts/0/original/n"],
      ["/data/parts/0/original/n"],
      ["/original/data/n"],
      ["/original/data/n"],
      "[12345678901234567890]",
      "inexact_number",
    ]);
  },
);

it("CommonJS gets what modules get", () => {
  const program = `
    const { decode, ValidationError } = require("@parlance/core");
    const { ToolCall } = require("@parlance/builders");
    try { decode('{"type":"text"}'); } catch (error) { console.log(error instanceof ValidationError, ToolCall.create("a", "b", {}).name); }`;
  const options = { cwd: project, encoding: "utf8" } as const;
  expect(execFileSync(process.execPath, ["--no-warnings", "--eval", program], options)).toBe("true b\n");
});

/** What a bundler makes of a program, in bytes after gzip, while the contract has two versions and seven message types. */
const LARGEST = [
  ["all of the codec", 'export * from "@parlance/core/codec"', 41_000],
  ["all of core", 'export * from "@parlance/core"', 82_500],
  ["decoding alone", 'export { decode } from "@parlance/core"', 31_000],
  ["an enum", 'export { RiskLevel } from "@parlance/core"', 10_000],
  ["a class of errors", 'export { ValidationError } from "@parlance/core"', 1_000],
  ["the names of the message types", 'export { MESSAGE_TYPES } from "@parlance/core"', 500],
  ["any JSON", 'export * from "@parlance/core/json"', 7_000],
  ["the time now", 'export { timestamp } from "@parlance/builders"', 1_500],
  ["a request to OpenAI", 'export { toRequest } from "@parlance/providers/openai"', 76_500],
  ["a request to Anthropic", 'export { toRequest } from "@parlance/providers/anthropic"', 78_000],
  ["a request to Ollama", 'export { toRequest } from "@parlance/providers/ollama"', 66_000],
  ["the names of the providers", 'export * from "@parlance/providers/provider-names"', 500],
  ["an error about a package that is missing", 'export { MissingPeerError } from "@parlance/runtime"', 1_000],
] as const;

/** How much more there may be in what knows every message type. */
const FOR_EACH_FURTHER_TYPE = 1_500;
/** A smaller bundle knows none of them. */
const SMALL = 20_000;

/** How much more there is, as a part of what two versions take. */
const FOR_EACH_FURTHER_VERSION = 0.2;

it.each(LARGEST)("a bundle with %s has nothing else in it", async (_, contents, most) => {
  const stdin = { contents, resolveDir: project };
  const bundled = await build({ stdin, bundle: true, minify: true, format: "esm", write: false });
  const [file] = bundled.outputFiles;
  const grown = most > SMALL ? most + (MESSAGE_TYPES.length - 7) * FOR_EACH_FURTHER_TYPE : most;
  expect(gzipSync(file?.contents ?? "").length).toBeLessThan(grown * (1 + (CURRENT - 2) * FOR_EACH_FURTHER_VERSION));
});

it("every map leads to a source file that is shipped", () => {
  for (const name of PACKAGES) {
    const folder = join(project, "node_modules/@parlance", name);
    const maps = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".map"));
    const missing = maps.flatMap((map) => sourcesOf(join(folder, map)).filter((source) => !existsSync(source)));
    expect([name, maps.length > 0, missing]).toEqual([name, true, []]);
  }
});

function sourcesOf(map: string): string[] {
  const { sources, sourceRoot = "" } = JSON.parse(readFileSync(map, "utf8"));
  return sources.map((source: string) => join(dirname(map), sourceRoot, source));
}

it("a stack names the line of the source", () => {
  const program = `
    import { decode } from "@parlance/core";
    try { decode("{"); } catch (error) { console.log(JSON.stringify(error.stack)); }`;
  const args = ["--enable-source-maps", "--input-type=module", "--eval", program];
  const stack = execFileSync(process.execPath, args, { cwd: project, encoding: "utf8" });
  expect(stack).toMatch(/core\/src\/[a-z/-]+\.ts:\d+:\d+/);
});

it("the command finds its own version after it was packed", () => {
  const { version } = createRequire(join(project, "x.js"))("@parlance/cli/package.json");
  const command = join(project, "node_modules/@parlance/cli/dist/main.js");
  expect(execFileSync(process.execPath, [command, "--version"], { encoding: "utf8" })).toBe(`${version}\n`);
});
