/** A JavaScript value, instead of a text, to a message. */

import type { Message } from "../generated/types.gen.js";
import { copyJson } from "../runtime/copy.js";
import { MAX_DEPTH } from "../runtime/freeze.js";
import type { JsonValue } from "../runtime/json.js";
import { keptText, type Maker } from "../runtime/source-text.js";
import { decodeCopy } from "./decode-tree.js";
import { assertTagged, fieldOf, refusalFor } from "./envelope.js";
import type { Settings } from "./options.js";
import { tooDeepRecord } from "./origin.js";

/**
 * The message that a value holds. The value is neither changed nor frozen; one that was decoded before comes back as it is.
 * @param type The tag it must have; any when undefined.
 * @throws ValidationError; code `not_json_value` where there is anything in the value that JSON cannot say.
 */
export function decodeValue(value: unknown, type: string | undefined, settings: Settings): Message {
  if (isDecoded(value, settings.contract.current) && (type === undefined || value.type === type)) return value;
  const tree = copyOf(value);
  if (type !== undefined) assertType(tree, type);
  return decodeCopy(tree, settings);
}

/** @throws ValidationError for what is not JSON, or ParseError for what is nested too deep. */
function copyOf(value: unknown): JsonValue {
  const copy = copyJson(value, MAX_DEPTH);
  if (copy.ok) return copy.value;
  if (copy.found === "too deep") throw tooDeepRecord();
  // Deeper names may be the user's own, so only the envelope's are told.
  throw refusalFor("not_json_value", fieldOf(copy.path), "", "nothing but JSON", copy.found);
}

function assertType(tree: JsonValue, type: string): void {
  assertTagged(tree);
  if (tree.type === type) return;
  throw refusalFor("not_allowed_value", "/type", "const", JSON.stringify(type), "string");
}

function isDecoded(value: unknown, maker: Maker): value is Message {
  return (
    typeof value === "object" &&
    value !== null &&
    keptText(value, maker) !== undefined &&
    ("schema_version" in value || "original" in value)
  );
}
