/** Counts what a model is shown of a resource against a limit. */

import { McpResourceMessage } from "@parlance/builders";
import type { ResourceContents, TextResourceContents } from "@parlance/core";
import { toChatMessages } from "@parlance/providers";
import { checkedCounter } from "../context/costs.js";
import type { TokenCounter } from "../context/token-counter.js";
import { cutText } from "./cut-text.js";

export class ShownBudget {
  readonly #message: McpResourceMessage;
  readonly #countTokens: TokenCounter;
  #left: number;

  constructor(
    message: McpResourceMessage,
    { max_tokens, countTokens }: { readonly max_tokens: number; readonly countTokens: TokenCounter },
  ) {
    this.#message = message;
    this.#countTokens = checkedCounter(countTokens);
    this.#left = max_tokens;
  }

  /** Whether there is room for pieces, which is then taken. */
  take(contents: readonly ResourceContents[]): boolean {
    const cost = this.#costOf(contents);
    if (cost > this.#left) return false;
    this.#left -= cost;
    return true;
  }

  /** As much of a piece as there is room for. */
  cut(piece: TextResourceContents): string {
    return cutText(piece.text, (text) => this.#costOf([{ ...piece, text }]) <= this.#left);
  }

  /** How many tokens would be left after a piece. */
  roomBeside(piece: TextResourceContents): number {
    return this.#left - this.#costOf([piece]);
  }

  #costOf(contents: readonly ResourceContents[]): number {
    if (contents.length === 0) return 0;
    const texts = textsShown(this.#message, contents);
    return texts.reduce((sum, text) => sum + this.#countTokens(text), 0);
  }
}

/** What a model reads of pieces of a resource, whomever it is for. */
function textsShown({ data }: McpResourceMessage, contents: readonly ResourceContents[]): readonly string[] {
  const { server_name, resource_uri, mime_type } = data;
  const { messages } = toChatMessages([McpResourceMessage.create(server_name, resource_uri, contents, { mime_type })]);
  return messages.flatMap(({ content }) => {
    if (typeof content === "string") return [content];
    return (content ?? []).flatMap((part) => (part.type === "text" ? [part.text] : []));
  });
}
