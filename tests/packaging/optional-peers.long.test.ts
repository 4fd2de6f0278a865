/** What is installed only by those who need it: bundlers leave it alone, and what runs without it says what to install. */

import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildResult, build, type Format } from "esbuild";
import { expect, it } from "vitest";
import { projectWithPackages, ROOT } from "./packed.js";

const project = projectWithPackages();

/** Asks for each optional package in turn, and prints what came of it. */
const PROGRAM = `
  import { ImageMessage } from "@parlance/builders";
  import { buildContext, createTokenizer } from "@parlance/runtime/context";
  import { createTesseract, recogniseImage } from "@parlance/runtime/images";
  const { tokens } = await buildContext([{ role: "user", content: "Hello" }]);
  const tokenizer = await createTokenizer().then((count) => count("Hello, world!"), (error) => error.message);
  const message = ImageMessage.fromBase64("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=", "image/png");
  const warnings = [];
  const quiet = { logger: { warn: (warning) => warnings.push(warning.message) } };
  const own = await recogniseImage(message, { ...quiet, ocr: createTesseract() });
  const ocr = { name: "other", recognise: async () => ({ text: "The quick brown fox" }), close: async () => {} };
  await recogniseImage(message, { ...quiet, ocr });
  console.log(JSON.stringify({ tokens, tokenizer, ocr: own.data.recognition.error?.message, eld: warnings.at(-1) }));
`;

async function bundle(format: Format, file: string): Promise<BuildResult> {
  return await build({
    stdin: { contents: format === "cjs" ? `(async () => {${dynamic(PROGRAM)}})()` : PROGRAM, resolveDir: project },
    bundle: true,
    platform: "node",
    format,
    outfile: join(project, file),
    logLevel: "silent",
  });
}

/** The same program where a module is loaded by calls, as CommonJS has no `await` at its top. */
function dynamic(program: string): string {
  return program.replace(/import (\{[^}]*\}) from ("[^"]*");/g, "const $1 = await import($2);");
}

function run(file: string): unknown {
  const env = { ...process.env, NODE_PATH: "" };
  return JSON.parse(execFileSync(process.execPath, [join(project, file)], { encoding: "utf8", env }));
}

const toInstall = (name: string): string => `${name} is needed for this and is not installed: npm install ${name}`;

it("a program with all of them unbundled, and not installed, runs and says what to install", () => {
  writeFileSync(join(project, "program.mjs"), PROGRAM);
  expect(run("program.mjs")).toEqual({
    tokens: 5,
    tokenizer: toInstall("gpt-tokenizer"),
    ocr: toInstall("tesseract.js"),
    eld: toInstall("eld"),
  });
});

it.each(["esm", "cjs"] as const)(
  "esbuild bundles it as %s without a word, and it runs and says the same",
  async (format) => {
    const file = `bundle-${format}.${format === "esm" ? "mjs" : "cjs"}`;
    const { errors, warnings } = await bundle(format, file);
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    expect(run(file)).toEqual({
      tokens: 5,
      tokenizer: toInstall("gpt-tokenizer"),
      ocr: toInstall("@parlance/runtime"),
      eld: toInstall("eld"),
    });
  },
);

it("a bundle counts by the tokeniser that is installed where it runs", async () => {
  await bundle("esm", "installed.mjs");
  symlinkSync(join(ROOT, "packages/runtime/node_modules/gpt-tokenizer"), join(project, "node_modules/gpt-tokenizer"));
  expect(run("installed.mjs")).toMatchObject({ tokenizer: 4 });
});

it("the command without ts-json-schema-generator is bundled without a word", async () => {
  const entry = join(project, "node_modules/@parlance/cli/dist/main.js");
  const bundled = await build({
    entryPoints: [entry],
    bundle: true,
    platform: "node",
    format: "esm",
    write: false,
    logLevel: "silent",
  });
  expect([bundled.errors, bundled.warnings]).toEqual([[], []]);
});
