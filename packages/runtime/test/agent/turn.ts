/** A request, tools, a model and a store for tests of turns. */

import { AgentRequest, type AgentRequestPatch, ToolDefinition } from "@parlance/builders";
import { type History, type JsonObject, Message, type Warning } from "@parlance/core";
import { expect } from "vitest";
import {
  type AgentSettings,
  type AgentTurn,
  createHttpModel,
  type HttpModelOptions,
  runAgent,
} from "../../src/index.js";
import { createTool, type Tool, type ToolRun } from "../../src/tools/index.js";

/** No pauses: what is waited for is written down. A wait as long as the model may be silent never ends by itself. */
export function impatience(): { readonly wait: NonNullable<HttpModelOptions["wait"]>; readonly pauses: number[] } {
  const pauses: number[] = [];
  const wait = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
    if (milliseconds < SILENCE_MS) {
      pauses.push(milliseconds);
      return;
    }
    await new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  };
  return { wait, pauses };
}

const SILENCE_MS = 300_000;

export function modelAt(url: string, options: Partial<HttpModelOptions> = {}): ReturnType<typeof createHttpModel> {
  return createHttpModel({
    provider: "openai",
    base_url: url,
    model: "m",
    wait: impatience().wait,
    logger: QUIET,
    ...options,
  });
}

export const QUIET = { warn: () => undefined };

/** Keeps what it is told, as a file to which each line is appended. */
export function store(): { readonly onDirty: (message: Message) => void; readonly lines: Message[] } {
  const lines: Message[] = [];
  return { lines, onDirty: (message) => void lines.push(message) };
}

interface ToolBehaviour {
  readonly risk?: "safe" | "high";
  readonly timeout_ms?: number;
  /** The arguments that it takes; one text otherwise. */
  readonly parameters?: JsonObject;
  readonly execute?: (args: Record<string, unknown>, run: ToolRun) => unknown;
}

const ONE_TEXT: JsonObject = { properties: { text: { type: "string" } }, required: ["text"] };

/** A tool that takes one text and says it again. */
export function toolNamed(
  name: string,
  { risk = "safe", timeout_ms, parameters = ONE_TEXT, execute }: ToolBehaviour = {},
): Tool {
  return createTool({
    definition: ToolDefinition.create({
      name,
      description: `The tool ${name}.`,
      parameters: { type: "object", ...parameters },
    }),
    traits: { category: "other", risk_level: risk, capabilities: [] },
    concurrency: "safe",
    ...(timeout_ms === undefined ? {} : { timeout_ms }),
    execute: (args, run) => (execute === undefined ? `${name}: ${args.text}` : (execute(args, run) as string)),
  });
}

export const echo = toolNamed("echo");

export function requestOf(message = "Hello", patch: AgentRequestPatch = {}): AgentRequest {
  return AgentRequest.with(AgentRequest.simple(message), patch);
}

/** Runs a turn against a server, with warnings kept out of the console. */
export function turnAt(
  url: string,
  settings: Partial<AgentSettings> & { readonly request?: AgentRequest } = {},
): Promise<AgentTurn> {
  const { request = requestOf(), ...rest } = settings;
  return runAgent(request, { model: modelAt(url), tools: [echo], logger: QUIET, ...rest });
}

/** The messages in short: who said what, what was asked for, how it ended. */
export function inShort(messages: History["messages"]): readonly string[] {
  return messages.map((message) => {
    if (message.type === "text")
      return `${message.data.role}: ${message.data.parts.map((part) => ("text" in part ? part.text : "")).join("")}`;
    if (message.type === "tool_request")
      return `calls ${message.data.tool_calls.map(({ id, name, approval }) => `${id} ${name} ${approval.status}`).join(", ")}`;
    if (message.type === "tool_result") {
      const { tool_call_id, status, error } = message.data;
      return `${tool_call_id} ${status}${error?.code === undefined ? "" : ` ${error.code}`}`;
    }
    return message.type;
  });
}

/** Waits until a promise is pending no more, or fails after a while that no machine needs. */
export function soon<Value>(promise: Promise<Value>, milliseconds = 300_000): Promise<Value> {
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error("it hangs")), milliseconds);
    promise.finally(() => clearTimeout(timer)).catch(() => undefined);
  });
  return Promise.race([promise, late]);
}

/** What was warned of. */
export function warnings(): { readonly logger: { warn(warning: Warning): void }; readonly list: Warning[] } {
  const list: Warning[] = [];
  return { list, logger: { warn: (warning) => void list.push(warning) } };
}

/** Every call has one result, directly after its request and in the order of the calls. */
export function expectOneResultEach({ messages }: AgentTurn): void {
  const asked = messages.flatMap((message) =>
    message.type === "tool_request" ? message.data.tool_calls.map(({ id }) => `${message.id} ${id}`) : [],
  );
  const answered = messages.flatMap((message) =>
    message.type === "tool_result" ? [`${message.data.request_id} ${message.data.tool_call_id}`] : [],
  );
  expect(answered).toEqual(asked);
  expect(messages.every(Message.is)).toBe(true);
}
