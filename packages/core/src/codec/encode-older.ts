/** Messages to the JSON text of an older version of the contract, with notes of what it cannot say. */

import { ParseError } from "../errors/parse-error.js";
import { UnsupportedVersionError } from "../errors/unsupported-version-error.js";
import { CURRENT_VERSION, encodeMessage, isKnownType, VERSIONS } from "../generated/codec.gen.js";
import type { Message } from "../generated/types.gen.js";
import { parseJson } from "../reading/parse.js";
import type { JsonObject } from "../runtime/json.js";
import type { MigrationNote } from "../runtime/migration/run.js";
import { encodeCurrent } from "./encode.js";
import { downgrade } from "./migrate.js";
import type { Explain } from "./options.js";
import { originOf } from "./origin.js";
import type { EncodedText, InvalidMessage } from "./results.js";

/** The older version takes the message as unknown and keeps it. */
export const TYPE_NOT_CARRIED: MigrationNote = { code: "type_not_carried", path: "/type", direction: "down" };

/**
 * A message as text of a version. What no version can express otherwise stays as it is, with a note: a message that is
 * unknown, broken, of a newer version, of a type that the older version does not have, or nested so deep that what is set
 * aside in the older version would lie deeper than can be read.
 * @throws ValidationError, or UnsupportedVersionError.
 */
export function encodeAs(message: Message | InvalidMessage, version: number, explain: Explain): EncodedText {
  assertSupported(version);
  const text = encodeCurrent(message, explain);
  if ("schema_version" in message && message.schema_version > CURRENT_VERSION) {
    return kept(text, "newer_version_kept", "/schema_version");
  }
  if (version === CURRENT_VERSION) return { text, notes: [] };
  if (message.type === "invalid") return kept(text, "invalid_kept", "");
  if (message.type === "unknown") return kept(text, "unknown_kept", "/type");
  if (!isKnownType(version, message.type)) return { text, notes: [TYPE_NOT_CARRIED] };
  return downgraded(text, message.type, version);
}

function downgraded(text: string, type: string, version: number): EncodedText {
  try {
    const { value, notes } = downgrade(type, version, originOf(parseJson(text) as JsonObject, text));
    return { text: encodeMessage(version, value.type as string, value), notes };
  } catch (error) {
    if (ParseError.isInstance(error) && error.code === "too_deep") return kept(text, "too_deep_kept", "");
    throw error;
  }
}

/** @throws UnsupportedVersionError. */
export function assertSupported(version: number): void {
  if (!VERSIONS.includes(version)) throw new UnsupportedVersionError(VERSIONS);
}

function kept(text: string, code: string, path: string): EncodedText {
  return { text, notes: [{ code, path, direction: "down" }] };
}
