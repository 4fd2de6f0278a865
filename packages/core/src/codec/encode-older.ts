/** Messages to the JSON text of an older version of the contract, with notes of what it cannot say. */

import { UnsupportedVersionError } from "../errors/unsupported-version-error.js";
import { CURRENT_VERSION, isKnownType, messageNode, VERSIONS } from "../generated/codec.gen.js";
import type { Message, UnknownMessage } from "../generated/types.gen.js";
import { parseJson } from "../reading/parse.js";
import type { JsonObject } from "../runtime/json.js";
import type { MigrationNote } from "../runtime/migration/run.js";
import { olderTextOf } from "../runtime/source-text.js";
import { encodeCurrent } from "./encode.js";
import { versionOf } from "./envelope.js";
import { obstacle } from "./migrate.js";
import { olderText } from "./migrated-text.js";
import { movable } from "./movable.js";
import { downgraded, kept } from "./older-version.js";
import type { EncodedText, InvalidMessage } from "./results.js";
import { Unmovable } from "./unmovable.js";

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
  if (older?.text === text) return asItCame(text, older.version, version, new Unmovable("too_large_kept"));
  if (message.type === "unknown" && isUnmovable(message.reason)) return unmoved(text, version);
  if (version === CURRENT_VERSION) return { text, notes: [] };
  if (message.type === "invalid") return kept(text, "invalid_kept", "");
  if (message.type === "unknown") return kept(text, "unknown_kept", "/type");
  if (!isKnownType(version, message.type)) return { text, notes: [TYPE_NOT_CARRIED] };
  const { type } = message;
  return downgraded(text, maxBytes, () => {
    return olderText(type, version, movable(parseJson(text) as JsonObject, text, messageNode(CURRENT_VERSION)));
  });
}

function isUnmovable(reason: UnknownMessage["reason"]): boolean {
  return reason === "too_large" || reason === "duplicate_key";
}

/** A message of an older version that decoding kept as unknown. */
function unmoved(text: string, to: number): EncodedText {
  const tree = parseJson(text) as JsonObject;
  const version = versionOf(tree);
  const why = obstacle(tree.type as string, version, tree, text) ?? new Unmovable("too_large_kept");
  return asItCame(text, version, to, why);
}

function asItCame(text: string, from: number, to: number, why: Unmovable): EncodedText {
  return { text, notes: from === to ? [] : [why.note(to > from ? "up" : "down")] };
}

/** @throws UnsupportedVersionError. */
export function assertSupported(version: number): void {
  if (!VERSIONS.includes(version)) throw new UnsupportedVersionError(VERSIONS);
}
