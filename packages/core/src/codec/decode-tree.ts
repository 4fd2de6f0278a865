/** From a parsed record to a message: dispatch by type and version, verdict, migration. */

import type { Message } from "../generated/types.gen.js";
import { parseJson } from "../reading/parse.js";
import { trimmedText } from "../reading/read-text.js";
import { messageNode } from "../runtime/contract.js";
import { copyJson } from "../runtime/copy.js";
import { MAX_DEPTH } from "../runtime/freeze.js";
import type { JsonObject, JsonValue } from "../runtime/json.js";
import { assertTagged, versionOf } from "./envelope.js";
import { finishKnown, finishUnknown } from "./finish.js";
import { upgradedRecord } from "./migrate.js";
import { duplicateKeys } from "./movable.js";
import type { Settings } from "./options.js";
import { type Origin, originOf, originOfMigrated, originOfValue, withDigits } from "./origin.js";
import { Unmovable } from "./unmovable.js";
import { isValid, kindOfRecord, refusalOfRecord } from "./verdict.js";
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
  const { current } = settings.contract;
  if (version === current.version && isValid(current, type, tree)) {
    return finishKnown(origin, settings);
  }
  return decodeOther(type, version, tree, origin, settings);
}

function decodeOther(type: string, version: number, tree: JsonObject, origin: Origin, settings: Settings): Message {
  const { contract } = settings;
  switch (kindOfRecord(contract, type, version, tree)) {
    case "older":
      return decodeOlder(type, version, tree, origin, settings);
    case "newer":
      return decodeNewer(origin, settings);
    case "unknown":
      return finishUnknown(version > contract.current.version ? "newer_version" : "unknown_type", origin, settings);
    default:
      throw refusalOfRecord(contract, version, tree);
  }
}

function decodeNewer(origin: Origin, settings: Settings): Message {
  const message = finishKnown(origin, settings);
  warn(settings, "newer_version", "/schema_version");
  return message;
}

function decodeOlder(type: string, version: number, tree: JsonObject, origin: Origin, settings: Settings): Message {
  const untouched = originAgain(origin);
  const { contract } = settings;
  const { text } = origin;
  try {
    const duplicates = text === undefined ? [] : duplicateKeys(tree, text, messageNode(contract, version));
    const given = text === undefined ? withDigits(origin) : origin;
    const { value, notes } = upgradedRecord(contract, type, version, given);
    const older = text === undefined ? undefined : { text: trimmedText(text), version };
    const message = finishKnown(originOfMigrated(value, given.exact, older), settings);
    for (const path of duplicates) warn(settings, "duplicate_key", path);
    warnOfNotes(settings, notes);
    return message;
  } catch (error) {
    if (!(error instanceof Unmovable)) throw error;
    if (error.code === "duplicate_key") warn(settings, error.code, error.path);
    else warnOfNotes(settings, [error.note("up")]);
    return finishUnknown(error.reason, untouched(), settings);
  }
}

/** The origin as it was before a migration has changed its tree. A text can be parsed again, a value has to be copied before. */
function originAgain(origin: Origin): () => Origin {
  const { text, tree } = origin;
  if (text !== undefined) return () => originOf(parseJson(text) as JsonObject, text);
  const copy = copyJson(tree, MAX_DEPTH);
  return () => (copy.ok ? originOfValue(copy.value as JsonObject) : origin);
}
