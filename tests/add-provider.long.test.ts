/** Adding a provider is the recipe in the README of providers, and nothing else: its steps are taken in a scratch copy, to its end. */

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const REPOSITORY = join(import.meta.dirname, "..");
/** What somebody writes who adds a provider, in the places where the recipe has it. */
const WRITTEN = join(import.meta.dirname, "golden/add-provider");

const scratch = mkdtempSync(join(tmpdir(), "parlance-provider-"));
const providers = join(scratch, "packages/providers");
const runtime = join(scratch, "packages/runtime");

/** A copy of a package without what is built and installed, with links to the latter. */
function copyPackage(name: string, parts: readonly string[]): void {
  const source = join(REPOSITORY, "packages", name);
  const target = join(scratch, "packages", name);
  for (const part of [...parts, "package.json", "tsconfig.json"])
    cpSync(join(source, part), join(target, part), { recursive: true });
  mkdirSync(join(target, "node_modules/@parlance"), { recursive: true });
  for (const folder of ["", "@parlance"])
    for (const module of readdirSync(join(source, "node_modules", folder)))
      if (!/^[.@]/.test(module))
        link(join(source, "node_modules", folder, module), join(target, "node_modules", folder, module));
  for (const scope of readdirSync(join(source, "node_modules")).filter((module) => /^@(?!parlance)/.test(module)))
    link(join(source, "node_modules", scope), join(target, "node_modules", scope));
}

function link(source: string, target: string): void {
  rmSync(target, { force: true });
  symlinkSync(source, target);
}

/** Changes one place of a file, which has to be there once. */
function edit(file: string, before: string, after: string): void {
  const path = join(scratch, "packages", file);
  const text = readFileSync(path, "utf8");
  expect(text.split(before).length, `${file} has one place with ${before}`).toBe(2);
  writeFileSync(
    path,
    text.replace(before, () => after),
  );
}

/** The tests that every provider is held to. */
const TESTS = ["told.ts", "tsconfig.json", "profile", "vectors.test.ts", "load-provider.test.ts"].map(
  (name) => `test/${name}`,
);

const RUN = ["test/vectors.test.ts", "test/load-provider.test.ts", "test/profile/requests.properties.test.ts"];

/** The mistakes of the table for which a provider has no vector, and how many of them. This one has few. */
const OMITTED = JSON.stringify([
  "2: 4",
  "4: 1",
  "5: 1",
  "6: 1",
  "8: 1",
  "9: 1",
  "11: 1",
  "12: 1",
  "13: 1",
  "14: 2",
  "15: 1",
  "16: 1",
  "17: 1",
  "19: 1",
  "20: 1",
]);

/** What the program says, empty when it is content. */
function run(
  program: string,
  args: readonly string[],
  cwd: string,
): { readonly said: string; readonly status: number | null } {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|VITE)/.test(name)));
  const script = join(REPOSITORY, program);
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...args], { cwd, env, encoding: "utf8" });
  return { said: (stdout + stderr).trim(), status };
}

const compile = (folder: string, ...args: readonly string[]): string =>
  run("node_modules/typescript/bin/tsc", ["-p", folder, ...args], folder).said;

/** As `npm run build` builds a package. */
const build = (folder: string): string => run("tools/packaging/dist/main.js", [], folder).said;

/** The column that the new provider has in the table of mistakes. */
function addColumn(): void {
  const folder = join(providers, "vectors");
  const vectors = readdirSync(folder).filter((name) => name.endsWith(".small.json"));
  const against = new Map(
    vectors.map((name) => [
      JSON.parse(readFileSync(join(folder, name), "utf8")).mistake,
      name.replace(".small.json", ""),
    ]),
  );
  const readme = join(folder, "README.md");
  const lines = readFileSync(readme, "utf8").split("\n");
  const written = lines.map((line) => {
    const [, mistake] = /^\| +(\d+) +\|/.exec(line) ?? [];
    return mistake === undefined ? line : `${line} ${against.get(Number(mistake)) ?? "–"} |`;
  });
  writeFileSync(readme, written.join("\n"));
}

/** The complaints of the compiler when the provider has its name and its folder alone. */
let asked: readonly string[] = [];
let complaints: readonly string[] = [];

