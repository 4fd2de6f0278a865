/** What a caller may set on decoding, and the settings made of it. */

import type { Logger } from "../errors/warning.js";
import { MAX_BYTES } from "../reading/read-text.js";
import type { ReadableContract } from "../runtime/contract.js";

export interface DecodeOptions {
  /**
   * Refuses what JSON parsers disagree on: duplicate keys, lone surrogates, a byte order mark, numbers that a double cannot hold.
   * @defaultValue false
   */
  readonly strict?: boolean;
  /**
   * Freezes decoded values deeply and keeps the text they came from. Without it a value may be changed in place, is always
   * written anew, and cannot be written when it had a number that a double cannot hold.
   * @defaultValue true
   */
  readonly freeze?: boolean;
  /**
   * The largest record in UTF-8 bytes.
   * @defaultValue 67108864
   */
  readonly maxBytes?: number;
  /** Takes the warnings. By default they go to the console, one content-free line each. */
  readonly logger?: Logger;
}

export interface EncodeOptions {
  /**
   * The largest text that is made, in UTF-8 bytes. The text that an unchanged message came from is written whatever its size.
   * @defaultValue 67108864
   */
  readonly maxBytes?: number;
}

/** Where warnings go. */
export interface WarningSettings {
  readonly logger: Logger | undefined;
  /** The record of a history that is being decoded; -1 for a single one. Changes from record to record. */
  index: number;
  /** Of a history: the codes of semantic checks that were told, each of which is told once. Undefined for a single record. */
  told?: Set<string>;
}

/** Options with their defaults, and the contract that is read by. */
export interface Settings extends WarningSettings {
  readonly contract: ReadableContract;
  readonly strict: boolean;
  readonly freeze: boolean;
  readonly maxBytes: number;
}

export function settingsOf(contract: ReadableContract, options: DecodeOptions = {}): Settings {
  const { strict = false, freeze = true, maxBytes = MAX_BYTES, logger } = options;
  return { contract, strict, freeze, maxBytes, logger, index: -1 };
}
