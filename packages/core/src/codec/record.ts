/** One record of a history: a message, or the record in its place with what is wrong with it. */

import type { Issue } from "../errors/issue.js";
import type { ParlanceError } from "../errors/parlance-error.js";
import { ParseError } from "../errors/parse-error.js";
import { ValidationError } from "../errors/validation-error.js";
import type { Message } from "../generated/types.gen.js";
import { parseJson } from "../reading/parse.js";
import { lenientUtf8 } from "../reading/platform.js";
import { trimmedText } from "../reading/read-text.js";
import { freezeJson, MAX_DEPTH } from "../runtime/freeze.js";
import type { JsonValue } from "../runtime/json.js";
import { keepText } from "../runtime/source-text.js";
import { asParlanceError, readRecord } from "./decode.js";
import { decodeTree } from "./decode-tree.js";
import type { Settings } from "./options.js";
import type { InvalidMessage } from "./results.js";

/** The keyword of issues of records that could not be parsed. */
export const PARSE_KEYWORD = "parse";

/** Never throws. */
export function decodeRecord(input: string | Uint8Array, settings: Settings): Message | InvalidMessage {
  let tree: JsonValue | undefined;
  try {
    const text = readRecord(input, settings.maxBytes, settings.strict);
    tree = parseJson(text);
    return decodeTree(tree, text, settings);
  } catch (error) {
    return invalidRecord(input, tree, asParlanceError(error));
  }
}

/**
 * A broken record is always frozen, so that it is written back as it was.
 * @param input Undefined when the record was too long to be kept; what is neither text nor bytes is not kept either.
 */
export function invalidRecord(
  input: string | Uint8Array | undefined,
  tree: JsonValue | undefined,
  error: ParlanceError,
): InvalidMessage {
  const issues = issuesOf(error);
  freezeJson(issues, MAX_DEPTH);
  if (input === undefined || error.code === "not_text")
    return Object.freeze({ type: "invalid", issues, original: null });
  const text = typeof input === "string" ? input : lenientUtf8().decode(input);
  const readable = tree !== undefined && !ParseError.isInstance(error) && freezeJson(tree, MAX_DEPTH);
  const record: InvalidMessage = { type: "invalid", issues, original: readable ? tree : text };
  keepText(record, typeof input === "string" || error.code !== "not_utf8" ? trimmedText(text) : "");
  return Object.freeze(record);
}

/** Every error as issues. */
function issuesOf(error: ParlanceError): readonly Issue[] {
  if (ValidationError.isInstance(error)) return error.issues;
  return [{ code: error.code, path: "", keyword: PARSE_KEYWORD, expected: "one JSON text", found: error.message }];
}
