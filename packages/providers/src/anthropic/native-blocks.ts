/** Blocks that only this provider has: kept as unknown parts or as its own items when they are read, and sent back as they came. */

import { ContentPart, type JsonObject, type ProviderItemPart } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { frozenJson } from "@parlance/core/json";
import { isNameOfOurs } from "../shared/conversation/content.js";
import { importDocument } from "./documents.js";
import type { Block } from "./wire.js";

const SERVER_RESULT: readonly string[] = ["tool_use_id", "content"];

/** What each has to have; a part of the same name without it comes from elsewhere. */
const RESULTS: Readonly<Record<string, readonly string[]>> = { search_result: ["source", "title", "content"] };

const OF_USER: Readonly<Record<string, readonly string[]>> = { ...RESULTS, container_upload: ["file_id"] };

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

const OF_TOOL: Readonly<Record<string, readonly string[]>> = { ...RESULTS, tool_reference: ["tool_name"] };

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

/** The block as a part: a document where it says no more, one of a type that the contract does not know, or an item of the provider's own. */
export function partOfBlock(block: JsonObject): JsonObject | undefined {
  const { type } = block;
  const document = type === "document" ? importDocument(block) : undefined;
  if (document !== undefined) return frozenJson(document) as JsonObject;
  if (isNameOfOurs(type)) return itemOfBlock(block);
  const read = ContentPart.safeParse(block);
  return read.ok && read.value.type === "unknown" ? block : undefined;
}

/** The block whole, as an item that no other part says. */
export function itemOfBlock(value: JsonObject): JsonObject {
  return Object.freeze({ type: "provider_item", provider: "anthropic", value });
}

/** The item as a block; undefined for one of another provider, or what is no block. */
export function itemBlock({ provider, value }: ProviderItemPart): Block | undefined {
  const isBlock = provider === "anthropic" && isJsonObject(value) && typeof value.type === "string";
  return isBlock ? (value as unknown as Block) : undefined;
}
