/** What was understood of an answer, in one form for the official clients and for this library. */

import { type JsonValue, stringifyJson } from "@parlance/core/json";
import { ProviderError } from "../../src/shared/errors/provider-error.js";
import type { Answer } from "../../src/shared/types.js";

export interface Heard {
  readonly text: string;
  readonly reasoning: string;
  /** What proves reasoning to the provider: signatures, and reasoning that only it can read. */
  readonly proofs: readonly string[];
  readonly refusal: string;
  readonly calls: readonly HeardCall[];
  /** Blocks that are neither text, reasoning nor calls. */
  readonly others: readonly unknown[];
  /** The provider's own word. */
  readonly finish?: string;
  readonly usage?: { readonly input: number; readonly output: number };
  /** Whether the answer ended in an error instead. */
  readonly failed: boolean;
}

/** Asks at an address, and tells what it understood of the answer. */
export interface Client {
  heardWhole(url: string): Promise<Heard>;
  heardStreamed(url: string): Promise<Heard>;
}

export interface HeardCall {
  /** Undefined when the provider gave none. */
  readonly id?: string;
  readonly name: string;
  /** An object; the text itself where it is none. */
  readonly arguments: unknown;
}

export const NOTHING: Heard = {
  text: "",
  reasoning: "",
  proofs: [],
  refusal: "",
  calls: [],
  others: [],
  failed: false,
};

/** Begins every id that was made because the provider gave none. */
export const MADE_ID = "00000000-0000-4000-8000-";

/** The object that a text is, as both sides read it: blank is no arguments at all, and what is not an object stays the text. */
export function argumentsOf(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : text;
  } catch {
    return text;
  }
}

export function heardInAnswer(answer: Answer): Heard {
  const { message, provider_finish_reason, usage } = answer;
  const { content = "", tool_calls = [] } = message ?? {};
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  const joined = (type: string) =>
    parts.map((part) => (part.type === type && "text" in part ? part.text : "")).join("");
  return {
    text: joined("text"),
    reasoning: joined("reasoning"),
    proofs: parts
      .flatMap((part) => (part.type === "reasoning" ? (part.provider_state ?? []) : []))
      .map(({ value }) => String(value)),
    refusal: joined("refusal"),
    calls: tool_calls.map((call) => ({
      ...(!call.id.startsWith(MADE_ID) && { id: call.id }),
      name: call.name,
      arguments: call.defect === undefined ? plain(call.arguments) : argumentsOf(call.arguments_text ?? ""),
    })),
    others: parts.flatMap((part) => (part.type === "unknown" ? [plain(part.original)] : [])),
    ...(provider_finish_reason !== undefined && { finish: provider_finish_reason }),
    ...heardUsage(usage?.input_tokens, usage?.output_tokens),
    failed: false,
  };
}

/** What had arrived before an error. Anything else that is thrown is a fault of the library. */
export function heardBefore(error: unknown): Heard {
  if (!ProviderError.isInstance(error)) throw error;
  return { ...(error.partial === undefined ? NOTHING : heardInAnswer(error.partial)), failed: true };
}

/** Zeros are left out: clients put them where the provider said nothing. */
export function heardUsage(input: number | undefined, output: number | undefined): Pick<Heard, "usage"> | undefined {
  return input || output ? { usage: { input: input ?? 0, output: output ?? 0 } } : undefined;
}

/** Digits that a double cannot hold are lost, as they are in the clients. */
function plain(value: unknown): unknown {
  return JSON.parse(stringifyJson(value as JsonValue));
}
