/** Input made to exhaust memory, stack or time is refused without much work, in a process with little memory, and not by a crash. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CURRENT_VERSION } from "../src/index.js";

let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "parlance-hostile-"));
  const entryPoints = {
    core: join(import.meta.dirname, "../src/index.ts"),
    effort: join(import.meta.dirname, "effort.ts"),
  };
  const outExtension = { ".js": ".mjs" };
  await build({ entryPoints, bundle: true, format: "esm", outdir: folder, outExtension, logLevel: "error" });
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Answer {
  /** What the program noted of each call. */
  readonly codes: readonly unknown[];
  /** How many megabytes of JSON the calls are worth. */
  readonly effort: number;
}

/** Runs programs one after the other in one process, against the bundled package. */
function runAll(programs: readonly string[], heap = 256): Answer[] {
  const file = join(folder, `program-${Math.random().toString(36).slice(2)}.mjs`);
  const head = `import * as core from "./core.mjs"; import { countEffort } from "./effort.mjs";
const { decode, safeDecode, decodeHistory, decodeMany, encode, encodeHistory, migrateRecord, decodeStream, ParlanceError } = core;
const quiet = { logger: { warn() {} } };
const answers = []; let codes; let effort; const start = () => { effort = countEffort(); };
const code = (result) => codes.push(result.ok ? "ok" : result.error.code);\n`;
  const bodies = programs.map(
    (program) => `codes = []; effort = () => 0; { ${program} } answers.push({ codes, effort: effort() });\n`,
  );
  writeFileSync(file, `${head}${bodies.join("")}console.log(JSON.stringify(answers));`);
  const child = spawnSync(process.execPath, [`--max-old-space-size=${heap}`, file], { encoding: "utf8" });
  expect(child.stderr).toBe("");
  expect(child.status).toBe(0);
  return JSON.parse(child.stdout);
}

function run(program: string, heap?: number): Answer {
  const [answer] = runAll([program], heap);
  if (answer === undefined) throw new Error("the program answered nothing");
  return answer;
}

describe("a string of 200 MB", () => {
  it("is refused as too large at once", () => {
    const { codes, effort } = run(`
      const text = '{"type":"text","x":"' + "a".repeat(200 * 1024 * 1024) + '"}'; start();
      code(safeDecode(text)); code(safeDecode(text, { strict: true })); code(migrateRecord(text));`);
    expect(codes).toEqual(["too_large", "too_large", "too_large"]);
    expect(effort).toBeLessThan(10);
  });

  it("200 MB of bytes are refused as too large at once", () => {
    const { codes, effort } = run(`
      const bytes = new Uint8Array(200 * 1024 * 1024).fill(97); start();
      code(safeDecode(bytes)); code(migrateRecord(bytes));`);
    expect(codes).toEqual(["too_large", "too_large"]);
    expect(effort).toBeLessThan(10);
  });

  it("a string of 200 MB in a history is one broken record, and the records around it are read", () => {
    const { codes, effort } = run(
      `
      const big = '{"type":"later","x":"' + "a".repeat(200 * 1024 * 1024) + '"}'; const good = '{"type":"later"}'; 
      const text = good + "\\n" + big + "\\n" + good; start();
      for (const message of decodeHistory(text, quiet).messages) codes.push(message.issues?.[0].code ?? message.type);`,
      1024,
    );
    expect(codes).toEqual(["unknown", "too_large", "unknown"]);
    expect(effort).toBeLessThan(700);
  });

  it("a string of 200 MB in a stream is skipped without being remembered, and the record after it is read", () => {
    const { codes } = run(
      `
      async function* source() {
        yield '{"type":"later","x":"';
        const chunk = "a".repeat(1024 * 1024);
        for (let i = 0; i < 200; i++) yield chunk;
        yield '"}\\n{"type":"later"}\\n';
      }
      start();
      for await (const message of decodeStream(source(), { ...quiet, maxBytes: 8 * 1024 * 1024 })) {
        codes.push(message.type === "invalid" ? message.issues[0].code : message.type);
      }`,
      128,
    );
    expect(codes).toEqual(["too_large", "unknown"]);
  });
});

