/** What a model and the store are told of what a tool threw. */

import type { ToolError } from "@parlance/core";
import type { SettingRule } from "../shared/settings.js";
import { isLargerThan } from "./size.js";
import { stackOf } from "./stack.js";
import { ToolFailure } from "./tool-failure.js";

/**
 * How much is told of an error that a tool throws, where it is not a `ToolFailure`, whose words are always told.
 *
 * - `message`: its message, on one line, at most 2,000 characters of it
 * - `code`: only that the tool failed, for tools whose errors may say what nobody is to know
 * - `stack`: the message, and the stacks of any error and its causes in the stored result, for developers; no model is sent them
 */
export type ToolErrorDetail = "message" | "code" | "stack";

const DETAILS: readonly unknown[] = ["message", "code", "stack"] satisfies readonly ToolErrorDetail[];

export function errorsRule(errors: unknown): SettingRule {
  return [errors === undefined || DETAILS.includes(errors), "/errors", '"message", "code" or "stack"'];
}

/** What of something thrown is told, and how many bytes its message may take. */
export interface TellSettings {
  readonly errors: ToolErrorDetail;
  readonly max_output_bytes: number;
}

/** Never throws, whatever was thrown. */
export function thrownError(thrown: unknown, settings: TellSettings): ToolError {
  return withStack(failureError(thrown, settings) ?? plainError(thrown, settings), thrown, settings);
}

/** With the stack of its cause, where stacks are kept. */
export function withStack(error: ToolError, cause: unknown, { errors }: Pick<TellSettings, "errors">): ToolError {
  const stack = errors === "stack" ? stackOf(cause) : undefined;
  return stack === undefined ? error : { ...error, stack };
}

/** Undefined for what is not a failure that says something, or one whose parts are of other types. */
function failureError(thrown: unknown, { max_output_bytes }: TellSettings): ToolError | undefined {
  try {
    if (!ToolFailure.isInstance(thrown)) return undefined;
    const { code, message, recoverable } = thrown;
    const isWhole = isCode(code) && typeof message === "string" && typeof recoverable === "boolean";
    return isWhole ? { code, message: fitting(message, max_output_bytes), recoverable } : undefined;
  } catch {
    // A proxy.
    return undefined;
  }
}

function isCode(code: unknown): boolean {
  return typeof code === "string" && code !== "" && code.length <= 256;
}

function plainError(thrown: unknown, { errors, max_output_bytes }: TellSettings): ToolError {
  const failed: ToolError = { code: "tool_failed", recoverable: false };
  if (errors === "code") return failed;
  return { ...failed, message: fitting(messageOf(thrown) || "The tool failed.", max_output_bytes) };
}

function fitting(message: string, maxBytes: number): string {
  return isLargerThan(maxBytes, message) ? "The tool failed, and said more than fits." : message;
}

/** Longer ones are cut: a model needs no more to do better. */
const MOST_CHARACTERS = 2_000;
/** No more of a message is looked at, in UTF-16 code units. */
const WINDOW = 4 * MOST_CHARACTERS;

/** On one line; empty where nothing is said. Anything can be thrown; of what is not an error, a text says something. */
function messageOf(thrown: unknown): string {
  const said = typeof thrown === "string" ? thrown : saidBy(thrown);
  const line = said
    .slice(0, WINDOW)
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, " ")
    .trim();
  const characters = [...line];
  if (said.length <= WINDOW && characters.length <= MOST_CHARACTERS) return line;
  return `${characters.slice(0, MOST_CHARACTERS - 1).join("")}…`;
}

function saidBy(thrown: unknown): string {
  try {
    const { message } = Object(thrown) as { readonly message?: unknown };
    return typeof message === "string" ? message : "";
  } catch {
    // A proxy or a getter.
    return "";
  }
}
