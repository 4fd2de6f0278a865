/** What is not settings at all is refused by every function alike: by a typed error that names the place and the rule, and nothing of the content. */

import {
  AgentRequest,
  FileReferenceMessage,
  ImageMessage,
  McpResourceMessage,
  ToolDefinition,
} from "@parlance/builders";
import { ParlanceError } from "@parlance/core";
import * as openai from "@parlance/providers/openai";
import { describe, expect, it } from "vitest";
import * as context from "../../src/context/index.js";
import * as files from "../../src/files/index.js";
import * as images from "../../src/images/index.js";
import * as root from "../../src/index.js";
import * as ledger from "../../src/ledger/index.js";
import * as mcp from "../../src/mcp/index.js";
import * as tools from "../../src/tools/index.js";
import { imageMessage } from "../images/fixtures.js";
import { approved, hostile, requestOf, SECRET } from "../tools/fixtures.js";

const ENTRIES = { root, context, files, images, ledger, mcp, tools };

const registry = tools.createToolRegistry([]);
const replay = tools.createReplayLedger();
const request = approved(requestOf(["1", "x"]));
const resource = McpResourceMessage.text("s", "u:1", "text");
const definition = ToolDefinition.create({ name: "x", description: "X.", parameters: { type: "object" } });
const traits = { category: "other", risk_level: "safe", capabilities: [] } as const;
const model = { stream: () => expect.unreachable("nothing is sent") };
const resources = mcp.createMcpResources({ servers: {} });

/** What stands where settings, a message or many of something belong. */
const WRONG: readonly (readonly [name: string, value: unknown])[] = [
  ["null", null],
  ["a number", 5],
  ["a text", "x"],
  ["a list", []],
  ["a proxy that throws", hostile()],
];

interface Row {
  readonly name: string;
  /** What is given in a wrong form. */
  readonly argument: string;
  // biome-ignore lint/suspicious/noExplicitAny: what is given has no type that the function takes.
  readonly call: (wrong: any) => unknown;
  /** The place that the error names. */
  readonly place?: string;
  /** What it is where it is not a `ValidationError`, since the value comes from elsewhere than the program. */
  readonly code?: string;
  /** What of the wrong values is right here. */
  readonly takes?: readonly string[];
}

