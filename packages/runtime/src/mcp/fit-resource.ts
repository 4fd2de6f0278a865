/** Makes a large resource small enough for a model, and says so. */

import { McpResourceMessage } from "@parlance/builders";
import type { ResourceContents, TextResourceContents } from "@parlance/core";
import { codePointLength, tell } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";
import type { TokenCounter } from "../context/token-counter.js";
import type { Operation } from "../shared/operation.js";
import { checkSettings, functionRule, operationRules, readSettings, wholeRule } from "../shared/settings.js";
import { MOST_PIECES } from "./contents.js";
import { ShownBudget } from "./shown-budget.js";
import { type SummariseResource, summaryOf } from "./summary.js";

export interface FitOptions extends Pick<Operation, "logger" | "signal"> {
  /** How many tokens the resource may have as a model is shown it, lines about its origin and fences included. Bytes are not counted. */
  readonly max_tokens: number;
  readonly countTokens: TokenCounter;
  /** Without it, or where it fails, the resource is cut. */
  readonly summarise?: SummariseResource | undefined;
}

/**
 * The resource as it is where it fits; otherwise a copy with the same id whose texts are a summary, or as much of them as fits, and last of
 * all a notice that says so. Bytes and the notice stay also where there is no room for them. The copy is for one request: what is stored
 * is the message itself, which is not changed.
 *
 * @throws ValidationError about the message or the settings; the reason of `signal`; what `countTokens` throws.
 */
export async function fitResource(message: McpResourceMessage, options: FitOptions): Promise<McpResourceMessage> {
  // Not the copy that this makes is given back, but the message itself.
  McpResourceMessage.parse(message);
  readSettings(options, checkOptions);
  const { signal, logger } = options;
  signal?.throwIfAborted();
  if (new ShownBudget(message, options).take(message.data.contents)) return message;
  const summarised = await summarisedPieces(message, options);
  const code = summarised === undefined ? "resource_cut" : "resource_summarised";
  const { texts, notice } = summarised ?? cutPieces(message, options);
  tell(logger, { code, path: "/data/contents", message: "the resource has more tokens than the limit allows" });
  const data = replaceMembers(message.data, { contents: [...texts, ...blobsOf(message), notice] });
  return McpResourceMessage.parse(replaceMembers(message, { data }));
}

function checkOptions(options: FitOptions): void {
  const { max_tokens, countTokens, summarise } = options;
  checkSettings([
    wholeRule("/max_tokens", max_tokens, { least: 0 }),
    [typeof countTokens === "function", "/countTokens", "a function"],
    functionRule("/summarise", summarise),
    ...operationRules(options),
  ]);
}

interface Fitted {
  readonly texts: readonly TextResourceContents[];
  readonly notice: TextResourceContents;
}

/** Undefined where there is no summary, or no room for any of it: a notice alone would tell of what is not there. */
async function summarisedPieces(message: McpResourceMessage, options: FitOptions): Promise<Fitted | undefined> {
  if (options.summarise === undefined) return undefined;
  const budget = new ShownBudget(message, options);
  // The longer one of the two.
  const isRoom = roomForTexts(message) > 0 && budget.take([...blobsOf(message), summaryNotice(message, false)]);
  const max_tokens = isRoom ? budget.roomBeside(plainText(".")) : 0;
  if (max_tokens < 1) return undefined;
  const summary = await summaryOf(message, max_tokens, options);
  if (summary === undefined) return undefined;
  const isWhole = budget.take([plainText(summary)]);
  const text = isWhole ? summary : budget.cut(plainText(summary));
  return text === "" ? undefined : { texts: [plainText(text)], notice: summaryNotice(message, isWhole) };
}

function cutPieces(message: McpResourceMessage, options: FitOptions): Fitted {
  const all = lengthOf(textsOf(message));
  const budget = new ShownBudget(message, options);
  // The longest that the notice can get.
  const isRoom = roomForTexts(message) > 0 && budget.take([...blobsOf(message), cutNotice(all, all)]);
  const kept: TextResourceContents[] = [];
  for (const piece of isRoom ? textsOf(message).slice(0, roomForTexts(message)) : []) {
    const isWhole = budget.take([piece]);
    const text = isWhole ? piece.text : budget.cut(piece);
    if (isWhole || text !== "") kept.push(isWhole ? piece : replaceMembers(piece, { text }));
    if (!isWhole) break;
  }
  return { texts: kept, notice: cutNotice(lengthOf(kept), all) };
}

/** How many pieces of text a message can hold beside the bytes and the notice. */
function roomForTexts(message: McpResourceMessage): number {
  return MOST_PIECES - 1 - blobsOf(message).length;
}

function blobsOf({ data }: McpResourceMessage): readonly ResourceContents[] {
  return data.contents.filter(({ type }) => type === "blob");
}

function textsOf({ data }: McpResourceMessage): readonly TextResourceContents[] {
  return data.contents.filter((piece) => piece.type === "text");
}

function lengthOf(texts: readonly TextResourceContents[]): number {
  return texts.reduce((sum, { text }) => sum + codePointLength(text), 0);
}

function cutNotice(shown: number, all: number): TextResourceContents {
  return plainText(`[The resource was cut: the first ${shown} of ${all} characters are shown.]`);
}

function summaryNotice(message: McpResourceMessage, isWhole: boolean): TextResourceContents {
  const what = isWhole ? "a summary" : "the beginning of a summary";
  return plainText(`[This is ${what} of a resource of ${lengthOf(textsOf(message))} characters.]`);
}

function plainText(text: string): TextResourceContents {
  return { type: "text", text, mime_type: "text/plain" };
}
