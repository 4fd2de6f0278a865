/** The fingerprint of what is decided on. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ToolCall } from "@parlance/core";
import { canonicalJson } from "@parlance/core/json";

/**
 * SHA-256, in lower-case hexadecimal, of a call's name and arguments: of the UTF-8 bytes of the JSON text `[name,arguments]`,
 * without white space, with the names of every object in the order of their UTF-16 code units and with strings and numbers as
 * RFC 8785 writes them. Two things go beyond that: a number that a double cannot hold is written with the digits it came
 * with, and half of a surrogate pair as `\udXXX` in lower case.
 *
 * @throws ValidationError: `inexact_number` for arguments that were read with digits which are lost by now.
 */
export function hashOf(call: Pick<ToolCall, "name" | "arguments">): string {
  return sha256Hex(`[${canonicalJson(call.name)},${canonicalJson(call.arguments)}]`);
}

/** SHA-256, in lower-case hexadecimal, of the UTF-8 bytes of a text. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