const ROWS: readonly Row[] = [
  { name: "createHttpModel", argument: "options", call: root.createHttpModel },
  { name: "runAgent", argument: "request", call: (wrong) => root.runAgent(wrong, { model }) },
  { name: "runAgent", argument: "settings", call: (wrong) => root.runAgent(AgentRequest.simple("Hi"), wrong) },
  {
    name: "buildContext",
    argument: "messages",
    call: (wrong) => context.buildContext(wrong),
    place: "/messages",
    takes: ["a list"],
  },
  { name: "buildContext", argument: "options", call: (wrong) => context.buildContext([], wrong) },
  { name: "createTokenizer", argument: "options", call: context.createTokenizer },
  { name: "estimateTokens", argument: "text", call: context.estimateTokens, place: "/text", takes: ["a text"] },
  {
    name: "FileContext.fromFile",
    argument: "path",
    call: (wrong) => files.FileContext.fromFile(wrong, { role: "planner", workspace: "/" }),
    code: "bad_path",
    takes: ["a text"],
  },
  { name: "FileContext.fromFile", argument: "options", call: (wrong) => files.FileContext.fromFile("a", wrong) },
  { name: "resolveFile", argument: "message", call: (wrong) => files.resolveFile(wrong, { role: "planner" }) },
  {
    name: "resolveFile",
    argument: "options",
    call: (wrong) => files.resolveFile(FileReferenceMessage.create("a"), wrong),
  },
  { name: "createTesseract", argument: "options", call: images.createTesseract },
  { name: "createVision", argument: "settings", call: images.createVision },
  { name: "recogniseImage", argument: "message", call: (wrong) => images.recogniseImage(wrong, {}) },
  {
    name: "recogniseImage",
    argument: "options",
    call: (wrong) => images.recogniseImage(imageMessage(new Uint8Array([1])), wrong),
  },
  {
    name: "createFolderLedger",
    argument: "folder",
    call: ledger.createFolderLedger,
    place: "/folder",
    takes: ["a text"],
  },
  { name: "createMcpResources", argument: "settings", call: mcp.createMcpResources },
  {
    name: "createMcpResources().read",
    argument: "operation",
    call: (wrong) => resources.read("docs", "u:1", wrong),
  },
  {
    name: "createMcpResources().notified",
    argument: "notification",
    call: (wrong) => resources.notified("docs", wrong),
    place: "/notification",
  },
  { name: "createResourceCache", argument: "limits", call: mcp.createResourceCache },
  {
    name: "embeddedResources",
    argument: "result",
    call: (wrong) => mcp.embeddedResources("s", wrong),
    place: "/result",
  },
  { name: "embeddedResources", argument: "operation", call: (wrong) => mcp.embeddedResources("s", {}, wrong) },
  {
    name: "fitResource",
    argument: "message",
    call: (wrong) => mcp.fitResource(wrong, { max_tokens: 1, countTokens: () => 1 }),
  },
  { name: "fitResource", argument: "options", call: (wrong) => mcp.fitResource(resource, wrong) },
  {
    name: "createReplayLedger",
    argument: "entries",
    call: (wrong) => tools.createReplayLedger(wrong),
    place: "/entries",
    takes: ["a text", "a list"],
  },
  {
    name: "createReplayLedger",
    argument: "onBegin",
    call: (wrong) => tools.createReplayLedger([], wrong),
    place: "/onBegin",
  },
  { name: "createTool", argument: "settings", call: tools.createTool },
  {
    name: "createToolRegistry",
    argument: "tools",
    call: tools.createToolRegistry,
    place: "/tools",
    takes: ["a list"],
  },
  {
    name: "createToolRegistry",
    argument: "a tool",
    call: (wrong) => tools.createToolRegistry([wrong]),
    place: "/tools/0",
  },
  {
    name: "createToolRegistry().available",
    argument: "context",
    call: registry.available,
    place: "/context",
  },
  { name: "decideCalls", argument: "message", call: (wrong) => tools.decideCalls(wrong, { registry }) },
  { name: "decideCalls", argument: "options", call: (wrong) => tools.decideCalls(request, wrong) },
  {
    name: "executeCalls",
    argument: "message",
    call: (wrong) => tools.executeCalls(wrong, { registry, ledger: replay }),
  },
  { name: "executeCalls", argument: "options", call: (wrong) => tools.executeCalls(request, wrong) },
  { name: "toolOutput", argument: "options", call: (wrong) => tools.toolOutput(1, wrong) },
  { name: "ToolFailure", argument: "options", call: (wrong) => new tools.ToolFailure("no", wrong) },
];

const OUTCOMES = ROWS.flatMap((row) =>
  WRONG.map(([wrong, value]) => ({ ...row, wrong, value, place: row.place ?? "" })),
);

async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
}

it.each(OUTCOMES.filter(({ takes, wrong }) => !takes?.includes(wrong)))(
  "$name refuses $wrong as its $argument",
  async ({ call, value, place, code }) => {
    const error = await thrownBy(() => call(value));
    const refusal = { name: "ValidationError", issues: [expect.objectContaining({ path: place })] };
    expect(error).toMatchObject(code === undefined ? refusal : { code });
    expect(String(error) + JSON.stringify(error)).not.toContain(SECRET);
  },
);

