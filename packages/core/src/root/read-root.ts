/** A persisted root of any version that has it to its decoded form in the current one. */

import { readRecord } from "../codec/decode.js";
import { refusalFor } from "../codec/envelope.js";
import { movableOrigin } from "../codec/movable.js";
import type { WarningSettings } from "../codec/options.js";
import { type Origin, originOf, originOfMigrated, originOfValue, withDigits } from "../codec/origin.js";
import { Unmovable } from "../codec/unmovable.js";
import { warn, warnOfNotes } from "../codec/warn.js";
import { wrapOnce } from "../companion/parse-wire.js";
import type { ValidationError } from "../errors/validation-error.js";
import { type Logger, SILENT } from "../errors/warning.js";
import { copiedJson, tooDeepValue } from "../json/sealed.js";
import { settleNumbers } from "../reading/exact.js";
import { parseJson } from "../reading/parse.js";
import { MAX_BYTES } from "../reading/read-text.js";
import { isObject } from "../runtime/check.js";
import { MAX_DEPTH } from "../runtime/freeze.js";
import type { JsonObject } from "../runtime/json.js";
import type { Root, RootForm } from "../runtime/root.js";
import { isKnown, markSealed } from "../runtime/sealed.js";
import { freezeDecoded } from "../runtime/walks/freeze.js";
import { tidiedByTable } from "../runtime/walks/tidy.js";
import { wrappedByTable } from "../runtime/walks/wrap.js";
import { currentForm, judgedRoot, refusalOfRoot } from "./judge-root.js";
import { upgradeFrom } from "./migrate-root.js";
import { currentRootText } from "./migrated-root-text.js";

export interface DecodeRootOptions {
  /**
   * Refuses what JSON parsers disagree on: duplicate keys, lone surrogates, a byte order mark, numbers that a double cannot hold.
   * @defaultValue false
   */
  readonly strict?: boolean;
  /**
   * The largest record in UTF-8 bytes.
   * @defaultValue 67108864
   */
  readonly maxBytes?: number;
  /**
   * Takes the warnings: what a migration from an older version could not carry as it was, and that a record is of a newer version.
   * By default they go to the console, one content-free line each.
   */
  readonly logger?: Logger;
}

/** Verdicts on one type of root. */
export interface RootPieces {
  readonly root: Root;
  /** Whether a value has the decoded form. */
  readonly is: (value: unknown) => boolean;
}

/** @throws ParseError or ValidationError. */
export function decodeRoot(
  pieces: RootPieces,
  input: string | Uint8Array,
  { strict = false, maxBytes = MAX_BYTES, logger }: DecodeRootOptions = {},
): object {
  const text = readRecord(input, maxBytes, strict);
  const tree = parseJson(text);
  if (!isObject(tree)) throw refusalOfRoot(currentForm(pieces.root), tree);
  return readTree(pieces, tree, originOf(tree, text), { logger, index: -1 });
}

/**
 * The decoded form of a value, as a deeply frozen copy; one that came from here is returned as it is.
 * @throws ValidationError
 */
export function parseRoot(pieces: RootPieces, value: unknown): object {
  if (isKnown(value, pieces)) return value;
  const tree = copiedJson(value);
  if (!isObject(tree)) throw refusalOfRoot(currentForm(pieces.root), tree);
  return readTree(pieces, tree, originOfValue(tree), { logger: SILENT, index: -1 });
}

/** @param tree For verdicts: that of the origin, with doubles for all numbers. */
function readTree(pieces: RootPieces, tree: JsonObject, origin: Origin, settings: WarningSettings): object {
  const { root } = pieces;
  const judged = judgedRoot(root, tree);
  if (judged.kind === "unknown") throw refusalOfRoot(currentForm(root), tree);
  if (judged.kind === "older") {
    const { text } = origin;
    return moved(() =>
      text === undefined
        ? readOlderValue(pieces, judged.form, withDigits(origin), settings)
        : readOlderText(pieces, judged.form, movableOrigin(tree, text, judged.form.node), settings),
    );
  }
  if (judged.kind === "newer") warn(settings, "newer_version", "/schema_version");
  return finished(pieces, origin);
}

function readOlderValue(pieces: RootPieces, form: RootForm, origin: Origin, settings: WarningSettings): object {
  const { value, notes } = upgradeFrom(pieces.root, form, origin);
  const read = finished(pieces, originOfMigrated(value, origin.exact));
  warnOfNotes(settings, notes);
  return read;
}

function readOlderText(pieces: RootPieces, form: RootForm, origin: Origin, settings: WarningSettings): object {
  const { text, notes } = currentRootText(pieces.root, form, origin);
  const read = finished(pieces, originOf(parseJson(text) as JsonObject, text));
  for (const path of origin.duplicates ?? []) warn(settings, "duplicate_key", path);
  warnOfNotes(settings, notes);
  return read;
}

/** There is no form in which a root that cannot be migrated could be kept, so it is refused. */
function moved<Result>(move: () => Result): Result {
  try {
    return move();
  } catch (error) {
    throw error instanceof Unmovable ? refusalOfMove(error) : error;
  }
}

function refusalOfMove({ code, path }: Unmovable): ValidationError {
  switch (code) {
    case "too_deep_kept":
      return tooDeepValue();
    case "too_large_kept":
      return refusalFor("too_large", "", "", "what the current version has room for", "more");
    case "duplicate_key":
      return refusalFor("duplicate_key", path, "", "each key once in an object", "a key that stands twice");
  }
}

function finished(pieces: RootPieces, { tree, exact }: Origin): object {
  const { node } = currentForm(pieces.root);
  const value = tidiedByTable(node, tree);
  if (exact) settleNumbers(value, true);
  const decoded = wrappedByTable(node, value, wrapOnce) as object;
  markSealed(decoded, pieces);
  if (!freezeDecoded(node, decoded, MAX_DEPTH)) throw tooDeepValue();
  return decoded;
}
