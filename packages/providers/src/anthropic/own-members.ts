/** Members that the contract does not know and this provider does: breakpoints of its prompt cache, and citations. */

import type { ContentPart, JsonObject, ToolCall } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";
import type { Members } from "../shared/answer/unread.js";
import { callPath, type PlacedMessage, partPath } from "../shared/conversation/placed.js";
import type { MemberHolder, OwnMember } from "../shared/conversation/unknown-members.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import type { Prepared } from "../shared/request/prepare.js";
import type { Cacheable } from "./wire.js";

const NAMES = ["cache_control", "citations"] as const;

/** Texts can have citations, and everything but reasoning a breakpoint; reasoning and calls have what the provider gave with them. */
export const isOwnMember: OwnMember = (holder, name, value) => {
  if (name === "provider_state") return holder === "reasoning" || holder === "call";
  if (holder === "reasoning") return false;
  return name === "cache_control"
    ? isBreakpoint(value)
    : name === "citations" && holder === "text" && Array.isArray(value);
};

/** Of the one kind there is, for any time to live that is a word. */
function isBreakpoint(value: unknown): boolean {
  return isJsonObject(value) && value.type === "ephemeral" && Object.values(value).every(isWord);
}

function isWord(value: unknown): boolean {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value);
}

/** Those of the object, for its block. Citations have no types here: their kinds are a closed list, which grows. */
export function ownMembers(holder: MemberHolder, object: object): Cacheable {
  const own: Record<string, unknown> = {};
  for (const name of NAMES) {
    const value = (object as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined && isOwnMember(holder, name, value)) own[name] = value;
  }
  return own;
}

/** Those of a block, which are read with that. */
export function importOwnMembers(holder: MemberHolder, block: JsonObject, members: Members): Cacheable {
  const own = ownMembers(holder, block);
  members.skip(...Object.keys(own));
  return own;
}

/** The provider refuses a request with more. */
const MOST_BREAKPOINTS = 4;

/**
 * The same with as many breakpoints as the provider takes. Those of tools and instructions stay, since every request begins with
 * them; of those in messages the latest ones, since each covers everything before it.
 */
export function withinLimit(prepared: Prepared, report: ReportWriter): Prepared {
  const { tools, messages } = prepared;
  const marked = markedPlaces(prepared);
  if (marked.length <= MOST_BREAKPOINTS) return prepared;
  const surplus = new Set(marked.slice(0, -MOST_BREAKPOINTS));
  for (const path of surplus) report.add("member_dropped", "dropped", `${path}/cache_control`, TOO_MANY);
  return {
    ...prepared,
    tools: tools.map((tool, index) => (surplus.has(`/tools/${index}`) ? unmarked(tool) : tool)),
    messages: messages.map((placed) =>
      markedIn(placed).some((path) => surplus.has(path)) ? without(placed, surplus) : placed,
    ),
  };
}

/** The places of what has a breakpoint, in the order in which they are given up. */
function markedPlaces({ tools, messages }: Prepared): readonly string[] {
  const inTools = tools.flatMap((tool, index) => (isMarked(tool) ? [`/tools/${index}`] : []));
  const inInstructions: string[] = [];
  const inOthers: string[] = [];
  for (const placed of messages) addMarked(placed, placed.message.role === "system" ? inInstructions : inOthers);
  return [...inOthers, ...inTools, ...inInstructions];
}

const TOO_MANY = `the provider takes at most ${MOST_BREAKPOINTS} breakpoints: those of tools, of instructions and the latest ones`;

function isMarked(holder: object): boolean {
  return isBreakpoint((holder as Cacheable).cache_control);
}

/** Adds the places of a message that have a breakpoint. */
function addMarked(placed: PlacedMessage, places: string[]): void {
  const { message, path } = placed;
  if (message.role === "tool" && isMarked(message)) places.push(path);
  if (typeof message.content === "object")
    for (const [index, part] of message.content.entries()) if (isMarkedPart(part)) places.push(partPath(placed, index));
  if (message.role === "assistant" && message.tool_calls !== undefined)
    for (const [index, call] of message.tool_calls.entries()) if (isMarked(call)) places.push(callPath(placed, index));
}

function markedIn(placed: PlacedMessage): readonly string[] {
  const places: string[] = [];
  addMarked(placed, places);
  return places;
}

function isMarkedPart(part: ContentPart): boolean {
  return part.type !== "reasoning" && isMarked(blockIn(part));
}

/** What of a part has the members of its block: of one that is kept whole, the block itself. */
function blockIn(part: ContentPart): object {
  if (part.type === "unknown") return part.original;
  return part.type === "provider_item" && isJsonObject(part.value) ? part.value : part;
}

function without(placed: PlacedMessage, surplus: ReadonlySet<string>): PlacedMessage {
  const { message, path } = placed;
  const content =
    typeof message.content === "object"
      ? message.content.map((part, index) => (surplus.has(partPath(placed, index)) ? unmarkedPart(part) : part))
      : message.content;
  const tool_calls =
    message.role === "assistant"
      ? message.tool_calls?.map(
          (call, index): ToolCall => (surplus.has(callPath(placed, index)) ? unmarked(call) : call),
        )
      : undefined;
  const changed = replaceMembers<PlacedMessage["message"]>(message, {
    content,
    ...(tool_calls === undefined ? {} : { tool_calls }),
  });
  return { ...placed, message: message.role === "tool" && surplus.has(path) ? unmarked(changed) : changed };
}

function unmarkedPart(part: ContentPart): ContentPart {
  if (part.type === "unknown") return replaceMembers(part, { original: unmarked(part.original) });
  if (part.type !== "provider_item" || !isJsonObject(part.value)) return unmarked(part);
  return replaceMembers(part, { value: unmarked(part.value) });
}

function unmarked<Holder extends object>(holder: Holder): Holder {
  return replaceMembers<Cacheable>(holder, { cache_control: undefined }) as Holder;
}
