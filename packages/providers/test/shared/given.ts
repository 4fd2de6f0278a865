/** What tests of the shared part are made of. */

import { ToolCall } from "@parlance/builders";
import { CURRENT_VERSION, ParlanceError, type ToolDefinition, ValidationError } from "@parlance/core";
import { createReport } from "../../src/shared/report/report-writer.js";
import type { NameRules } from "../../src/shared/request/names.js";
import { type Prepared, type PrepareRules, prepareConversation } from "../../src/shared/request/prepare.js";
import type { Conversation } from "../../src/shared/types.js";

export const SECRET = "s3cret-content";

const CREATED_AT = "2026-11-21T10:00:00.000Z";

/** A stored message with an id that ends in a number. */
export function stored(type: string, data: object, number = 1): never {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  return { type, schema_version: CURRENT_VERSION, id, created_at: CREATED_AT, data } as never;
}

export function call(id: string, name = "read_file", args: object = {}): ToolCall {
  return ToolCall.parse({ id, name, arguments: args });
}

export function tool(name: string, parameters: object = { type: "object", properties: {} }): ToolDefinition {
  return { name, description: "Does something.", parameters: parameters as ToolDefinition["parameters"], strict: true };
}

export const STRICT_NAMES: NameRules = {
  tool_name: { characters: "a-zA-Z0-9_-", max: 64 },
  call_id: { characters: "a-zA-Z0-9_-", max: 40 },
};

const PLAIN: PrepareRules = { names: {}, merge: "calls", system: "in_place" };

/** What a conversation becomes, its chat messages alone, and its report as `/place: code`. */
export function prepared(
  conversation: Conversation,
  rules: Partial<PrepareRules> = {},
): { readonly prepared: Prepared; readonly messages: readonly unknown[]; readonly told: readonly string[] } {
  const report = createReport();
  const result = prepareConversation(conversation, { ...PLAIN, ...rules }, report);
  return {
    prepared: result,
    messages: result.messages.map(({ message }) => message),
    told: report.entries.map(({ path, code }) => `${path}: ${code}`),
  };
}

/** The issues of a refusal as `/place: code`. */
export function placesOf(run: () => unknown): readonly string[] {
  const error = errorOf(run);
  if (error instanceof ValidationError) return error.issues.map(({ path, code }) => `${path}: ${code}`);
  throw error;
}

/** The error that a function throws; fails when it throws none of ours. */
export function errorOf(run: () => unknown): ParlanceError {
  try {
    run();
  } catch (error) {
    if (error instanceof ParlanceError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
