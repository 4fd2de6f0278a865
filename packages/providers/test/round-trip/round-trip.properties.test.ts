/** A conversation that went to a provider and was read back is the one that it was, minus what the report says. */

import type { ContentPart } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import * as ollama from "../../src/ollama/index.js";
import * as openai from "../../src/openai/index.js";
import type { Report } from "../../src/shared/report/report.js";
import type {
  Conversation,
  ImportedConversation,
  Provider,
  RequestContext,
  RequestOptions,
} from "../../src/shared/types.js";
import * as vllm from "../../src/vllm/index.js";
import { anyConversation } from "./conversations.js";
import { changedIn, minus } from "./minus.js";
import { type Piece, piecesOf } from "./said.js";

type Side = Pick<Provider<object>, "toRequest" | "importRequest">;

const SIDES: readonly (readonly [name: string, side: Side])[] = Object.entries({ openai, vllm, ollama, anthropic });

const anyRequestOptions = fc.record(
  { stream: fc.boolean(), system: fc.constantFrom("first", "in_place") },
  { requiredKeys: [] },
) as fc.Arbitrary<RequestOptions>;

/** What no conversation has, and an effort that was rewritten on the way to the provider already. */
function isToldAlready(path: string, report: Report): boolean {
  if (/^\/(stream|stream_options)$/.test(path)) return true;
  const isEffort = /^\/(think|thinking|output_config\/effort)$/.test(path);
  return isEffort && report.some((entry) => entry.path === "/options/reasoning_effort");
}

describe.each(SIDES)("a conversation to %s", (_, { toRequest, importRequest }) => {
  it("comes back as it was, minus what the report says", () => {
    fc.assert(
      fc.property(anyConversation, anyRequestOptions, (conversation, options) => {
        const { body, report, context } = toRequest(conversation, options);
        const imported = importRequest(stringifyJson(body));
        expect(imported.report.filter(({ path }) => !isToldAlready(path, report))).toEqual([]);
        const before = piecesOf(conversation);
        const changed = changedIn(before, report);
        const isCompared = ({ kind, of }: Piece): boolean => !changed.has(`${kind} ${of}`);
        const left = minus(before, report).filter(isCompared);
        const came = withoutMadeUp(piecesOf(undone(imported, context)), conversation, report).filter(isCompared);
        expect(told(came, report)).toEqual(told(left, report));
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});

/** With the names and ids that the conversation had. */
function undone(imported: ImportedConversation, { tool_names, call_ids }: RequestContext): Conversation {
  const name = (sent: string): string => tool_names[sent] ?? sent;
  const id = (sent: string): string => call_ids[sent] ?? sent;
  const { tool_choice } = imported;
  return {
    ...imported,
    messages: imported.messages.map((message) => {
      if (message.role === "tool") return { ...message, tool_call_id: id(message.tool_call_id) };
      if (message.role !== "assistant" || message.tool_calls === undefined) return message;
      const tool_calls = message.tool_calls.map((call) => ({ ...call, id: id(call.id), name: name(call.name) }));
      const { content } = message;
      const inPlace = (part: ContentPart): ContentPart =>
        part.type === "call_place" ? { ...part, tool_call_id: id(part.tool_call_id) } : part;
      return { ...message, tool_calls, ...(typeof content === "object" ? { content: content.map(inPlace) } : {}) };
    }),
    tools: imported.tools.map((tool) => ({ ...tool, name: name(tool.name) })),
    ...(typeof tool_choice === "object" ? { tool_choice: { name: name(tool_choice.name) } } : {}),
  };
}

/** Without what the report says was added: results of calls that have none, words of failures and of images that moved, a limit. */
function withoutMadeUp(pieces: readonly Piece[], { messages }: Conversation, report: Report): readonly Piece[] {
  const made = new Set(pathsOf(report, "result_synthesised"));
  const wordless = new Set(pathsOf(report, "error_text_synthesised").map((path) => path.replace(/\/content$/, "")));
  const before = piecesOf({ messages });
  const idsAt = (kind: string, paths: ReadonlySet<string>): Set<string> =>
    new Set(before.flatMap((one) => (one.kind === kind && paths.has(one.path) ? (one.value.split(" ")[0] ?? []) : [])));
  const [unasked, unsaid] = [idsAt("call", made), idsAt("result", wordless)];
  const resultsOf = (ids: ReadonlySet<string>): string[] =>
    pieces.flatMap(({ kind, value, path }) => (kind === "result" && ids.has(value) ? [path] : []));
  const [whole, words] = [resultsOf(unasked), resultsOf(unsaid)];
  const isMoved = pathsOf(report, "image_moved").length > 0;
  const isLimit = pathsOf(report, "max_tokens_synthesised").length > 0;
  return pieces.filter(
    ({ kind, of, path, value }) =>
      !whole.some((message) => isIn(path, message)) &&
      !(kind === "text" && words.some((message) => isIn(path, message))) &&
      !(kind === "text" && isMoved && /^Images from the result of the tool call \S+:$/.test(value)) &&
      !(isLimit && of === "max_tokens"),
  );
}

function pathsOf(report: Report, code: string): readonly string[] {
  return report.flatMap((entry) => (entry.code === code ? [entry.path] : []));
}

function isIn(path: string, message: string): boolean {
  return path === message || path.startsWith(`${message}/`);
}

const JOINED =
  /^(error_in_words|parts_joined|text_joined|messages_merged|system_merged|reasoning_joined|refusals_joined)$/;
const MOVED =
  /^(messages_merged|result_moved|reasoning_moved|refusal_moved|system_moved|system_merged|image_moved|parts_moved)$/;

/** In order, unless something moved; where texts were joined, it is all that a side says, or a result, that counts. */
function told(pieces: readonly Piece[], report: Report): readonly string[] {
  const [isJoined, isMoved] = [JOINED, MOVED].map((codes) => report.some(({ code }) => codes.test(code)));
  const lines = isJoined ? joined(pieces) : pieces.map(line);
  return isMoved ? lines.sort() : lines;
}

function line({ kind, of, value }: Piece): string {
  return `${of} ${kind}: ${value}`;
}

const WORDS = ["text", "reasoning", "refusal"];

/** What stands between texts that were joined is nobody's. */
function joined(pieces: readonly Piece[]): string[] {
  const texts = new Map<string, string>();
  let result = "";
  for (const { kind, of, value } of pieces) {
    if (kind === "result") result = value;
    if (!WORDS.includes(kind)) continue;
    const whose = of === "tool" ? `${kind} of ${result}` : `${of} ${kind}`;
    if (value.trim() !== "") texts.set(whose, (texts.get(whose) ?? "") + value.replace(/\s/g, ""));
  }
  const others = pieces.filter(({ kind }) => !WORDS.includes(kind));
  return [...others.map(line), ...[...texts].map((one) => one.join(": ")).sort()];
}
