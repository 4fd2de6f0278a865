/** What every operation has in common: a signal, a clock, a logger and a store, all of the caller's, and input that stays as it was. */

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AgentRequest,
  FileReferenceMessage,
  ImageMessage,
  McpResourceMessage,
  TextMessage,
  ToolCall,
  ToolDefinition,
  ToolRequestMessage,
} from "@parlance/builders";
import type { Message } from "@parlance/core";
import { fromStream } from "@parlance/providers/openai";
import { recogniseImage } from "@parlance/runtime/images";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { buildContext } from "../src/context/index.js";
import { DEFAULT_FILE_POLICY, FileContext, resolveFile } from "../src/files/index.js";
import { type Operation, runAgent } from "../src/index.js";
import { createMcpResources, embeddedResources, fitResource, type McpClient } from "../src/mcp/index.js";
import { createReplayLedger, createTool, createToolRegistry, decideCalls, executeCalls } from "../src/tools/index.js";
import { calls, says } from "./agent/answers.js";
import { serving } from "./mcp/servers.js";

const NOW = Date.UTC(2031, 1, 3, 4, 5, 6, 789);
const NOW_TEXT = "2031-02-03T04:05:06.789Z";
const URI = "demo://notes";

const workspace = realpathSync(mkdtempSync(join(tmpdir(), "parlance-operations-")));
writeFileSync(join(workspace, "a.txt"), "one\ntwo\n");
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

let client: McpClient & { close(): Promise<void> };
beforeAll(async () => {
  const read = () => ({ contents: [{ uri: URI, text: "notes" }] });
  const list = () => ({ resources: [{ uri: URI, name: "notes", mimeType: "m".repeat(257) }] });
  client = await serving({ read, list });
});
afterAll(() => client.close());

/** A tool whose own schema is broken: its calls are answered, and the logger is told. */
const broken = createTool({
  definition: ToolDefinition.create({ name: "broken", description: "Never runs.", parameters: { type: "object" } }),
  traits: { category: "other", risk_level: "safe", capabilities: [] },
  arguments: {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: () => {
        throw new Error("broken");
      },
    },
  },
  execute: () => null,
});
const risky = createTool({
  definition: ToolDefinition.create({ name: "risky", description: "Runs.", parameters: { type: "object" } }),
  traits: { category: "other", risk_level: "high", capabilities: [] },
  execute: () => null,
});
const registry = createToolRegistry([broken, risky]);

const files = { workspace, role: "planner", policy: { ...DEFAULT_FILE_POLICY, max_content_bytes: 4 } };
const pending = ToolRequestMessage.create([ToolCall.create("c1", "broken", {}), ToolCall.create("c2", "risky", {})]);
const approved = ToolRequestMessage.pendingCalls(pending).reduce(
  (request, { id }) => ToolRequestMessage.approve(request, id, { decided_by: "ann" }),
  pending,
);
const resource = McpResourceMessage.text("docs", URI, "line\n".repeat(100));
const embedded = [
  { type: "resource", resource: { uri: URI, text: "notes" } },
  { type: "resource", resource: "nonsense" },
];

interface Given {
  readonly name: string;
  /** What it works on; a copy that can be changed is passed on. */
  readonly input: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: each has an input of its own type.
  readonly run: (input: any, operation: Operation) => Promise<unknown>;
  /** What its logger is told of the input. */
  readonly warning: string;
  /** What becomes of it when it is called off before; without it, the promise rejects with the signal's reason. */
  readonly whenCalledOff?: object;
  /** Whether it makes or changes messages, which have a time and a place in the store. */
  readonly makes: "messages" | "nothing to store";
}

