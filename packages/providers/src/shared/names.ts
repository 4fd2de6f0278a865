/** Writes the names of tools and the ids of calls as a provider takes them, so that both can be read back. */

import type { ToolDefinition } from "@parlance/core";
import { callIdPath, callPath, isOf, type PlacedMessage } from "./placed.js";
import type { ReportWriter } from "./report-writer.js";
import { shortHash } from "./short-hash.js";
import { hasHalfPair } from "./surrogates.js";
import type { RequestContext, ToolChoice } from "./types.js";

/** Which texts a provider takes. */
interface TextRule {
  /** The characters that may stand in it, as inside the brackets of a regular expression: `a-zA-Z0-9_-`. */
  readonly characters: string;
  /** The greatest number of characters. */
  readonly max: number;
}

/** The rules of a provider; what it has no rule for goes out as it is. */
export interface NameRules {
  readonly tool_name?: TextRule;
  readonly call_id?: TextRule;
}

/** The names and ids of one request. */
export interface NameMap extends Pick<RequestContext, "tool_names" | "call_ids"> {
  /** The name to send. */
  toolName(name: string): string;
  /** The id to send. */
  callId(id: string): string;
}

/** What of a conversation has names and ids. */
export interface Named {
  readonly messages: readonly PlacedMessage[];
  readonly tools: readonly ToolDefinition[];
  readonly tool_choice?: ToolChoice | undefined;
}

/**
 * One map for tools, history and choice. A text that fits stays as it is. Any other has its forbidden characters replaced and a
 * hash of itself at the end, which depends on nothing else: it is the same in every request of a conversation.
 */
export function namesFor(rules: NameRules, named: Named, report: ReportWriter): NameMap {
  const names = mapped(nameUses(named), rules.tool_name, (path) =>
    report.add("name_mapped", "rewritten", path, "the provider does not take this name; another one stands for it"),
  );
  const ids = mapped(idUses(named), rules.call_id, (path) =>
    report.add("id_mapped", "rewritten", path, "the provider does not take this id; another one stands for it"),
  );
  return {
    toolName: (name) => names.sent.get(name) ?? name,
    callId: (id) => ids.sent.get(id) ?? id,
    tool_names: names.originals,
    call_ids: ids.originals,
  };
}

/** The name of a tool as it was before the request. */
export function originalToolName(context: RequestContext | undefined, sent: string): string {
  return original(context?.tool_names, sent);
}

/** The id of a call as it was before the request. */
export function originalCallId(context: RequestContext | undefined, sent: string): string {
  return original(context?.call_ids, sent);
}

function original(originals: Readonly<Record<string, string>> | undefined, sent: string): string {
  return originals !== undefined && Object.hasOwn(originals, sent) ? (originals[sent] as string) : sent;
}

/** A text and a place where it stands. */
type Use = readonly [text: string, path: string];

function nameUses({ messages, tools, tool_choice }: Named): readonly Use[] {
  const chosen: readonly Use[] =
    typeof tool_choice === "object" ? [[tool_choice.name, "/tool_choice/name"] as const] : [];
  const called = messages.flatMap((placed) => callsOf(placed, ({ name }, path) => [name, `${path}/name`]));
  return [...tools.map(({ name }, index): Use => [name, `/tools/${index}/name`]), ...chosen, ...called];
}

function idUses({ messages }: Named): readonly Use[] {
  return messages.flatMap((placed): readonly Use[] => {
    if (isOf(placed, "tool")) return [[placed.message.tool_call_id, callIdPath(placed)]];
    return callsOf(placed, ({ id }, path) => [id, `${path}/id`]);
  });
}

function callsOf(
  placed: PlacedMessage,
  use: (call: { readonly id: string; readonly name: string }, path: string) => Use,
): readonly Use[] {
  if (!isOf(placed, "assistant")) return [];
  return (placed.message.tool_calls ?? []).map((call, index) => use(call, callPath(placed, index)));
}

interface Mapped {
  /** What is sent in place of a text that does not fit. */
  readonly sent: ReadonlyMap<string, string>;
  readonly originals: Readonly<Record<string, string>>;
}

function mapped(uses: readonly Use[], rule: TextRule | undefined, tell: (path: string) => void): Mapped {
  const fits = fitting(rule);
  const taken = new Set(uses.map(([text]) => text).filter(fits));
  const sent = new Map<string, string>();
  const places = new Set<string>();
  for (const [text, path] of uses) {
    if (fits(text)) continue;
    if (!sent.has(text)) sent.set(text, replacement(text, rule ?? ANYTHING, taken));
    places.add(path);
  }
  for (const path of places) tell(path);
  const originals = Object.fromEntries([...sent].map(([text, other]) => [other, text]));
  return { sent, originals: Object.freeze(originals) };
}

/** Whatever UTF-8 can say; an id or a name has at most 256 characters in any case. */
const ANYTHING: TextRule = { characters: "\\P{Surrogate}", max: 256 };

function fitting(rule: TextRule | undefined): (text: string) => boolean {
  if (rule === undefined) return (text) => !hasHalfPair(text);
  const allowed = new RegExp(`^[${rule.characters}]{1,${rule.max}}$`, "u");
  return (text) => allowed.test(text);
}

/** @param taken Texts that already stand for something; the new one is added. */
function replacement(text: string, { characters, max }: TextRule, taken: Set<string>): string {
  const filler = new RegExp(`[${characters}]`, "u").test("_") ? "_" : "";
  const readable = Array.from(text.replace(new RegExp(`[^${characters}]`, "gu"), filler));
  for (let attempt = 0; ; attempt++) {
    const hash = shortHash(attempt === 0 ? text : `${attempt} ${text}`);
    const beginning = readable.slice(0, Math.max(0, max - hash.length - filler.length)).join("");
    const other = `${beginning}${filler}${hash}`.slice(-max);
    if (taken.has(other)) continue;
    taken.add(other);
    return other;
  }
}
