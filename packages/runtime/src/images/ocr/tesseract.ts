/** OCR by Tesseract: in this process, offline. */

import * as nodeModule from "node:module";
import { pathToFileURL } from "node:url";
import { type Issue, ValidationError } from "@parlance/core";
import { issue, typeName } from "@parlance/core/internal";
import { MissingPeerError } from "../../shared/missing-peer-error.js";
import { readSettings } from "../../shared/settings.js";
import { engineOf } from "./engine-of.js";
import type { OcrEngine } from "./ocr-engine.js";
import { startThread } from "./ocr-thread.js";

export interface TesseractOptions {
  /**
   * The language of the texts, by Tesseract's name for it. Its data is the package `@tesseract.js-data/<language>`.
   * @defaultValue `eng`
   */
  readonly language?: string | undefined;
}

/**
 * Needs `tesseract.js` and the package of the language; nothing is fetched and nothing written. A thread is started with the first
 * image and used for all others, one after the other. One that was called off, failed or crashed is ended, and the next image
 * starts another.
 *
 * @throws ValidationError about the language.
 */
export function createTesseract(options: TesseractOptions = {}): OcrEngine {
  const language = readSettings(options, ({ language = "eng" }) => language);
  if (!isLanguage(language)) throw new ValidationError([noLanguage(language)]);
  return engineOf("tesseract", () => startThread(threadProgram(), language));
}

/**
 * A thread runs a file, which is where the package is installed and not in a bundle that has taken in the rest. webpack would follow
 * `createRequire` imported by its name to the file, and on to `tesseract.js`, which may not be there.
 */
function threadProgram(): URL {
  try {
    return pathToFileURL(nodeModule.createRequire(import.meta.url).resolve("#tesseract-worker"));
  } catch {
    throw new MissingPeerError("@parlance/runtime");
  }
}

/** A name that cannot lead out of its package. */
function isLanguage(language: unknown): language is string {
  return typeof language === "string" && /^[a-z]{2,8}(?:_[a-z]{2,8})*$/.test(language);
}

function noLanguage(language: unknown): Issue {
  const expected = "the name of a language, such as eng";
  return issue("bad_language", "/language", expected, typeName(language));
}