const OPERATIONS: readonly Given[] = [
  {
    name: "resolveFile",
    input: FileReferenceMessage.create("a.txt"),
    run: (message, operation) => resolveFile(message, { ...files, ...operation }),
    warning: "file_truncated",
    makes: "messages",
  },
  {
    name: "FileContext.fromFile",
    input: "a.txt",
    run: (path, operation) => FileContext.fromFile(path, { ...files, ...operation }),
    warning: "file_truncated",
    makes: "nothing to store",
  },
  {
    name: "recogniseImage",
    input: ImageMessage.fromBase64("AAAA", "image/png"),
    run: recogniseImage,
    warning: "unsupported_format",
    makes: "messages",
  },
  {
    name: "decideCalls",
    input: pending,
    run: (request, operation) => decideCalls(request, { registry, ...operation }),
    warning: "schema_failed",
    whenCalledOff: { data: { tool_calls: [{}, { approval: { status: "cancelled" } }] } },
    makes: "messages",
  },
  {
    name: "executeCalls",
    input: approved,
    run: (request, operation) => executeCalls(request, { registry, ledger: createReplayLedger(), ...operation }),
    warning: "schema_failed",
    whenCalledOff: [{}, { data: { status: "cancelled" } }],
    makes: "messages",
  },
  {
    name: "createMcpResources().read",
    input: URI,
    run: async (uri, { signal, onDirty, ...settings }) => {
      const resources = createMcpResources({ servers: { docs: { client } }, ...settings });
      return await resources.read("docs", uri, { signal, onDirty }).finally(() => resources.close());
    },
    warning: "hint_ignored",
    makes: "messages",
  },
  {
    name: "embeddedResources",
    input: { content: embedded },
    run: (result, operation) => embeddedResources("docs", result, operation),
    warning: "resource_left_out",
    makes: "messages",
  },
  {
    name: "fitResource",
    input: resource,
    run: (message, operation) =>
      fitResource(message, { max_tokens: 300, countTokens: (text) => text.length, ...operation }),
    warning: "resource_cut",
    makes: "nothing to store",
  },
  {
    name: "buildContext",
    input: [TextMessage.user("One."), TextMessage.assistant("Two."), TextMessage.user("Three.")],
    run: (messages, operation) => buildContext(messages, { budget: { max_tokens: 10 }, ...operation }),
    warning: "context_removed",
    makes: "nothing to store",
  },
  {
    name: "runAgent",
    input: AgentRequest.simple("Hello"),
    run: (request, operation) => {
      const answers = [calls(["c1", "broken", "{}"]), says("Done.")];
      const model = { stream: () => fromStream(answers.shift() ?? [], operation) };
      return runAgent(request, { model, tools: [broken], ...operation });
    },
    warning: "schema_failed",
    whenCalledOff: { status: "cancelled" },
    makes: "messages",
  },
];

/** Runs an operation on a copy, with a clock, a logger and a store. */
async function outcomeOf({ input, run }: Given, more: Operation = {}) {
  const warned: string[] = [];
  const kept = new Map<string, Message>();
  const given = structuredClone(input);
  const done = await run(given, {
    now: () => NOW,
    logger: { warn: ({ code }) => void warned.push(code) },
    onDirty: (message) => void kept.set("id" in message ? message.id : "", message),
    ...more,
  });
  return { given, done, warned, kept: [...kept.values()] };
}

describe.each(OPERATIONS)("$name", (operation) => {
  afterEach(() => void vi.restoreAllMocks());

  it("leaves what it is given as it was, and gives messages to the store as they are given back", async () => {
    const { given, done, kept } = await outcomeOf(operation);
    expect(given).toEqual(operation.input);
    const made = typeof done === "object" && done !== null && "messages" in done ? done.messages : [done].flat();
    expect(kept).toEqual(operation.makes === "messages" ? made : []);
  });

  it("tells its caller's logger, and nobody else", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    expect((await outcomeOf(operation)).warned).toContain(operation.warning);
    expect(warn).not.toHaveBeenCalled();
  });

  it("is called off by its caller's signal, for the caller's reason", async () => {
    const { whenCalledOff } = operation;
    const reason = new Error("enough");
    const called = outcomeOf(operation, { signal: AbortSignal.abort(reason) });
    if (whenCalledOff === undefined) await expect(called).rejects.toBe(reason);
    else expect((await called).done).toMatchObject(whenCalledOff);
  });
});

it.each(OPERATIONS.filter(({ makes }) => makes === "messages"))(
  "$name takes the time of what it makes from its caller's clock",
  async (operation) => {
    const { kept } = await outcomeOf(operation);
    expect(kept.length).toBeGreaterThan(0);
    for (const message of kept) expect(JSON.stringify(message)).toContain(NOW_TEXT);
  },
);