it("has a row for every function of every entry but the errors that users do not make", () => {
  const functions = Object.values(ENTRIES).flatMap((entry) =>
    Object.entries(entry).flatMap(([name, value]) => (isFunction(value) ? [name] : [])),
  );
  const rows = new Set(ROWS.map(({ name }) => name.split(/[.(]/)[0]));
  expect(functions.filter((name) => !rows.has(name))).toEqual([]);
});

function isFunction(value: unknown): boolean {
  return typeof value === "function" && !(value.prototype instanceof ParlanceError);
}

/** Each function with settings that it takes, and the names of all that it knows. */
const OPERATION = ["signal", "wait", "logger", "onDirty", "now", "newId"];
const SETTINGS: readonly (readonly [name: string, call: Row["call"], good: object, more: readonly string[]])[] = [
  [
    "createHttpModel",
    root.createHttpModel,
    { provider: "openai", base_url: "https://models.example", model: "m" },
    ["api_key", "reasoning_member", "headers", "fetch", "max_retries", "max_retry_delay_ms", "idle_timeout_ms"],
  ],
  [
    "runAgent",
    (settings) => root.runAgent(AgentRequest.simple("Hi"), settings),
    { model },
    [
      ...["tools", "system_prompt", "tool_context", "max_iterations", "budget", "countTokens", "ledger", "messages"],
      ...["onEvent", "policy", "ask", "asking", "approval_timeout_ms", "onPermissionUsed"],
      ...["max_concurrency", "default_timeout_ms", "max_output_bytes", "errors"],
    ],
  ],
  [
    "buildContext",
    (options) => context.buildContext([], options),
    {},
    ["system", "updateSystem", "tools", "budget", "countTokens", "accessed", "mcp_as"],
  ],
  ["createTokenizer", context.createTokenizer, {}, ["encoding"]],
  [
    "FileContext.fromFile",
    (options) => files.FileContext.fromFile("a", options),
    { role: "planner", workspace: "/nowhere" },
    ["policy", "start_line", "end_line", "max_lines"],
  ],
  [
    "recogniseImage",
    (options) => images.recogniseImage(ImageMessage.fromFilePath("a.png"), options),
    { logger: { warn: () => undefined } },
    ["vision", "ocr", "files", "urls", "limits"],
  ],
  [
    "createVision",
    images.createVision,
    { provider: openai, model: "m", send: () => expect.unreachable("nothing is sent") },
    [],
  ],
  ["createTesseract", images.createTesseract, {}, ["language"]],
  ["createMcpResources", mcp.createMcpResources, { servers: {} }, ["cache", "policy", "timeout_ms"]],
  ["createMcpResources of a server", (servers) => mcp.createMcpResources({ servers }), {}, ["docs"]],
  [
    "createMcpResources with a policy",
    (policy) => mcp.createMcpResources({ servers: {}, policy }),
    {},
    ["ttl_ms", "ttl_ms_by_type", "max_server_ttl_ms"],
  ],
  ["createResourceCache", mcp.createResourceCache, {}, ["max_entries", "max_characters"]],
  ["embeddedResources", (operation) => mcp.embeddedResources("s", {}, operation), {}, []],
  [
    "fitResource",
    (options) => mcp.fitResource(resource, options),
    { max_tokens: 1, countTokens: () => 1 },
    ["summarise"],
  ],
  [
    "createTool",
    tools.createTool,
    { definition, traits, execute: () => 1 },
    ["concurrency", "timeout_ms", "arguments"],
  ],
  [
    "decideCalls",
    (options) => tools.decideCalls(requestOf(["1", "x"]), options),
    { registry },
    ["context", "policy", "ask", "asking", "approval_timeout_ms", "onPermissionUsed"],
  ],
  [
    "executeCalls",
    (options) => tools.executeCalls(request, options),
    { registry, ledger: replay },
    ["context", "results", "max_concurrency", "default_timeout_ms", "max_output_bytes", "errors"],
  ],
];

describe.each(SETTINGS)("%s", (_, call, good, more) => {
  it.each([...new Set([...Object.keys(good), ...more, ...OPERATION])])(
    "takes no %s that it cannot work with",
    async (name) => {
      for (const [wrong, value] of WRONG) {
        const error = await thrownBy(() => call({ ...good, [name]: value }));
        if (error !== undefined) expect([wrong, error]).toEqual([wrong, expect.any(ParlanceError)]);
        expect(String(error)).not.toContain(SECRET);
      }
    },
  );
});
