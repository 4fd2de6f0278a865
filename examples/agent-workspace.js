/**
 * An agent over a small workspace: it may read files, and asks in the terminal before it writes one. It is shown a screenshot, read by
 * OCR, and a page of documentation from an MCP server. `node examples/agent-workspace.js [WHAT TO DO]`, and with `--resume` it goes on
 * with the run before, whatever ended it.
 *
 * It speaks to a scripted server here; PARLANCE_BASE_URL and PARLANCE_MODEL (and PARLANCE_PROVIDER, PARLANCE_API_KEY) name a real one.
 */

import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { AgentRequest, AgentRequestBuilder, ImageMessage, ToolAvailabilityContext } from "@parlance/builders";
import { decodeHistory, encode } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import { PROVIDER_NAMES } from "@parlance/providers";
import { createHttpModel, runAgent } from "@parlance/runtime";
import { buildContext } from "@parlance/runtime/context";
import { createTesseract, recogniseImage } from "@parlance/runtime/images";
import { createFolderLedger } from "@parlance/runtime/ledger";
import { createMcpResources } from "@parlance/runtime/mcp";
import { startScriptedModel } from "./scripted-model.js";
import { workspaceTools } from "./workspace-tools.js";

const require = createRequire(import.meta.url);
const ROLE = "planner";
const OUT = fileURLToPath(new URL("../out/agent-workspace", import.meta.url));
const WORKSPACE = `${OUT}/workspace`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { resume: { type: "boolean" } },
});
const { PARLANCE_BASE_URL, PARLANCE_MODEL, PARLANCE_API_KEY } = process.env;
const provider = PROVIDER_NAMES.find((name) => name === (process.env.PARLANCE_PROVIDER ?? "openai"));
if (provider === undefined) {
  console.error(`PARLANCE_PROVIDER is one of ${PROVIDER_NAMES.join(", ")}.`);
  process.exit(2);
}

/** What is kept of a run, to go on from. @param {string} file */
const kept = (file) => (existsSync(`${OUT}/${file}`) ? readFileSync(`${OUT}/${file}`, "utf8") : "");
if (options.resume && !kept("request.json")) {
  console.error("There is no run to go on with.");
  process.exit(2);
}

/** Appends a line to a file of this run; one that a crash tore before it stays a line of its own. @param {string} file @param {string} line */
const keep = (file, line) => appendFileSync(`${OUT}/${file}`, `\n${line}\n`, { flush: true });

/** Ctrl+C ends the turn, and what was complete is kept. */
const cancelling = new AbortController();
const terminal = createInterface({ input: process.stdin, output: process.stdout });
terminal.on("SIGINT", () => cancelling.abort());
process.once("SIGINT", () => cancelling.abort());
const lines = terminal[Symbol.asyncIterator]();

/** Escapes what a terminal would obey or hide: nothing that a model writes may forge or cover a question. @param {string} text */
const shown = (text) =>
  text.replace(
    /(?!\n)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu,
    (mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`,
  );

/**
 * Shows each call as it would run, and takes a line of input for it: from a person, or from a pipe.
 * @type {import("@parlance/runtime/tools").AskForApproval}
 */
async function ask(calls) {
  /** @type {import("@parlance/runtime/tools").ApprovalAnswer[]} */
  const answers = [];
  for (const { call } of calls) {
    process.stdout.write(`\n  May it run ${call.name} ${shown(stringifyJson(call.arguments))}? [y/N] `);
    const { value = "" } = await lines.next();
    if (!process.stdin.isTTY) console.log(value);
    const decision = /^y(es)?$/i.test(value.trim()) ? "approve" : "deny";
    answers.push({ call_id: call.id, decision, decided_by: "terminal" });
  }
  return answers;
}

/** What is in the screenshot, in words. */
async function screenshot() {
  const ocr = createTesseract();
  try {
    const image = ImageMessage.fromFilePath("screenshot.png");
    return await recogniseImage(image, { ocr, files: { workspace: WORKSPACE, role: ROLE } });
  } finally {
    await ocr.close();
  }
}

/** A page of a server that is started for it. */
async function documentation() {
  const server = require.resolve("@modelcontextprotocol/server-everything/dist/index.js");
  const client = new Client({ name: "agent-workspace", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [server, "stdio"], stderr: "ignore" }),
  );
  const resources = createMcpResources({ servers: { docs: { client } } });
  try {
    return await resources.read("docs", "demo://resource/static/document/structure.md");
  } finally {
    await resources.close();
    await client.close();
  }
}

/** A new run in a fresh copy of the workspace: what the user asks, with what is known besides. */
async function newRequest() {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  cpSync(new URL("workspace", import.meta.url), WORKSPACE, { recursive: true });
  const [image, page] = await Promise.all([screenshot(), documentation()]);
  const { recognition } = image.data;
  console.log(`Screenshot, read by ${recognition.mode_used}: ${recognition.ocr?.text?.split("\n")[0]}`);
  console.log(`Documentation: ${page.data.resource_uri}\n`);
  const { conversation } = await buildContext([page, image]);
  const request = AgentRequestBuilder.create()
    .withMessage(positionals[0] ?? "Fix the error on the screenshot.")
    .withHistory(conversation.messages)
    .withSystemPrompt("You are a careful programmer. Read a file before you change it.")
    .withToolContext(ToolAvailabilityContext.forWorkspace(WORKSPACE))
    .withMaxIterations(8)
    .build();
  writeFileSync(`${OUT}/request.json`, AgentRequest.encode(request), { flush: true });
  return request;
}

const scripted = PARLANCE_BASE_URL === undefined ? await startScriptedModel() : undefined;
const model = createHttpModel({
  provider,
  base_url: PARLANCE_BASE_URL ?? scripted?.base_url ?? "",
  model: PARLANCE_MODEL ?? "scripted",
  api_key: PARLANCE_API_KEY,
});

const request = options.resume ? AgentRequest.decode(kept("request.json")) : await newRequest();
const turn = await runAgent(request, {
  model,
  tools: workspaceTools(WORKSPACE, ROLE),
  ask,
  messages: decodeHistory(kept("turn.ndjson")).messages,
  ledger: createFolderLedger(`${OUT}/ledger`),
  signal: cancelling.signal,
  onDirty: (message) => keep("turn.ndjson", encode(message)),
  onEvent: (event) => {
    if (event.type === "text") process.stdout.write(shown(event.text));
    if (event.type === "end") process.stdout.write("\n");
  },
});

terminal.close();
scripted?.close();
console.log(`\nThe turn is ${turn.status}${turn.error === undefined ? "" : `: ${turn.error.message}`}.`);
for (const message of turn.messages) {
  if (message.type === "tool_result") console.log(`  ${message.data.tool_call_id} ${message.data.status}`);
}
console.log(`src/price.js: ${readFileSync(`${WORKSPACE}/src/price.js`, "utf8").trim()}`);
process.exitCode = turn.status === "failed" ? 1 : 0;
