/** Blocks that only this provider has: kept as unknown parts when an answer is read, and sent back as they came. */

import { ContentPart, type JsonObject } from "@parlance/core";
import type { Block } from "./wire.js";

const SERVER_RESULT: readonly string[] = ["tool_use_id", "content"];

/** What each has to have; a part of the same name without it comes from elsewhere. */
const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  document: ["source"],
  search_result: ["source", "title", "content"],
};

const OF_USER: Readonly<Record<string, readonly string[]>> = { ...DOCUMENTS, container_upload: ["file_id"] };

const OF_ASSISTANT: Readonly<Record<string, readonly string[]>> = {
  server_tool_use: ["id", "name", "input"],
  web_search_tool_result: SERVER_RESULT,
  web_fetch_tool_result: SERVER_RESULT,
  code_execution_tool_result: SERVER_RESULT,
  bash_code_execution_tool_result: SERVER_RESULT,
  text_editor_code_execution_tool_result: SERVER_RESULT,
  tool_search_tool_result: SERVER_RESULT,
  advisor_tool_result: SERVER_RESULT,
  mcp_tool_use: ["id", "name", "input", "server_name"],
  mcp_tool_result: ["tool_use_id"],
  container_upload: ["file_id"],
  compaction: [],
  fallback: ["from", "to"],
};

const OF_TOOL: Readonly<Record<string, readonly string[]>> = { ...DOCUMENTS, tool_reference: ["tool_name"] };

const OF_SYSTEM: Readonly<Record<string, readonly string[]>> = { tool_addition: ["tool"], tool_removal: ["tool"] };

type Role = "user" | "assistant" | "tool" | "system";

const NATIVE: Readonly<Record<Role, Readonly<Record<string, readonly string[]>>>> = {
  user: OF_USER,
  assistant: OF_ASSISTANT,
  tool: OF_TOOL,
  system: OF_SYSTEM,
};

/** The part as a block that the provider takes from this role; undefined when it has none such. */
export function nativeBlock(part: JsonObject, role: Role): Block | undefined {
  const { type } = part;
  const known = NATIVE[role];
  if (typeof type !== "string" || !Object.hasOwn(known, type)) return undefined;
  return known[type]?.every((name) => Object.hasOwn(part, name)) === true ? (part as unknown as Block) : undefined;
}

/** Whether a block can stand among the parts of a message as it is, as one of a type that the contract does not know. */
export function canBePart(block: JsonObject): boolean {
  const read = ContentPart.safeParse(block);
  return read.ok && read.value.type === "unknown";
}
