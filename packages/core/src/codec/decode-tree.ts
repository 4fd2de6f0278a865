/** From a parsed record to a message: dispatch by type and version, verdict, migration. */

import { CURRENT_VERSION, messageNode } from "../generated/codec.gen.js";
import type { Message } from "../generated/types.gen.js";
import { parseJson } from "../reading/parse.js";
import { exceedsBytes } from "../reading/size.js";
import { copyJson } from "../runtime/copy.js";
import { MAX_DEPTH } from "../runtime/freeze.js";
import type { JsonObject, JsonValue } from "../runtime/json.js";
import type { Migrated } from "../runtime/migration/step.js";
import { assertTagged, versionOf } from "./envelope.js";
import { finishKnown, finishUnknown } from "./finish.js";
import { upgrade } from "./migrate.js";
import { currentText } from "./migrated-text.js";
import { movable } from "./movable.js";
import { keepOlderText } from "./older-text.js";
import type { Settings } from "./options.js";
import { type Origin, originOf, originOfMigrated, originOfValue } from "./origin.js";
import { Unmovable } from "./unmovable.js";
import { isValid, kindOfRecord, refusal } from "./verdict.js";
import { warn, warnOfNotes } from "./warn.js";

/**
 * The message that a parsed text holds; the tree becomes part of it.
 * @throws ValidationError, or ParseError with the code `too_deep`.
 */
export function decodeTree(tree: JsonValue, text: string, settings: Settings): Message {
  assertTagged(tree);
  return decodeOrigin(tree.type, tree, originOf(tree, text), settings);
}

/** The message that a copied JavaScript value holds; throws as `decodeTree` does. */
export function decodeCopy(tree: JsonValue, settings: Settings): Message {
  assertTagged(tree);
  return decodeOrigin(tree.type, tree, originOfValue(tree), settings);
}

/** `tree` is for verdicts: that of the origin, with doubles for all numbers. */
function decodeOrigin(type: string, tree: JsonObject, origin: Origin, settings: Settings): Message {
  const version = versionOf(tree);
  if (version === CURRENT_VERSION && isValid(version, type, tree)) {
    return finishKnown(type, origin, settings);
  }
  return decodeOther(type, version, tree, origin, settings);
}

function decodeOther(type: string, version: number, tree: JsonObject, origin: Origin, settings: Settings): Message {
  switch (kindOfRecord(type, version, tree)) {
    case "older":
      return decodeOlder(type, version, tree, origin, settings);
    case "newer":
      return decodeNewer(type, origin, settings);
    case "unknown":
      return finishUnknown(version > CURRENT_VERSION ? "newer_version" : "unknown_type", origin, settings);
    default:
      throw refusal(version, tree);
  }
}

function decodeNewer(type: string, origin: Origin, settings: Settings): Message {
  const message = finishKnown(type, origin, settings);
  warn(settings, "newer_version", "/schema_version");
  return message;
}

function decodeOlder(type: string, version: number, tree: JsonObject, origin: Origin, settings: Settings): Message {
  const untouched = originAgain(origin);
  try {
    return origin.text === undefined
      ? finishMigrated(upgrade(type, version, origin), settings)
      : decodeMigrated(type, version, movable(tree, origin.text, messageNode(version)), settings);
  } catch (error) {
    if (!(error instanceof Unmovable)) throw error;
    if (error.code === "duplicate_key") warn(settings, error.code, error.path);
    else warnOfNotes(settings, [error.note("up")]);
    return finishUnknown(error.reason, untouched(), settings);
  }
}

function decodeMigrated(type: string, version: number, origin: Origin, settings: Settings): Message {
  const message = origin.exact
    ? decodeSpelled(type, version, origin, settings)
    : finishMigrated(upgrade(type, version, origin), settings);
  keepOlderText(message, version, origin.text, settings);
  return message;
}

function finishMigrated({ value, notes }: Migrated, settings: Settings): Message {
  const message = finishKnown(value.type as string, originOfMigrated(value, false), settings);
  warnOfNotes(settings, notes);
  return message;
}

/** Its text in the current version keeps the spellings that values lose, so the message is read from that text. */
function decodeSpelled(type: string, version: number, origin: Origin, settings: Settings): Message {
  const { text, notes } = currentText(type, version, origin);
  const tree = parseJson(text) as JsonObject;
  const moved = originOf(tree, text);
  const isWithin = !exceedsBytes(text, settings.maxBytes);
  const message = finishKnown(
    tree.type as string,
    isWithin ? moved : originOfMigrated(moved.tree, moved.exact),
    settings,
  );
  for (const path of origin.duplicates ?? []) warn(settings, "duplicate_key", path);
  warnOfNotes(settings, notes);
  return message;
}

/** The origin as it was before a migration has changed its tree. A text can be parsed again, a value has to be copied before. */
function originAgain(origin: Origin): () => Origin {
  const { text, tree } = origin;
  if (text !== undefined) return () => originOf(parseJson(text) as JsonObject, text);
  const copy = copyJson(tree, MAX_DEPTH);
  return () => (copy.ok ? originOfValue(copy.value as JsonObject) : origin);
}
