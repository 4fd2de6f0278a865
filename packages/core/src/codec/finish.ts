/** The last steps of decoding, which make a valid tree a message: defaults, unknown parts, exact numbers, kept text, freezing. */

import { SILENT } from "../errors/warning.js";
import type { Message, UnknownMessage } from "../generated/types.gen.js";
import { settleNumbers } from "../reading/exact.js";
import { trimmedText } from "../reading/read-text.js";
import { slicesAt } from "../reading/spans.js";
import type { ContractVersion } from "../runtime/contract.js";
import { freezeJson, MAX_DEPTH } from "../runtime/freeze.js";
import type { Fields, JsonObject, UnknownValue } from "../runtime/json.js";
import { keepText } from "../runtime/source-text.js";
import { freezeUnknown, isMadeUnknown, makeUnknown } from "../runtime/unknown.js";
import { freezeDecoded } from "../runtime/walks/freeze.js";
import { tidiedByTable } from "../runtime/walks/tidy.js";
import { wrappedByTable } from "../runtime/walks/wrap.js";
import { valueIssues } from "../semantic/value-issues.js";
import { fieldOf } from "./envelope.js";
import { inexactNumbers } from "./inexact-numbers.js";
import type { Settings } from "./options.js";
import { type Origin, tooDeepRecord } from "./origin.js";
import { unknownCode, warn, warnOfIssues } from "./warn.js";

/** Something unknown inside a message. */
interface Found {
  readonly value: UnknownValue;
  readonly pointer: string;
}

/** A message of the current version, or of a newer one that reads as such. The tree is valid and in wire form. */
export function finishKnown(origin: Origin, settings: Settings): Message {
  const { node } = settings.contract.current;
  const value = tidiedByTable(node, origin.tree) as JsonObject;
  if (origin.exact) settleNumbers(value, settings.freeze);
  const found: Found[] = [];
  wrappedByTable(node, value, (original, pointer) => {
    // What is decoded already stays as it is, so that decoding a decoded value changes nothing.
    if (origin.isValue && isMadeUnknown(original)) return original as unknown as UnknownValue;
    const unknown = makeUnknown("unknown_type", original);
    found.push({ value: unknown, pointer });
    return unknown;
  });
  if (settings.freeze) sealKnown(settings.contract.current, value, origin, found);
  if (found.length > 0 || origin.exact) warnOfFinds(value, origin.exact, found, settings);
  if (settings.logger !== SILENT) warnOfIssues(settings, valueIssues(node, value));
  return value as unknown as Message;
}

/** A message that is kept as it came. Which limit it would be over otherwise is told by whoever migrated it. */
export function finishUnknown(reason: UnknownMessage["reason"], origin: Origin, settings: Settings): Message {
  const { tree, text, exact } = origin;
  if (exact) settleNumbers(tree, settings.freeze);
  const message = isMadeUnknown(tree) ? (tree as unknown as UnknownValue) : makeUnknown(reason, tree);
  if (settings.freeze) sealUnknown(settings.contract.current, message, text);
  if (reason === "unknown_type") warn(settings, reason, "/type");
  if (reason === "newer_version") warn(settings, "newer_version_kept", "/schema_version");
  if (exact) warn(settings, "inexact_number", "");
  return message as unknown as Message;
}

/** Keeps the texts and then freezes: an object that is frozen takes no private field in newer engines. */
function sealKnown(
  current: ContractVersion,
  value: JsonObject,
  { text, older, isValue }: Origin,
  found: readonly Found[],
): void {
  keepText(value, text === undefined ? "" : trimmedText(text), current, older);
  if (found.length > 0) keepSlices(current, text, found);
  // Where nothing is unknown there is no wrapper, and one level is as good as the other.
  const isFrozen =
    found.length === 0 && !isValue ? freezeJson(value, MAX_DEPTH) : freezeDecoded(current.node, value, MAX_DEPTH);
  if (!isFrozen) throw tooDeepRecord();
}

function keepSlices(current: ContractVersion, text: string | undefined, found: readonly Found[]): void {
  const places = new Set(found.map(({ pointer }) => pointer));
  const slices = text === undefined ? undefined : slicesAt(text, places);
  for (const { value, pointer } of found) keepText(value, slices?.get(pointer) ?? "", current);
}

function sealUnknown(current: ContractVersion, message: UnknownValue, text: string | undefined): void {
  keepText(message, text === undefined ? "" : trimmedText(text), current);
  if (!freezeUnknown(message as unknown as Fields, MAX_DEPTH)) throw tooDeepRecord();
}

function warnOfFinds(value: JsonObject, exact: boolean, found: readonly Found[], settings: Settings): void {
  for (const { pointer } of found) {
    warn(settings, unknownCode(pointer), pointer);
  }
  if (!exact) return;
  // Deeper names may be the user's own, so only the envelope's are told.
  const places = new Set(inexactNumbers(value).map(fieldOf));
  for (const place of places) warn(settings, "inexact_number", place);
}
