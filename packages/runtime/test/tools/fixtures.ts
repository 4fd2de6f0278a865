/** Tools and requests that the tests of this folder share. */

import { ToolCall, ToolDefinition, ToolRequestMessage, type ToolTraits } from "@parlance/builders";
import type { Logger, Message, ToolResultMessage, Warning } from "@parlance/core";
import type { JsonObject } from "@parlance/core/json";
import {
  createReplayLedger,
  createTool,
  createToolRegistry,
  type ExecuteOptions,
  executeCalls,
  type Tool,
  type ToolOutput,
  type ToolRun,
} from "../../src/tools/index.js";

/** Stands wherever content may stand that nobody may see. */
export const SECRET = "s3cret-content";

export const REQUEST_ID = "11111111-1111-4111-8111-111111111111";

interface Parts {
  readonly concurrency?: "safe" | "exclusive";
  readonly timeout_ms?: number;
  readonly parameters?: object;
  readonly traits?: Partial<ToolTraits>;
}

/** A tool that takes any arguments. */
export function tool(
  name: string,
  execute: (args: JsonObject, run: ToolRun) => ToolOutput | Promise<ToolOutput>,
  { concurrency = "safe", timeout_ms, parameters = { type: "object" }, traits = {} }: Parts = {},
): Tool<JsonObject> {
  return createTool({
    definition: ToolDefinition.create({ name, description: `Does ${name}.`, parameters, strict: false }),
    traits: { category: "other", risk_level: "medium", capabilities: [], ...traits },
    concurrency,
    timeout_ms,
    execute,
  });
}

/** A tool that cannot be called with types that hold: what it gives back is anything at all. */
export function strangeTool(name: string, execute: () => unknown, parts?: Parts): Tool<JsonObject> {
  return tool(name, () => execute() as ToolOutput, parts);
}

/** A pending request; each call is `[id, name, arguments]`. */
export function requestOf(
  ...calls: readonly (readonly [id: string, name: string, args?: object])[]
): ToolRequestMessage {
  return ToolRequestMessage.create(
    calls.map(([id, name, args]) => ToolCall.create(id, name, { ...args })),
    { id: REQUEST_ID, created_at: "2026-11-21T10:00:00.000Z" },
  );
}

/** The request with every pending call approved by a person. */
export function approved(request: ToolRequestMessage): ToolRequestMessage {
  return ToolRequestMessage.pendingCalls(request).reduce(
    (message, { id }) => ToolRequestMessage.approve(message, id, { decided_by: "ann" }),
    request,
  );
}

/** Executes with a ledger of its own. */
export function execute(
  request: ToolRequestMessage,
  tools: readonly Tool[],
  options: Partial<ExecuteOptions> = {},
): Promise<readonly ToolResultMessage[]> {
  return executeCalls(request, { registry: createToolRegistry(tools), ledger: createReplayLedger(), ...options });
}

export function statusesOf(results: readonly ToolResultMessage[]): readonly string[] {
  return results.map(({ data }) => data.status);
}

export function codesOf(results: readonly ToolResultMessage[]): readonly (string | undefined)[] {
  return results.map(({ data }) => data.error?.code);
}

/** A logger that keeps what it is told. */
export function recorder(): Logger & { readonly warnings: Warning[] } {
  const warnings: Warning[] = [];
  return { warnings, warn: (warning) => void warnings.push(warning) };
}

/** A store that keeps what it is told. */
export function store(): { readonly messages: Message[]; readonly onDirty: (message: Message) => void } {
  const messages: Message[] = [];
  return { messages, onDirty: (message) => void messages.push(message) };
}

/** A promise with its ends at hand. */
export function deferred<Value = void>(): {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
} {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

/** Lets everything go on that waits for nothing else. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The one result of a tool that is called once, which gives back or throws anything at all. */
export async function resultOf(run: () => unknown, options: Partial<ExecuteOptions> = {}): Promise<ToolResultMessage> {
  const [result] = await execute(approved(requestOf(["1", "odd"])), [strangeTool("odd", run)], options);
  if (result === undefined) throw new Error("no result");
  return result;
}

export function throwing(value: unknown): () => never {
  return () => {
    throw value;
  };
}

/** A proxy that throws the secret whatever is asked of it. */
export function hostile(): object {
  const trap = throwing(new Error(SECRET));
  return new Proxy({}, new Proxy({}, { get: () => trap }));
}
