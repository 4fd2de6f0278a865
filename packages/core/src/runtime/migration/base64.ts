/** The codec between a text and the base64 of its UTF-8 bytes, without any platform's own functions. */

import type { Value } from "./run.js";
import type { ValueCodec } from "./translate.js";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** A text and the base64 of its UTF-8 bytes. Texts with lone surrogates, and bytes that are not UTF-8, have no counterpart. */
export function base64Text(): ValueCodec {
  return {
    up: (value) => (typeof value === "string" ? encode(value) : value),
    down: (value) => (typeof value === "string" ? decode(value) : value),
    code: "precision_lost",
  };
}

function encode(text: string): Value {
  const bytes = utf8Of(text);
  if (bytes === undefined) return undefined;
  let base64 = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const digits = Math.min(bytes.length - at, 3) + 1;
    for (let digit = 0; digit < 4; digit++) {
      base64 += digit < digits ? DIGITS.charAt((group >> (18 - 6 * digit)) & 63) : "=";
    }
  }
  return base64;
}

function decode(base64: string): Value {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return undefined;
  let escaped = "";
  let bits = 0;
  let count = 0;
  for (const char of base64.replace(/=+$/, "")) {
    bits = ((bits << 6) | DIGITS.indexOf(char)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    escaped += `%${((bits >> count) & 255).toString(16).padStart(2, "0")}`;
  }
  return unescapeUtf8(escaped);
}

function utf8Of(text: string): number[] | undefined {
  try {
    const escaped = encodeURIComponent(text);
    return (escaped.match(/%[0-9A-F]{2}|[^%]/g) ?? []).map((unit) =>
      unit.length === 3 ? Number.parseInt(unit.slice(1), 16) : unit.charCodeAt(0),
    );
  } catch {
    return undefined;
  }
}

function unescapeUtf8(escaped: string): Value {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}
