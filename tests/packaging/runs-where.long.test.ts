/** The packed packages run where docs/what-runs-where.md says it, with what a registry has for there. */

import { execFile, execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { PACKAGES, ROOT, tarballOf, temporaryFolder } from "./packed.js";

/** What is brought from the registry; the page says what was seen with these. */
const TOOLS = {
  bun: "1.4.5",
  deno: "2.9.6",
  workerd: "1.20261117.1",
  wrangler: "4.30.0",
  esbuild: "0.28.2",
  vite: "7.3.8",
  webpack: "5.112.2",
  jest: "30.5.2",
  typescript: "5.4.5",
};
const NODES = [20, 22, 24, 26];

/** Wrangler and Jest have dependencies that would meet those of others. */
const project = temporaryFolder();
const others = temporaryFolder();

function install(folder: string, names: readonly (keyof typeof TOOLS)[], more: readonly string[] = []): void {
  const tools = names.map((name) => `${name}@${TOOLS[name]}`);
  const own = PACKAGES.map(tarballOf);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  npm(folder, ["install", ...own, ...tools, ...more]);
}

function npm(folder: string, args: readonly string[]): void {
  execFileSync("npm", [...args, "--no-audit", "--no-fund"], { cwd: folder, stdio: "pipe", env: ENVIRONMENT });
}

const { NODE_PATH: _, VITEST: __, NODE_ENV: ___, ...INHERITED } = process.env;
const ENVIRONMENT: NodeJS.ProcessEnv = { ...INHERITED, WRANGLER_SEND_METRICS: "false", CI: "true", NO_COLOR: "1" };

const OLD =
  '{"type":"text","id":"00000000-0000-4000-8000-000000000001","created_at":"2026-11-21T10:00:00.000Z","data":{"role":"user","content":"hi"}}';

/** What needs no API of Node: reads, refuses, builds, converts, counts, and asks for a tokenizer that is not there. */
const PORTABLE = `
  import { decode, encode, safeDecode } from "@parlance/core";
  import { ToolCall } from "@parlance/builders";
  import { toRequest } from "@parlance/providers/openai";
  import { runAgent } from "@parlance/runtime";
  import { buildContext, createTokenizer } from "@parlance/runtime/context";
  import "@parlance/runtime/mcp";
  import { createToolRegistry } from "@parlance/runtime/tools";
  const old = ${JSON.stringify(OLD)};
  export async function outcome() {
    const message = decode(old);
    const refused = safeDecode(old.replace("user", "nobody"));
    const { body } = toRequest({ messages: [message], options: { model: "m" } });
    const { tokens } = await buildContext([{ role: "user", content: "Hello" }]);
    const counted = await createTokenizer().then((count) => count("Hello, world!"), (error) => error.code);
    return {
      written: JSON.parse(encode(message)).data.parts[0].text,
      refused: refused.error.issues.map((issue) => issue.code),
      called: ToolCall.create("a", "b", {}).name,
      sent: body.messages,
      tokens,
      counted,
      there: [runAgent, createToolRegistry].every((it) => typeof it === "function"),
    };
  }`;

const OUTCOME = {
  written: "hi",
  refused: ["not_allowed_value"],
  called: "b",
  sent: [{ role: "user", content: "hi" }],
  tokens: 5,
  counted: "missing_peer",
  there: true,
};

/** The same where Node's own modules are, with what needs them: an image is read by an OCR that is not there. */
const PROGRAM = `
  import { ImageMessage } from "@parlance/builders";
  import { createTesseract, recogniseImage } from "@parlance/runtime/images";
  import "@parlance/runtime/files";
  import { outcome } from "./portable.js";
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";
  const options = { ocr: createTesseract(), logger: { warn: () => {} } };
  const { data } = await recogniseImage(ImageMessage.fromBase64(pixel, "image/png"), options);
  console.log(JSON.stringify({ ...(await outcome()), read: data.recognition.error?.message }));
  process.exit();`;

const OUTCOME_IN_NODE = {
  ...OUTCOME,
  read: expect.stringMatching(
    /^(tesseract\.js|@parlance\/runtime) is needed for this and is not installed: npm install \1$/,
  ),
};

const REQUIRED = `
  const { decode } = require("@parlance/core");
  const { ToolCall } = require("@parlance/builders");
  const { buildContext } = require("@parlance/runtime/context");
  console.log(JSON.stringify([decode(${JSON.stringify(OLD)}).type, ToolCall.create("a", "b", {}).name, typeof buildContext]));`;

const FILES: Readonly<Record<string, string>> = {
  "portable.js": PORTABLE,
  "program.js": PROGRAM,
  "required.cjs": REQUIRED,
  "worker.js": `
    import { outcome } from "./portable.js";
    export default { async fetch() { return Response.json(await outcome()); } };`,
  "page.js": `
    import { outcome } from "./portable.js";
    outcome().then((found) => { document.body.textContent = JSON.stringify(found); });`,
};

beforeAll(() => {
  install(project, ["bun", "deno", "workerd", "esbuild", "vite", "webpack", "typescript"], ["@types/node@20"]);
  install(others, ["wrangler", "jest"]);
  for (const folder of [project, others])
    for (const [file, text] of Object.entries(FILES)) writeFileSync(join(folder, file), text);
}, 1_800_000);

/** What a program prints, as JSON. */
async function printed(command: string, cwd = project): Promise<unknown> {
  return JSON.parse(await run(command, cwd));
}

async function run(command: string, cwd = project, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const [program = "", ...args] = command.split(" ");
  const tool = join(cwd, "node_modules/.bin", program);
  const env = { ...ENVIRONMENT, ...more };
  try {
    const options = { cwd, env, maxBuffer: 2 ** 26 };
    return (await promisify(execFile)(existsSync(tool) ? tool : program, args, options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${command} failed:\n${stdout}\n${stderr}`);
  }
}

describe.each(NODES)("Node %i", (line) => {
  const folder = temporaryFolder();
  const node = join(folder, "node_modules/node/bin/node");

  it(`Node ${line} imports and requires the packages, and runs the command`, async () => {
    writeFileSync(join(folder, "package.json"), "{}");
    npm(folder, ["install", `node@${line}`]);
    expect(await run(`${node} --version`)).toMatch(new RegExp(`^v${line}\\.`));
    expect(await printed(`${node} program.js`)).toEqual(OUTCOME_IN_NODE);
    expect(await printed(`${node} required.cjs`)).toEqual(["text", "b", "function"]);
    writeFileSync(join(project, "old.json"), OLD);
    expect(await run(`${node} node_modules/@parlance/cli/dist/main.js validate old.json`)).toContain(
      "1 record, 137 B  valid\n",
    );
  });
});

it("npx @parlance/cli runs the command", async () => {
  expect(await run("npx @parlance/cli --version")).toMatch(/^\d+\.\d+\.\d+\n$/);
});

it.each(["bun", "deno run --allow-read --allow-env"])("%s imports and requires the packages", async (command) => {
  expect(await printed(`${command} program.js`)).toEqual(OUTCOME_IN_NODE);
  expect(await printed(`${command} required.cjs`)).toEqual(["text", "b", "function"]);
});

it("esbuild bundles the packages for a worker, which workerd runs", async () => {
  await run("esbuild worker.js --bundle --format=esm --outfile=workerd/worker.mjs --conditions=workerd,worker,browser");
  const port = await freePort();
  writeFileSync(
    join(project, "workerd/config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")], compatibilityDate = "2026-01-01"
);`,
  );
  expect(await served(project, ["workerd", "serve", "workerd/config.capnp"], port)).toEqual(OUTCOME);
});

it("wrangler bundles and serves the packages", async () => {
  const port = await freePort();
  const config = { name: "worker", main: "worker.js", compatibility_date: "2025-08-01", send_metrics: false };
  writeFileSync(join(others, "wrangler.json"), JSON.stringify(config));
  await run("wrangler deploy --dry-run --outdir wrangler", others);
  const args = ["wrangler", "dev", "--ip", "127.0.0.1", "--port", String(port)];
  expect(await served(others, args, port)).toEqual(OUTCOME);
});

/** What a server answers as soon as it does; the server is ended. */
async function served(folder: string, [program = "", ...args]: readonly string[], port: number): Promise<unknown> {
  const server = spawn(join(folder, "node_modules/.bin", program), args, {
    cwd: folder,
    env: ENVIRONMENT,
    detached: true,
  });
  let log = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (piece) => (log += piece));
  try {
    while (server.exitCode === null) {
      const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
      if (answer?.ok) return await answer.json();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`${program} ended:\n${log}`);
  } finally {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

const CHROMIUM = "/usr/bin/chromium";
const hasChromium = existsSync(CHROMIUM);
if (!hasChromium)
  console.log(`skipped: there is no ${CHROMIUM}, so no page is opened (Debian: apt-get install chromium)`);

it.skipIf(!hasChromium)("a browser runs a bundle of the packages", async () => {
  await run("esbuild page.js --bundle --format=iife --outfile=page/page.js");
  const script = readFileSync(join(project, "page/page.js"), "utf8").replaceAll("</script", "<\\/script");
  const page = join(project, "page/index.html");
  writeFileSync(page, `<!doctype html><meta charset="utf-8"><body></body><script>${script}</script>`);
  const flags = "--headless --no-sandbox --disable-gpu --no-first-run --virtual-time-budget=20000 --dump-dom";
  const dom = await run(`${CHROMIUM} ${flags} --user-data-dir=${join(project, "profile")} file://${page}`);
  expect(JSON.parse(/<body>(\{.*?\})\n*(?:<|$)/s.exec(dom)?.[1] ?? "null")).toEqual(OUTCOME);
});

it("vite bundles the packages without a word, for browsers and for servers", async () => {
  writeFileSync(
    join(project, "vite.js"),
    `import { build } from "vite";
     const said = [];
     const say = (text) => said.push(text);
     const customLogger = { info() {}, warn: say, warnOnce: say, error: say, clearScreen() {}, hasErrorLogged: () => false, hasWarned: false };
     const shared = { configFile: false, customLogger };
     await build({ ...shared, build: { outDir: "vite-web", lib: { entry: "portable.js", formats: ["es"], fileName: "out" } } });
     await build({ ...shared, ssr: { noExternal: true }, build: { ssr: "program.js", outDir: "vite-server", target: "node20" } });
     console.log(JSON.stringify({ said, found: await (await import("./vite-web/out.js")).outcome() }));`,
  );
  expect(await printed("node vite.js")).toEqual({ said: [], found: OUTCOME });
  expect(await printed("node vite-server/program.js")).toEqual(OUTCOME_IN_NODE);
});

it("webpack bundles the packages without a word, for browsers and for servers", async () => {
  writeFileSync(
    join(project, "webpack.js"),
    `import webpack from "webpack";
     const bundle = (target, entry, filename, more) => new Promise((resolve, reject) => webpack(
       { mode: "production", target, entry, performance: false, output: { path: process.cwd() + "/webpack", filename, ...more.output }, ...more.own },
       (error, stats) => error ? reject(error) : resolve(stats.toJson({ all: false, errors: true, warnings: true }))));
     const asModule = { output: { module: true, library: { type: "module" } }, own: { experiments: { outputModule: true } } };
     const web = await bundle("web", "./portable.js", "web.mjs", asModule);
     const server = await bundle("node20", "./program.js", "server.mjs", { ...asModule, output: { module: true, chunkFormat: "module" } });
     const common = await bundle("node20", "./program.js", "server.cjs", { output: {}, own: {} });
     const found = await (await import("./webpack/web.mjs")).outcome();
     console.log(JSON.stringify({ said: [web, server, common].flatMap((it) => [...it.errors, ...it.warnings]), found }));`,
  );
  expect(await printed("node webpack.js")).toEqual({ said: [], found: OUTCOME });
  expect(await printed("node webpack/server.mjs")).toEqual(OUTCOME_IN_NODE);
  expect(await printed("node webpack/server.cjs")).toEqual(OUTCOME_IN_NODE);
});

it("Jest imports the packages where it runs modules", async () => {
  const test =
    'test("it", async () => { expect(await (await import("./portable.js")).outcome()).toEqual(JSON.parse(process.env.OUTCOME)); });';
  writeFileSync(join(others, "common.test.cjs"), test);
  writeFileSync(join(others, "module.test.mjs"), test);
  const more = { NODE_OPTIONS: "--experimental-vm-modules", OUTCOME: JSON.stringify(OUTCOME) };
  writeFileSync(join(others, "jest.json"), '{"testMatch":["<rootDir>/*.test.?js"],"transform":{}}');
  const { numPassedTests } = JSON.parse(await run("jest --config jest.json --json", others, more));
  expect(numPassedTests).toBe(2);
});

/** Every entry with its types, without leaving out the checks of declarations. */
const TYPED = [
  "core",
  "core/codec",
  "core/internal",
  "core/json",
  "core/schemas",
  "builders",
  "builders/internal",
  "builders/json-schema",
  "providers",
  "providers/anthropic",
  "providers/ollama",
  "providers/openai",
  "providers/vllm",
  "providers/provider-names",
  "runtime",
  "runtime/context",
  "runtime/files",
  "runtime/images",
  "runtime/ledger",
  "runtime/mcp",
  "runtime/tools",
].map((entry, index) => `import * as entry${index} from "@parlance/${entry}";\nvoid entry${index};\n`);

const NARROWED = `
  import { decode } from "@parlance/core";
  const message = decode("{}");
  export const text: string | undefined = message.type === "tool_request" ? message.data.tool_calls[0]?.name : undefined;`;

it.each([
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
])(
  `TypeScript ${TOOLS.typescript} finds the types of every entry with modules of %s resolved by %s`,
  async (module, resolution) => {
    writeFileSync(join(project, "typed.ts"), TYPED.join("") + NARROWED);
    const options = "--noEmit --strict --exactOptionalPropertyTypes --target es2022 --types node";
    expect(await run(`tsc ${options} --module ${module} --moduleResolution ${resolution} typed.ts`)).toBe("");
  },
);

it("Node, Bun, Deno and a bundle count by gpt-tokenizer where it is installed", async () => {
  npm(project, ["install", "gpt-tokenizer@4"]);
  await run("esbuild program.js --bundle --format=esm --platform=node --outfile=bundled.mjs");
  for (const command of [
    "node program.js",
    "bun program.js",
    "deno run --allow-read --allow-env program.js",
    "node bundled.mjs",
  ])
    expect([command, await printed(command)]).toEqual([command, { ...OUTCOME_IN_NODE, counted: 4 }]);
});

it("a bundle for a worker has the tokenizer that its program imports", async () => {
  writeFileSync(
    join(project, "counting.js"),
    `import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
     import { buildContext } from "@parlance/runtime/context";
     const messages = [{ role: "user", content: "Hello, world!" }];
     const { tokens } = await buildContext(messages, { countTokens: (text) => countTokens(text), budget: { max_tokens: 8000 } });
     console.log(JSON.stringify(tokens));`,
  );
  const bundled = join(temporaryFolder(), "counting.mjs");
  await run(`esbuild counting.js --bundle --format=esm --outfile=${bundled} --conditions=workerd,worker,browser`);
  expect(await printed(`node ${bundled}`)).toBe(8);
});

it("the page on what runs where says what was tried", () => {
  const page = readFileSync(join(ROOT, "docs/what-runs-where.md"), "utf8");
  for (const [name, version] of Object.entries(TOOLS)) expect(page.toLowerCase()).toContain(`${name} ${version}`);
  for (const line of NODES) expect(page).toContain(`Node ${line}`);
});
