/** The arguments of a call in a history, as text of a JSON object, whatever the model had written. */

import { ParlanceError, type ToolCall } from "@parlance/core";
import { isJsonObject, stringifyDecoded } from "@parlance/core/internal";
import { equalJson, parseJson, stringifyJson } from "@parlance/core/json";
import { withoutAddedNulls } from "../shared/strict/added-nulls.js";
import type { Writing } from "./writing.js";

/**
 * The model's own text where it is what the arguments were read from. Text that is not a JSON object is wrapped into one: some servers
 * refuse it, and others put empty arguments in its place without a word.
 *
 * @param path Of the call.
 */
export function argumentsText(call: ToolCall, path: string, { added_nulls, report }: Writing): string {
  const { name, arguments: args, arguments_text: text, defect } = call;
  if (defect !== undefined) {
    report.add("arguments_wrapped", "rewritten", text === undefined ? path : `${path}/arguments_text`, WRAPPED);
    return stringifyJson({ invalid_arguments: text ?? "{}" });
  }
  if (text === undefined) return stringifyDecoded(args);
  if (isTextOf(text, args, Object.hasOwn(added_nulls, name) ? added_nulls[name] : undefined)) return text;
  report.add("arguments_text_dropped", "dropped", `${path}/arguments_text`, NOT_THEIRS);
  return stringifyDecoded(args);
}

const WRAPPED = "arguments that are not a JSON object stand as a text in one, since servers refuse them or empty them";
const NOT_THEIRS = "the provider takes a JSON object, and this text is blank or is not that of the arguments";

/** @param nulls Where the text may have a null that stands for nothing. */
function isTextOf(text: string, args: ToolCall["arguments"], nulls: readonly string[] | undefined): boolean {
  try {
    const value = parseJson(text);
    return isJsonObject(value) && equalJson(withoutAddedNulls(value, nulls), args);
  } catch (error) {
    if (ParlanceError.isInstance(error)) return false;
    throw error;
  }
}
