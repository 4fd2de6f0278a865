/** Messages to the JSON text of an older version of the contract, with notes of what it cannot say. */

import { UnsupportedVersionError } from "../errors/unsupported-version-error.js";
import type { Message, UnknownMessage } from "../generated/types.gen.js";
import { parseJson } from "../reading/parse.js";
import {
  type ContractVersion,
  contractVersion,
  isKnownType,
  type ReadableContract,
  type WritableContract,
} from "../runtime/contract.js";
import type { JsonObject } from "../runtime/json.js";
import type { MigrationNote } from "../runtime/migration/run.js";
import { olderTextOf } from "../runtime/source-text.js";
import { encodeCurrent } from "./encode.js";
import { versionOf } from "./envelope.js";
import { obstacleToUpgrade } from "./migrate.js";
import { olderText } from "./migrated-text.js";
import { movableText } from "./movable.js";
import { downgradedText, unchangedText } from "./older-version.js";
import type { EncodedText, InvalidMessage } from "./results.js";
import { Unmovable } from "./unmovable.js";

/** The older version takes the message as unknown and keeps it. */
export const TYPE_NOT_CARRIED: MigrationNote = { code: "type_not_carried", path: "/type", direction: "down" };

/**
 * A message as text of a version. What no version can express otherwise stays as it is, with a note: a message that is
 * unknown, broken, of a newer version, of a type that the older version does not have, or one that would be over a limit there.
 * @throws ValidationError, or UnsupportedVersionError.
 */
export function encodeAs(
  contract: WritableContract,
  message: Message | InvalidMessage,
  version: number,
  maxBytes: number,
): EncodedText {
  const to = supportedVersion(contract, version);
  const { current } = contract;
  const text = encodeCurrent(contract, message, maxBytes);
  if (versionOf(message as unknown as JsonObject) > current.version) {
    return unchangedText(text, "newer_version_kept", "/schema_version");
  }
  const older = olderTextOf(message, current);
  if (older?.version === version) return { text: older.text, notes: [] };
  if (older?.text === text) return asItCame(text, older.version, version, new Unmovable("too_large_kept"));
  if (message.type === "unknown" && isUnmovable(message.reason)) return unmoved(contract, text, version);
  if (to === current) return { text, notes: [] };
  if (message.type === "invalid") return unchangedText(text, "invalid_kept", "");
  if (message.type === "unknown") return unchangedText(text, "unknown_kept", "/type");
  const asItIs = older?.text ?? text;
  if (!isKnownType(to, message.type)) return { text: asItIs, notes: [TYPE_NOT_CARRIED] };
  const { type } = message;
  return downgradedText(asItIs, maxBytes, () => olderText(contract, type, to, movableText(text, current.node)));
}

function isUnmovable(reason: UnknownMessage["reason"]): boolean {
  return reason === "too_large" || reason === "duplicate_key";
}

/** A message of an older version that decoding kept as unknown. */
function unmoved(contract: ReadableContract, text: string, to: number): EncodedText {
  const tree = parseJson(text) as JsonObject;
  const version = versionOf(tree);
  const why = obstacleToUpgrade(contract, tree.type as string, version, tree, text) ?? new Unmovable("too_large_kept");
  return asItCame(text, version, to, why);
}

function asItCame(text: string, from: number, to: number, why: Unmovable): EncodedText {
  return { text, notes: from === to ? [] : [why.note(to > from ? "up" : "down")] };
}

/** @throws UnsupportedVersionError. */
export function supportedVersion(contract: ReadableContract, version: number): ContractVersion {
  const found = contractVersion(contract, version);
  if (found === undefined) throw new UnsupportedVersionError(contract.versions.map((one) => one.version));
  return found;
}
