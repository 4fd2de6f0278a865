/** Cutting a text into parts, and joining parts to a text. */

import { isArray, isObject } from "../../../tools/generator/src/json.js";
import type { JoinParts } from "../../../tools/generator/src/migrations/format.js";
import type { Json } from "../../../tools/generator/src/model.js";
import type { Residue } from "./record.js";
import { type Fields, isSame, memberOf, type Value } from "./values.js";

/** The text as parts, as it was cut before if it still is the same text. */
export function partsOfText(residue: Residue, value: Value, form: JoinParts, other: string): Value {
  if (typeof value !== "string") return value;
  const skeleton = residue.in(other)?.value;
  if (!isSkeleton(skeleton, form)) return cut(value, form.limit).map((text) => textPart(form, text));
  const pieces = skeleton.parts as readonly Fields[];
  const total = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  if (total === value.length && checksum(value) === skeleton.checksum) return cutAgain(value, pieces, form);
  return replaceTexts(value, pieces, form);
}

function cutAgain(text: string, pieces: readonly Fields[], form: JoinParts): Json[] {
  let start = 0;
  return pieces.map((piece) => {
    if (!("length" in piece)) return piece.part ?? null;
    const end = start + lengthOf(piece);
    const part = { ...textPart(form, text.slice(start, end)), ...(piece.with as Fields | undefined) };
    start = end;
    return part;
  });
}

function replaceTexts(text: string, pieces: readonly Fields[], form: JoinParts): Json[] {
  const texts = pieces.filter((piece) => "length" in piece);
  const [first = { length: 0 }] = texts;
  const placed = cut(text, form.limit).map((piece, index) => ({
    ...textPart(form, piece),
    ...(index === 0 ? unbound(first, form) : {}),
  }));
  const order =
    texts.length === 0 ? [...pieces, first] : pieces.filter((piece) => piece === first || !("length" in piece));
  return order.flatMap((piece) => ("length" in piece ? placed : [piece.part ?? null]));
}

/** What stood beside a text, but for what is about that very text. */
function unbound(piece: Fields, { bound = [] }: JoinParts): Fields {
  const members = Object.entries((piece.with ?? {}) as Fields);
  return Object.fromEntries(members.filter(([name]) => !bound.includes(name)));
}

/** The texts of the parts as one text. */
export function textOfParts(residue: Residue, value: Value, form: JoinParts, own: string): Value {
  if (!isArray(value)) return value;
  const text = value.map((part) => textIn(part, form) ?? "").join("");
  const again = cut(text, form.limit).map((piece) => textPart(form, piece));
  if (!isSame(again, value)) {
    residue.setAside(own, { parts: value.map((part) => pieceOf(part, form)), checksum: checksum(text) });
  }
  return text;
}

function pieceOf(part: Json, form: JoinParts): Fields {
  const text = textIn(part, form);
  if (text === undefined) return { part };
  const extras = Object.entries(part as Fields).filter(([name]) => name !== form.tag && name !== form.field);
  return { length: text.length, ...(extras.length === 0 ? {} : { with: Object.fromEntries(extras) }) };
}

function textIn(part: Json, form: JoinParts): string | undefined {
  const text = memberOf(part, form.field);
  return memberOf(part, form.tag) === form.textTag && typeof text === "string" ? text : undefined;
}

function textPart(form: JoinParts, text: string): Fields {
  return { [form.tag]: form.textTag, [form.field]: text };
}

function lengthOf(piece: Fields): number {
  return typeof piece.length === "number" ? piece.length : 0;
}

function isSkeleton(value: Value, form: JoinParts): value is Fields {
  const parts = memberOf(value, "parts");
  return isArray(parts) && parts.length > 0 && parts.every((piece) => isPiece(piece, form));
}

function isPiece(piece: Json, form: JoinParts): boolean {
  const length = memberOf(piece, "length");
  const extras = memberOf(piece, "with");
  if (length === undefined)
    return (
      isObject(memberOf(piece, "part")) &&
      textIn(memberOf(piece, "part") ?? null, form) === undefined &&
      memberOf(memberOf(piece, "part"), form.tag) !== form.textTag
    );
  const isFree =
    extras === undefined ||
    (isObject(extras) && !Object.hasOwn(extras, form.tag) && !Object.hasOwn(extras, form.field));
  return Number.isSafeInteger(length) && (length as number) >= 0 && isFree;
}

/** Pieces of `limit` code points, and a last shorter one. */
function cut(text: string, limit: number): string[] {
  if (text.length <= limit) return [text];
  const points = [...text];
  const count = Math.max(1, Math.ceil(points.length / limit));
  return Array.from({ length: count }, (_, index) => points.slice(index * limit, (index + 1) * limit).join(""));
}

/** FNV-1a of 32 bits over the UTF-16 units, low byte first. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text, "utf16le")) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
