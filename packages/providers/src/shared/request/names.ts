/** Writes the names of tools and the ids of calls as a provider takes them, so that both can be read back. */

import type { ToolDefinition } from "@parlance/core";
import { callIdPath, callPath, isOf, type PlacedMessage } from "../conversation/placed.js";
import type { ReportWriter } from "../report/report-writer.js";
import type { RequestContext, ToolChoice } from "../types.js";
import { shortHash } from "./short-hash.js";
import { hasHalfPair } from "./surrogates.js";

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
  const names = mapped(
    (isWanted) => nameUses(named, isWanted),
    rules.tool_name,
    (path) =>
      report.add("name_mapped", "rewritten", path, "the provider does not take this name; another one stands for it"),
  );
  const ids = mapped(
    (isWanted) => idUses(named, isWanted),
    rules.call_id,
    (path) =>
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

/** A text and where it stands. */
interface Use {
  readonly text: string;
  readonly path: string;
}

type IsWanted = (text: string) => boolean;

function nameUses({ messages, tools, tool_choice }: Named, isWanted: IsWanted): readonly Use[] {
  const uses: Use[] = [];
  for (const [index, { name }] of tools.entries())
    if (isWanted(name)) uses.push({ text: name, path: `/tools/${index}/name` });
  if (typeof tool_choice === "object" && isWanted(tool_choice.name))
    uses.push({ text: tool_choice.name, path: "/tool_choice/name" });
  for (const placed of messages) addCallUses(placed, "name", isWanted, uses);
  return uses;
}

function idUses({ messages }: Named, isWanted: IsWanted): readonly Use[] {
  const uses: Use[] = [];
  for (const placed of messages) {
    if (isOf(placed, "tool") && isWanted(placed.message.tool_call_id))
      uses.push({ text: placed.message.tool_call_id, path: callIdPath(placed) });
    addCallUses(placed, "id", isWanted, uses);
  }
  return uses;
}

function addCallUses(placed: PlacedMessage, member: "id" | "name", isWanted: IsWanted, uses: Use[]): void {
  if (!isOf(placed, "assistant") || placed.message.tool_calls === undefined) return;
  placed.message.tool_calls.forEach((call, index) => {
    const text = call[member];
    if (isWanted(text)) uses.push({ text, path: `${callPath(placed, index)}/${member}` });
  });
}

interface Mapped {
  /** What is sent in place of a text that does not fit. */
  readonly sent: ReadonlyMap<string, string>;
  readonly originals: Readonly<Record<string, string>>;
}

function mapped(
  usesOf: (isWanted: IsWanted) => readonly Use[],
  rule: TextRule | undefined,
  tell: (path: string) => void,
): Mapped {
  const fits = fitting(rule);
  const unfit = usesOf((text) => !fits(text));
  if (unfit.length === 0) return AS_THEY_ARE;
  const taken = new Set(usesOf(fits).map(({ text }) => text));
  const sent = new Map<string, string>();
  for (const { text } of unfit) if (!sent.has(text)) sent.set(text, replacement(text, rule ?? ANYTHING, taken));
  for (const path of new Set(unfit.map(({ path }) => path))) tell(path);
  const originals = Object.fromEntries([...sent].map(([text, other]) => [other, text]));
  return { sent, originals: Object.freeze(originals) };
}

const AS_THEY_ARE: Mapped = { sent: new Map(), originals: Object.freeze({}) };

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
