/** Messages to the JSON text of an older version of the contract, with notes of what it cannot say. */

import { UnsupportedVersionError } from "../errors/unsupported-version-error.js";
import { CURRENT_VERSION, encodeMessage, isKnownType, VERSIONS } from "../generated/codec.gen.js";
import type { Message } from "../generated/types.gen.js";
import { parseJson } from "../reading/parse.js";
import type { JsonObject } from "../runtime/json.js";
import type { MigrationNote } from "../runtime/migration/run.js";
import { encodeCurrent } from "./encode.js";
import { versionOf } from "./envelope.js";
import { downgrade, limitOver } from "./migrate.js";
import { olderTextOf } from "./older-text.js";
import { downgraded, kept } from "./older-version.js";
import { originOf } from "./origin.js";
import { OverLimit } from "./over-limit.js";
import type { EncodedText, InvalidMessage } from "./results.js";

/** The older version takes the message as unknown and keeps it. */
export const TYPE_NOT_CARRIED: MigrationNote = { code: "type_not_carried", path: "/type", direction: "down" };

/**
 * A message as text of a version. What no version can express otherwise stays as it is, with a note: a message that is
 * unknown, broken, of a newer version, of a type that the older version does not have, or one that would be over a limit there.
 * @throws ValidationError, or UnsupportedVersionError.
 */
export function encodeAs(message: Message | InvalidMessage, version: number, maxBytes: number): EncodedText {
  assertSupported(version);
  const text = encodeCurrent(message, maxBytes);
  if ("schema_version" in message && message.schema_version > CURRENT_VERSION) {
    return kept(text, "newer_version_kept", "/schema_version");
  }
  const older = olderTextOf(message);
  if (older?.text === text) return asItCame(text, older.version, version, new OverLimit("too_large_kept"));
  if (message.type === "unknown" && message.reason === "too_large") return overLimit(text, version);
  if (version === CURRENT_VERSION) return { text, notes: [] };
  if (message.type === "invalid") return kept(text, "invalid_kept", "");
  if (message.type === "unknown") return kept(text, "unknown_kept", "/type");
  if (!isKnownType(version, message.type)) return { text, notes: [TYPE_NOT_CARRIED] };
  const { type } = message;
  return downgraded(text, maxBytes, () => {
    const { value, notes } = downgrade(type, version, originOf(parseJson(text) as JsonObject, text));
    return { text: encodeMessage(version, value.type as string, value), notes };
  });
}

/** A message of an older version that decoding kept as unknown. */
function overLimit(text: string, to: number): EncodedText {
  const origin = originOf(parseJson(text) as JsonObject, text);
  const { tree } = origin;
  const version = versionOf(tree);
  return asItCame(
    text,
    version,
    to,
    limitOver(tree.type as string, version, origin) ?? new OverLimit("too_large_kept"),
  );
}

function asItCame(text: string, from: number, to: number, limit: OverLimit): EncodedText {
  return { text, notes: from === to ? [] : [limit.note(to > from ? "up" : "down")] };
}

/** @throws UnsupportedVersionError. */
export function assertSupported(version: number): void {
  if (!VERSIONS.includes(version)) throw new UnsupportedVersionError(VERSIONS);
}
