/** Reads what a caller gives as a conversation: everything is valid, or one error lists everything that is not. */

import {
  type ChatMessage,
  type InferenceOptions,
  type InvalidMessage,
  type Issue,
  type JsonObject,
  type Message,
  type SafeParseResult,
  type ToolDefinition,
  ValidationError,
} from "@parlance/core";
import {
  chatMessageReader,
  inferenceOptionsReader,
  issue,
  issuesAt,
  messageReader,
  toolDefinitionReader,
} from "@parlance/core/internal";
import { CHAT_MESSAGE_FIELDS_BY_ROLE } from "../../generated/fields.gen.js";
import type { Conversation, ToolChoice } from "../types.js";
import { readFromObject } from "./readable.js";

/** A message in its decoded form; either may have a member with the name that tells the other. */
export type ReadMessage =
  | { readonly kind: "chat"; readonly message: ChatMessage }
  | { readonly kind: "stored"; readonly message: Message }
  | { readonly kind: "broken"; readonly message: InvalidMessage };

/** A conversation whose members are in their decoded form. */
export interface ReadConversation {
  readonly messages: readonly ReadMessage[];
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  readonly tool_choice: ToolChoice | undefined;
  readonly options: InferenceOptions;
}

/** An archive has more messages than a stored history may have; a generator without an end has more than this. */
const MOST_MESSAGES = 1_048_576;
const MOST_TOOLS = 65_536;
/** So many problems say enough. */
const MOST_ISSUES = 65_536;

/** @throws ValidationError with the problems of all members; paths are places in the conversation. */
export function readConversation(conversation: Conversation): ReadConversation {
  if (typeof conversation !== "object" || conversation === null)
    throw new ValidationError([issue("wrong_type", "", "object", typeof conversation)]);
  const issues: Issue[] = [];
  const messages = readAll(conversation.messages, "/messages", parseMessage, { most: MOST_MESSAGES, issues });
  const tools = readAll(conversation.tools ?? [], "/tools", toolDefinitionReader.safeParse, {
    most: MOST_TOOLS,
    issues,
  });
  const options = read(inferenceOptionsReader.safeParse(conversation.options ?? {}), "/options", issues);
  const system = readText(conversation.system ?? "", issues);
  const choice = conversation.tool_choice ?? undefined;
  issues.push(...repeatedNames(tools), ...choiceIssues(choice, tools));
  if (issues.length > 0 || options === undefined) throw new ValidationError(issues);
  return { messages, system, tools, tool_choice: choice, options };
}

function parseMessage(value: unknown): SafeParseResult<ReadMessage> {
  if (isChat(value)) {
    const result = chatMessageReader.safeParse(value);
    return result.ok ? { ok: true, value: { kind: "chat", message: result.value } } : result;
  }
  const result = messageReader.safeParse(value);
  if (result.ok) return { ok: true, value: { kind: "stored", message: result.value } };
  const broken = brokenRecord(value);
  return broken === undefined ? result : { ok: true, value: { kind: "broken", message: broken } };
}

/** A record of a history that could not be read, as far as it says where it belongs; undefined for anything else. */
function brokenRecord(value: unknown): InvalidMessage | undefined {
  return readFromObject(value, (record) => {
    const { type, issues, original } = record as Readonly<Record<string, unknown>>;
    if (type !== "invalid" || !Array.isArray(issues) || original === undefined) return undefined;
    return Object.freeze({ type, issues: NO_ISSUES, original: placeIn(original) });
  });
}

const NO_ISSUES: InvalidMessage["issues"] = Object.freeze([]);

/** The ids that can be read; the rest of it is damaged. */
function placeIn(original: unknown): JsonObject {
  const { id, parent_id, conversation_id } = Object(original) as Readonly<Record<string, unknown>>;
  const given = Object.entries({ id, parent_id, conversation_id });
  return Object.freeze(Object.fromEntries(given.filter(([, one]) => typeof one === "string"))) as JsonObject;
}

/** What has the role of a chat message is one, unless it has all that a stored message has. */
function isChat(value: unknown): boolean {
  try {
    const { role, type, data } = value as Readonly<Record<string, unknown>>;
    if (typeof type !== "string") return role !== undefined;
    return (
      typeof role === "string" &&
      Object.hasOwn(CHAT_MESSAGE_FIELDS_BY_ROLE, role) &&
      !(typeof data === "object" && data !== null)
    );
  } catch {
    // A proxy throws whatever it likes, content included; so does what has no members.
    return false;
  }
}

function readAll<Value>(
  given: unknown,
  path: string,
  parse: (value: unknown) => SafeParseResult<Value>,
  { most, issues }: { readonly most: number; readonly issues: Issue[] },
): readonly Value[] {
  const values: Value[] = [];
  let index = 0;
  for (const one of itemsOf(given, path, issues)) {
    if (index === most || issues.length > MOST_ISSUES) {
      issues.push(issue("too_many", path, `at most ${most}`, "more"));
      break;
    }
    const result = parse(one);
    if (result.ok) values.push(result.value);
    else issues.push(...issuesAt(`${path}/${index}`, result.error.issues));
    index++;
  }
  return values;
}

/** None of what cannot be iterated, nor of an array that throws as it is read; what any other iterable throws is thrown on. */
function* itemsOf(given: unknown, path: string, issues: Issue[]): Iterable<unknown> {
  let isCallers = false;
  try {
    if (typeof given === "object" && given !== null && Symbol.iterator in given) {
      isCallers = !Array.isArray(given);
      yield* given as Iterable<unknown>;
      return;
    }
  } catch (error) {
    if (isCallers) throw error;
  }
  issues.push(issue("wrong_type", path, "something that can be iterated", typeof given));
}

function read<Value>(result: SafeParseResult<Value>, path: string, issues: Issue[]): Value | undefined {
  if (result.ok) return result.value;
  issues.push(...issuesAt(path, result.error.issues));
  return undefined;
}

function readText(given: unknown, issues: Issue[]): string {
  if (typeof given === "string") return given;
  issues.push(issue("wrong_type", "/system", "string", typeof given));
  return "";
}

/** Nobody could tell which of the two a call means. */
function repeatedNames(tools: readonly ToolDefinition[]): readonly Issue[] {
  const seen = new Set<string>();
  return tools.flatMap(({ name }, index) => {
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew ? [] : [issue("duplicate_tool_name", `/tools/${index}/name`, "a name of its own", "an earlier name")];
  });
}

const CHOICES: readonly unknown[] = ["auto", "none", "required"];

function choiceIssues(choice: unknown, tools: readonly ToolDefinition[]): readonly Issue[] {
  if (choice === undefined || choice === "auto" || choice === "none") return [];
  if (choice === "required")
    return tools.length > 0 ? [] : [issue("no_tools", "/tool_choice", "tools to choose from", "none")];
  const name = typeof choice === "object" && choice !== null && "name" in choice ? choice.name : undefined;
  if (typeof name !== "string")
    return [issue("not_allowed_value", "/tool_choice", `${CHOICES.join(", ")} or a name`, typeof choice)];
  const isThere = tools.some((tool) => tool.name === name);
  return isThere ? [] : [issue("unknown_tool", "/tool_choice/name", "the name of one of the tools", "another name")];
}