beforeAll(() => {
  cpSync(join(REPOSITORY, "tsconfig.base.json"), join(scratch, "tsconfig.base.json"));
  cpSync(join(REPOSITORY, "tsconfig.test.json"), join(scratch, "tsconfig.test.json"));
  link(join(REPOSITORY, "node_modules"), join(scratch, "node_modules"));
  copyPackage("providers", ["src", "vectors", ...TESTS]);
  copyPackage("runtime", ["src"]);
  link(providers, join(runtime, "node_modules/@parlance/providers"));

  edit("providers/src/shared/provider-names.ts", '"anthropic"]', '"anthropic", "small"]');
  cpSync(WRITTEN, scratch, { recursive: true });
  asked = [compile(providers, "--noEmit")];
  edit(
    "providers/src/load-provider.ts",
    '  anthropic: () => import("./anthropic/index.js"),\n',
    '  anthropic: () => import("./anthropic/index.js"),\n  small: () => import("./small/index.js"),\n',
  );
  edit(
    "providers/test/profile/profile.ts",
    "  anthropic: anthropicFaults,\n",
    "  anthropic: anthropicFaults,\n  small: smallFaults,\n",
  );
  edit(
    "providers/test/profile/profile.ts",
    'import type { Fault, JsonRecord, ProfileOptions } from "./rules.js";\n',
    'import type { Fault, JsonRecord, ProfileOptions } from "./rules.js";\nimport { smallFaults } from "./small.js";\n',
  );
  edit("providers/test/load-provider.test.ts", "vllm, ollama, anthropic", "vllm, ollama, anthropic, small");
  edit("providers/test/vectors.test.ts", '["2: 3", "14: 1"]', OMITTED);
  addColumn();
  complaints = [build(providers)];
  asked = [...asked, compile(runtime, "--noEmit")];
  edit(
    "runtime/src/agent/http/wires.ts",
    '  ollama: { path: "/api/chat", headers: bearer },\n',
    '  ollama: { path: "/api/chat", headers: bearer },\n  small: { path: "/models/{model}/stream", headers: bearer },\n',
  );
  complaints = [...complaints, build(runtime), compile(join(providers, "test"))];
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** What this test uses of the copy of the runtime that it builds. */
interface Runtime {
  createHttpModel(options: object): {
    stream(conversation: object, options: object): AsyncIterable<{ readonly type: string; readonly answer?: object }>;
  };
}

/** What this test uses of a report of vitest. */
interface TestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** A server of the provider, and what it was asked. */
interface SmallServer {
  readonly url: string;
  readonly server: Server;
  readonly asked: unknown[];
}

async function smallServer(lines: readonly object[]): Promise<SmallServer> {
  const asked: unknown[] = [];
  const server = createServer(async (request, response) => {
    asked.push([request.url, request.headers.authorization, JSON.parse((await request.toArray()).join(""))]);
    response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, asked };
}

async function answerOf(url: string, model: string): Promise<object | undefined> {
  const { createHttpModel } = (await import(pathToFileURL(join(runtime, "dist/node/index.js")).href)) as Runtime;
  const asking = createHttpModel({ provider: "small", base_url: url, model, api_key: "key" });
  const conversation = { messages: [{ role: "user", content: "Hi." }], options: { max_tokens: 5 } };
  for await (const event of asking.stream(conversation, { signal: new AbortController().signal }))
    if (event.type === "end") return event.answer;
  return undefined;
}

describe("a provider that is added by its recipe", () => {
  it("is asked for by the compiler in each place that has to know it", () => {
    expect(asked.map((said) => said.replaceAll(/\([^)]*\)|error TS\d+: |\n.*/g, "").trim())).toEqual([
      expect.stringMatching(/^src\/load-provider\.ts: Property 'small' is missing/),
      expect.stringMatching(/^src\/agent\/http\/wires\.ts: Property 'small' is missing/),
    ]);
  });

  it("compiles under the strictest flags, with the runtime and with the tests", () => {
    expect(complaints).toEqual(["", "", ""]);
  });

  it("passes its vectors, the table of mistakes and the properties that hold for every provider", () => {
    const report = join(scratch, "report.json");
    const output = ["--reporter=json", `--outputFile=${report}`];
    const { said } = run(
      "node_modules/vitest/vitest.mjs",
      ["run", ...RUN, ...output, "-t", "small|README|every folder"],
      providers,
    );
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as TestReport;
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(
      results.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
      said,
    ).toEqual([]);
    const passed = results.filter(({ status }) => status === "passed").map(({ fullName }) => fullName);
    // Its nine vectors, the properties of its requests, and that it is loaded by its name.
    expect(passed.filter((name) => /^\d\d-.*\.small\.json /.test(name))).toHaveLength(9);
    expect(passed.filter((name) => name.startsWith("a request to 'small' "))).toHaveLength(5);
    expect(passed.filter((name) => name.startsWith("small "))).toHaveLength(1);
    expect(passed.filter((name) => name.startsWith("the README of the vectors "))).toHaveLength(21);
  });

  it("is asked over HTTP, with the model in the URL, and its answer is read", async () => {
    const { url, server, asked: requests } = await smallServer([{ text: "Hel" }, { text: "lo" }, { why: "end" }]);
    expect(await answerOf(url, "me/small:1?x")).toMatchObject({ finish_reason: "stop", message: { content: "Hello" } });
    expect(requests).toEqual([
      [
        "/models/me%2Fsmall%3A1%3Fx/stream",
        "Bearer key",
        { turns: [{ by: "person", text: "Hi." }], settings: { limit: 5 } },
      ],
    ]);
    server.close();
  });

  it.each(["..", "."])("is not asked for a model whose name leads elsewhere: %s", async (model) => {
    await expect(answerOf("http://127.0.0.1:9", model)).rejects.toMatchObject({
      issues: [{ code: "bad_model", path: "/options/model" }],
    });
  });
});
