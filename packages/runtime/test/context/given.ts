/** What tests of contexts are made of. */

import { CURRENT_VERSION, type Message, ValidationError } from "@parlance/core";
import { toRequest as toAnthropic } from "@parlance/providers/anthropic";
import { toRequest as toOllama } from "@parlance/providers/ollama";
import { toRequest as toOpenAi } from "@parlance/providers/openai";
import { toRequest as toVllm } from "@parlance/providers/vllm";
import type { BuiltContext } from "../../src/context/index.js";

export const SECRET = "s3cret-content";

/** The id that ends in a number. */
export function id(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** The minute of an hour. */
export function at(minute: number): string {
  return `2026-11-21T10:${String(minute).padStart(2, "0")}:00.000Z`;
}

/** A stored message whose id ends in a number, made in the minute of that number. */
export function stored(type: Message["type"], data: object, number = 1): Message {
  return { type, schema_version: CURRENT_VERSION, id: id(number), created_at: at(number % 60), data } as never;
}

export function text(role: "system" | "user" | "assistant", said: string, number = 1): Message {
  return stored("text", { role, parts: [{ type: "text", text: said }] }, number);
}

export function control(type: "mode_change" | "branch_switch", from: string, to: string, number = 1): Message {
  return stored("system_control", { control: { type, from, to } }, number);
}

export function request(ids: readonly string[], number = 1, status = "approved"): Message {
  const tool_calls = ids.map((call) => ({
    id: call,
    name: "read_file",
    arguments: { path: call },
    approval: { status },
  }));
  return stored("tool_request", { tool_calls }, number);
}

export function result(call: string, output: unknown, number = 1): Message {
  return stored("tool_result", { tool_call_id: call, status: "success", output }, number);
}

export function resource(uri: string, content: string, number = 1, extra: object = {}): Message {
  const contents = [{ type: "text", text: content }];
  return stored(
    "mcp_resource",
    { server_name: "docs", resource_uri: uri, contents, retrieved_at: at(number % 60), ...extra },
    number,
  );
}

export function file(path: string, content: string, number = 1, range: object = {}): Message {
  return stored("file_reference", { path, ...range, resolution: { status: "resolved", content } }, number);
}

const OPTIONS = { model: "some-model", max_tokens: 500 };

/** What every provider is sent, as its users see it. */
export function bodiesOf({
  conversation,
}: Pick<BuiltContext, "conversation">): Readonly<Record<"openai" | "vllm" | "ollama" | "anthropic", Body>> {
  const given = { ...conversation, options: OPTIONS };
  return {
    openai: toOpenAi(given).body,
    vllm: toVllm(given).body,
    ollama: toOllama(given).body,
    anthropic: toAnthropic(given).body,
  };
}

/** The part of every body that is looked at. */
export interface Body {
  readonly messages: readonly object[];
  readonly system?: unknown;
}

/** The issues of a rejection as `/place: code`. */
export async function placesOf(promise: Promise<unknown>): Promise<readonly string[]> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ValidationError.isInstance(error)) throw error ?? new Error("nothing was thrown");
  return error.issues.map(({ path, code }) => `${path}: ${code}`);
}
