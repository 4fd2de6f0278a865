/** Values of open unions whose tag this version does not know: making, recognising, freezing and writing them. */

import { isObject } from "./check.js";
import { freezeJson } from "./freeze.js";
import type { Fields, JsonObject, UnknownValue } from "./json.js";
import { holdsLiterals, markHolder, stringifyExactly, stringifyWithDigits } from "./number-text.js";
import type { Pen } from "./pen.js";
import { pointerKey } from "./pointer.js";
import { keptText, keptTextOf } from "./source-text.js";

/** Puts the original of an unknown value into its decoded form; gets the JSON Pointer of its place. */
export type Wrap = (original: JsonObject, pointer: string) => UnknownValue;

/** Thrown on writing an unknown value that has lost its original. Says nothing of the content. */
export class MissingOriginalError extends Error {
  override readonly name: string = "MissingOriginalError";
  constructor() {
    super("An unknown value has no original to be written");
  }
}

const MADE = new WeakSet<object>();
const ORIGINALS = new WeakSet<object>();

/** The decoded form of a value with an unknown tag. */
export function makeUnknown(reason: string, original: JsonObject): UnknownValue {
  const value: UnknownValue = { type: "unknown", reason, original };
  MADE.add(value);
  ORIGINALS.add(original);
  if (holdsLiterals(original)) markHolder(value);
  return value;
}

/** Whether the object is what an unknown value was made of here, in whatever copy of that value it stands now. */
export function isOriginal(value: object): boolean {
  return ORIGINALS.has(value);
}

/** Whether the value is a decoded form that was made here; foreign JSON may look like one, and is then unknown itself. */
export function isMadeUnknown(value: object): boolean {
  return MADE.has(value);
}

/** Whether the value has the decoded form of something unknown. */
export function isUnknown(value: unknown): value is UnknownValue {
  return isObject(value) && value.type === "unknown" && typeof value.reason === "string" && isObject(value.original);
}

const FROZEN = new WeakSet<object>();

/** Freezes an unknown value; `room` is the nesting left for its original, since the wrapper does not stand on the wire. */
export function freezeUnknown(value: Fields, room: number): boolean {
  if (!freezeJson(value.original, room)) return false;
  FROZEN.add(Object.freeze(value));
  return true;
}

/** Whether the value was frozen here, to its last level; one that somebody else froze may have been changed before. */
export function isFrozenUnknown(value: object): boolean {
  return FROZEN.has(value);
}

/**
 * The JSON text of an unknown value: that of its original, the very text where it was kept.
 * @throws MissingOriginalError
 */
export function encodeUnknown(value: Fields, pen: Pen): string {
  const stringify = pen.isExact ? stringifyExactly : stringifyWithDigits;
  if (value.type !== "unknown" || typeof value.reason !== "string") return stringify(value);
  if (!isObject(value.original)) throw new MissingOriginalError();
  pen.unknown += 1;
  if (!isSound(value, pen)) pen.hasForeignUnknown = true;
  return keptTextOf(value) ?? stringify(value.original);
}

/** Whether it was found to be unknown by the contract that is written, and cannot have been changed since. */
function isSound(value: object, { maker }: Pen): boolean {
  return isMadeUnknown(value) && Object.isFrozen(value) && maker !== undefined && keptText(value, maker) !== undefined;
}

/** The step of a JSON Pointer that leads to a member of a map. */
export function keyPointer(key: string): string {
  return `/${pointerKey(key)}`;
}