describe("a depth of 100,000", () => {
  const SHAPES = [
    ["arrays", '"[".repeat(n) + "]".repeat(n)'],
    ["objects", `'{"a":'.repeat(n) + "1" + "}".repeat(n)`],
    ["an unknown message", `'{"type":"later","x":' + "[".repeat(n) + "]".repeat(n) + "}"`],
    [
      "user data",
      `'{"type":"tool_result","schema_version":${CURRENT_VERSION},"data":{"output":' + "[".repeat(n) + "]".repeat(n) + "}}"`,
    ],
    [
      "an unknown field of version 1",
      `'{"type":"text","data":{"role":"user","content":"a","x":' + "[".repeat(n) + "]".repeat(n) + "}}"`,
    ],
    ["residue", `'{"type":"text","residue":{"2":{"a":' + "[".repeat(n) + "]".repeat(n) + "}}}"`],
  ];

  const NAMES = SHAPES.map(([name], at) => ({ name, at }));

  /** Makes the same calls with each shape. */
  function callWith(calls: string): Answer[] {
    return runAll(SHAPES.map(([, expression]) => `const n = 100_000; const text = ${expression}; start();${calls}`));
  }

  describe("is refused quickly and not by running out of stack", () => {
    let answers: Answer[] = [];
    beforeAll(() => {
      answers = callWith(`
      code(safeDecode(text)); code(safeDecode(text, { strict: true })); code(safeDecode(text, { freeze: false }));
      code(migrateRecord(text));
      try { decode(text); } catch (error) { codes.push(ParlanceError.isInstance(error) ? error.code : "crash"); }
      const history = decodeMany([text, text], quiet);
      codes.push(history.messages.map((message) => message.type).join());
      codes.push(encodeHistory(history.messages).text === text + "\\n" + text + "\\n" ? "kept" : "lost");`);
    });

    it.each(NAMES)("$name", ({ at }) => {
      const { codes = [], effort } = answers[at] ?? {};
      expect(codes.slice(0, 5).filter((code) => code !== "too_deep" && code !== "invalid")).toEqual([]);
      expect(codes.slice(5)).toEqual(["invalid,invalid", "kept"]);
      expect(effort).toBeLessThan(200);
    });
  });

  it("a depth that never ends is refused quickly too", () => {
    const { codes, effort } = run(`
      start();
      for (const unit of ["[", '{"a":', '[{"a":']) {
        code(safeDecode(unit.repeat(100_000))); code(safeDecode(unit.repeat(5_000_000)));
        code(safeDecode(unit.repeat(5_000_000), { strict: true }));
      }`);
    expect(new Set(codes)).toEqual(new Set(["too_deep"]));
    expect(effort).toBeLessThan(200);
  });

  describe("is refused quickly in histories, in streams and by every companion", () => {
    let answers: Answer[] = [];
    beforeAll(() => {
      answers = callWith(`
      const good = '{"type":"later"}';
      const types = (messages) => messages.map((message) => message.type).join();
      codes.push(types(decodeHistory(good + "\\n" + text + "\\n" + good, quiet).messages));
      codes.push(types(decodeHistory("[" + [good, text, good].join() + "]", quiet).messages));
      const streamed = [];
      async function* source() { yield good + "\\n" + text.slice(0, 99_999); yield text.slice(99_999) + "\\n" + good; }
      for await (const message of decodeStream(source(), quiet)) streamed.push(message);
      codes.push(types(streamed));
      const value = JSON.parse(text); const cycle = { type: "text" }; cycle.data = cycle; cycle.metadata = cycle;
      const taken = Object.values(core).filter((one) => one?.safeParse && (one.safeParse(value).ok || one.safeParse(cycle).ok));
      codes.push(taken.length);`);
    });

    it.each(NAMES)("$name", ({ at }) => {
      const { codes, effort } = answers[at] ?? {};
      expect(codes).toEqual(["unknown,invalid,unknown", "unknown,invalid,unknown", "unknown,invalid,unknown", 0]);
      expect(effort).toBeLessThan(200);
    });
  });

  it("a depth of 100,000 in a value made in JavaScript is refused on writing", () => {
    const { codes } = run(`
      let deep = []; for (let i = 0; i < 100_000; i++) deep = [deep];
      const message = { type: "text", schema_version: ${CURRENT_VERSION}, id: "0b6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11", created_at: "2026-11-21T10:00:00.000Z",
        data: { role: "user", parts: [{ type: "text", text: "a" }] }, metadata: { deep } };
      start();
      for (const value of [message, { type: "unknown", reason: "unknown_type", original: { deep } }]) {
        try { encode(value); codes.push("written"); } catch (error) { codes.push(ParlanceError.isInstance(error) ? error.code : "crash"); }
      }`);
    expect(codes).toEqual(["invalid", "invalid"]);
  });
});

describe("a text made to be slow", () => {
  const TEXTS = [
    [
      "a million issues",
      `'{"type":"tool_request","schema_version":${CURRENT_VERSION},"data":{"tool_calls":[' + "1,".repeat(1_000_000) + "1]}}"`,
    ],
    ["many names", `'{"type":"later",' + Array.from({ length: 300_000 }, (_, i) => '"' + i + 'a":1').join() + "}"`],
    ["a million digits", `'{"type":"later","x":' + "1".repeat(1_000_000) + "}"`],
    ["a million backslashes", `'{"type":"later","x":"' + "\\\\\\\\".repeat(1_000_000) + '"}'`],
    ["a million lines with a fault at the end", `"\\n".repeat(1_000_000) + "{"`],
    ["records that are cut at every line", `'{"a":\\n'.repeat(30_000)`],
    ["an array whose elements are cut", `"[\\n" + '{"a":[\\n'.repeat(30_000) + "}"`],
  ];
  let answers: Answer[] = [];
  beforeAll(() => {
    const calls = `code(safeDecode(text, quiet)); code(safeDecode(text, { ...quiet, strict: true })); decodeHistory(text, quiet);`;
    answers = runAll(
      TEXTS.map(([, expression]) => `const text = ${expression}; start(); ${calls}`),
      1024,
    );
  });

  it.each(TEXTS.map(([name], at) => ({ name, at })))("is read in time: $name", ({ at }) => {
    expect(answers[at]?.effort).toBeLessThan(700);
  });
});
