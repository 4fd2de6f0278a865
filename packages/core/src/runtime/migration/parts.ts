/** One text of the older version and the tagged parts of the newer one: joining, cutting, and remembering where it was cut. */

import type { JsonObject, JsonValue } from "../json.js";
import type { ResidueSlots } from "./plan.js";
import { claim, type Draft, note, peek, type Run, setAside, type Value } from "./run.js";
import { arrayOf, isSame, memberOf, numberOf, objectOf } from "./value.js";

/** How a text part looks. */
export interface PartsForm {
  /** The property that tells parts apart, and its value for text parts. */
  readonly tag: string;
  readonly textTag: string;
  /** The property of a text part that holds the text. */
  readonly field: string;
  /** The longest text of one part, in code points. */
  readonly limit: number;
  /** Members that are about the very text beside which they stand, such as a signature. */
  readonly bound?: readonly string[];
}

interface Parts {
  readonly form: PartsForm;
}

/** What a slot holds: `{ parts: [ { length, with? } | { part } ], checksum }`. */
type Piece = { readonly length: number; readonly extras: JsonObject } | { readonly part: JsonValue };

interface Skeleton {
  readonly pieces: readonly Piece[];
  readonly checksum: Value;
}

/** Up: the text as parts. The parts it was joined from are restored; where it was edited, it takes the place of the text parts. */
export function splitText(run: Run, value: Value, { form, other }: Parts & Pick<ResidueSlots, "other">): Value {
  if (typeof value !== "string") return value;
  const skeleton = readSkeleton(peek(run, other), form);
  if (skeleton === undefined) return cutText(value, form.limit).map((text) => textPart(form, text));
  claim(run, other);
  if (isUnedited(value, skeleton)) return rebuild(value, skeleton, form);
  if (skeleton.pieces.some((piece) => hasBound(piece, form))) note(run, "residue_dropped", other);
  return replace(value, skeleton, form);
}

/** Down: the texts of the text parts, joined. The other parts and the cuts are set aside. */
export function joinTexts(run: Run, value: Value, { form, own }: Parts & Pick<ResidueSlots, "own">): Value {
  const parts = arrayOf(value);
  if (parts === undefined) return value;
  const text = parts.map((part) => textOf(part, form) ?? "").join("");
  if (!isPlain(parts, text, form)) setAside(run, own, skeletonOf(parts, text, form), "texts_joined");
  return text;
}

/** Whether going up again would make the same parts from the text alone. */
function isPlain(parts: readonly JsonValue[], text: string, form: PartsForm): boolean {
  const cut = cutText(text, form.limit);
  return cut.length === parts.length && cut.every((piece, at) => isSame(parts[at], textPart(form, piece)));
}

function textPart(form: PartsForm, text: string): Draft {
  const part: Draft = {};
  // Computed names in a literal are slow.
  part[form.tag] = form.textTag;
  part[form.field] = text;
  return part;
}

/** The text of a part; undefined when it is not a text part. */
function textOf(part: Value, form: PartsForm): string | undefined {
  if (memberOf(part, form.tag) !== form.textTag) return undefined;
  const text = memberOf(part, form.field);
  return typeof text === "string" ? text : undefined;
}

function skeletonOf(parts: readonly JsonValue[], text: string, form: PartsForm): JsonObject {
  return { parts: parts.map((part) => pieceOf(part, form)), checksum: checksum(text) };
}

function pieceOf(part: JsonValue, form: PartsForm): JsonObject {
  const text = textOf(part, form);
  if (text === undefined) return { part };
  const { [form.tag]: _tag, [form.field]: _text, ...extras } = part as JsonObject;
  return Object.keys(extras).length === 0 ? { length: text.length } : { length: text.length, with: extras };
}

/** Stored residue as a skeleton; undefined when it is not what {@link joinTexts} writes. */
function readSkeleton(stored: Value, form: PartsForm): Skeleton | undefined {
  const parts = arrayOf(memberOf(stored, "parts"));
  if (parts === undefined || parts.length === 0) return undefined;
  const pieces: Piece[] = [];
  for (const part of parts) {
    const piece = readPiece(part, form);
    if (piece === undefined) return undefined;
    pieces.push(piece);
  }
  return { pieces, checksum: memberOf(stored, "checksum") };
}

function readPiece(stored: JsonValue, form: PartsForm): Piece | undefined {
  const stated = memberOf(stored, "length");
  if (stated === undefined) {
    const part = objectOf(memberOf(stored, "part"));
    return part === undefined || memberOf(part, form.tag) === form.textTag ? undefined : { part };
  }
  const length = numberOf(stated);
  if (length === undefined || !Number.isSafeInteger(length) || length < 0) return undefined;
  const extras = memberOf(stored, "with") === undefined ? {} : objectOf(memberOf(stored, "with"));
  const isTaken = extras === undefined || Object.hasOwn(extras, form.tag) || Object.hasOwn(extras, form.field);
  return isTaken ? undefined : { length, extras };
}

function isUnedited(text: string, skeleton: Skeleton): boolean {
  const length = skeleton.pieces.reduce((sum, piece) => sum + ("length" in piece ? piece.length : 0), 0);
  return length === text.length && isSame(checksum(text), skeleton.checksum);
}

function rebuild(text: string, skeleton: Skeleton, form: PartsForm): JsonValue[] {
  let at = 0;
  return skeleton.pieces.map((piece) => {
    if (!("length" in piece)) return piece.part;
    const start = at;
    at += piece.length;
    return { ...textPart(form, text.slice(start, at)), ...piece.extras };
  });
}

function hasBound(piece: Piece, { bound }: PartsForm): boolean {
  return "extras" in piece && Object.keys(piece.extras).some((name) => bound?.includes(name));
}

/** The edited text in the place of the first text part, the other parts where they were. */
function replace(text: string, skeleton: Skeleton, form: PartsForm): JsonValue[] {
  const parts: JsonValue[] = [];
  let isPlaced = false;
  for (const piece of skeleton.pieces) {
    if (!("length" in piece)) {
      parts.push(piece.part);
    } else if (!isPlaced) {
      isPlaced = true;
      parts.push(...placed(text, unboundOf(piece.extras, form), form));
    }
  }
  return isPlaced ? parts : [...parts, ...placed(text, {}, form)];
}

function unboundOf(extras: JsonObject, { bound }: PartsForm): JsonObject {
  return Object.fromEntries(Object.entries(extras).filter(([name]) => !bound?.includes(name)));
}

function placed(text: string, extras: JsonObject, form: PartsForm): JsonValue[] {
  return cutText(text, form.limit).map((piece, at) =>
    at === 0 ? { ...textPart(form, piece), ...extras } : textPart(form, piece),
  );
}

/** A text in pieces of at most `limit` code points; all but the last have exactly that many. */
function cutText(text: string, limit: number): string[] {
  if (text.length <= limit) return [text];
  const pieces: string[] = [];
  let start = 0;
  for (let end = endOf(text, start, limit); end < text.length; end = endOf(text, start, limit)) {
    pieces.push(text.slice(start, end));
    start = end;
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** Where a piece of `limit` code points that starts at `start` ends, in UTF-16 units. */
function endOf(text: string, start: number, limit: number): number {
  if (text.length - start <= limit) return text.length;
  let at = start;
  for (let count = 0; count < limit && at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

/** FNV-1a of 32 bits over the text's UTF-16 units, low byte first, as eight hexadecimal digits. */
export function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    hash = Math.imul(hash ^ (unit & 255), 0x01000193);
    hash = Math.imul(hash ^ (unit >> 8), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
