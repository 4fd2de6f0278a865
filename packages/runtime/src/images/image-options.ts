/** What the recognition of an image takes from its caller, and the check that it makes sense. */

import { type Issue, ValidationError } from "@parlance/core";
import { issue, typeName } from "@parlance/core/internal";
import { type FileOptions, fileSettings } from "../files/file-options.js";
import { membersOf } from "../shared/members.js";
import type { Operation } from "../shared/operation.js";
import { brokenRules, operationRules, readSettings, unlessRefused, wholeRule } from "../shared/settings.js";
import type { OcrEngine } from "./ocr/ocr-engine.js";
import type { UrlPolicy } from "./source/url-policy.js";
import type { VisionPort } from "./vision/vision-port.js";

export interface ImageOptions extends Operation {
  /** The model that looks at images; left out when the model in use sees none. */
  readonly vision?: VisionPort | undefined;
  /**
   * Reads the text in images. Whoever reads several gives one and closes it in the end.
   * @defaultValue `createTesseract()` for this image alone
   */
  readonly ocr?: OcrEngine | undefined;
  /** Who reads which files; left out, images in files are refused. */
  readonly files?: Pick<FileOptions, "workspace" | "role" | "policy"> | undefined;
  /** Which URLs may be fetched; left out, images behind URLs are refused. */
  readonly urls?: UrlPolicy | undefined;
  /** @defaultValue `DEFAULT_IMAGE_LIMITS` */
  readonly limits?: ImageLimits | undefined;
}

/** Plain JSON. Begin with `{ ...DEFAULT_IMAGE_LIMITS, … }`. */
export interface ImageLimits {
  /** The size of an image in bytes. */
  readonly max_bytes: number;
  /** The width times the height of an image, of all its frames together, by what it says of itself. */
  readonly max_pixels: number;
  /** How long each try to read an image may take, in milliseconds; for OCR, the time that others are before it included. */
  readonly timeout_ms: number;
}

/** 20 MiB, 40 million pixels, two minutes. */
export const DEFAULT_IMAGE_LIMITS: ImageLimits = /* @__PURE__ */ Object.freeze({
  max_bytes: 20_971_520,
  max_pixels: 40_000_000,
  timeout_ms: 120_000,
});

/** Options that were checked, with the defaults filled in. */
export interface ImageSettings extends ImageOptions {
  readonly limits: ImageLimits;
}

/** @throws ValidationError with everything that is wrong with the options; never about the image. */
export function imageSettings(options: ImageOptions): ImageSettings {
  return readSettings(options, checkedSettings);
}

function checkedSettings(options: ImageOptions): ImageSettings {
  const { vision, ocr, files, urls, limits = DEFAULT_IMAGE_LIMITS } = options;
  const issues: Issue[] = [
    ...brokenRules(operationRules(options)),
    ...portIssues("/vision", vision, "look", "model"),
    ...portIssues("/ocr", ocr, "recognise", "name"),
    ...(urls === undefined ? [] : urlIssues(urls)),
    ...limitIssues("/limits", limits, ["max_bytes", "max_pixels", "timeout_ms"]),
  ];
  if (files !== undefined) unlessRefused("/files", issues, () => fileSettings(files));
  if (issues.length > 0) throw new ValidationError(issues);
  return { ...options, limits };
}

/** A port has a function, and a name that is stored. */
function portIssues(path: string, port: unknown, method: string, name: string): readonly Issue[] {
  if (port === undefined) return [];
  const members = membersOf(port);
  const issues: Issue[] = [];
  if (typeof members[method] !== "function")
    issues.push(wrong("wrong_type", `${path}/${method}`, "function", members[method]));
  const given = members[name];
  const isName = typeof given === "string" && given.length >= 1 && given.length <= 256;
  if (!isName) issues.push(wrong("bad_name", `${path}/${name}`, "1 to 256 characters", given));
  return issues;
}

function urlIssues(urls: UrlPolicy): readonly Issue[] {
  const { allowed_hosts, allow_private_addresses, max_redirects } = membersOf(urls);
  const isHosts =
    allowed_hosts === "any" ||
    (Array.isArray(allowed_hosts) && allowed_hosts.every((host) => typeof host === "string"));
  return [
    ...(isHosts ? [] : [wrong("wrong_type", "/urls/allowed_hosts", '"any" or an array of texts', allowed_hosts)]),
    ...(typeof allow_private_addresses === "boolean"
      ? []
      : [wrong("wrong_type", "/urls/allow_private_addresses", "boolean", allow_private_addresses)]),
    ...limitIssues("/urls", urls, ["timeout_ms"]),
    ...brokenRules([wholeRule("/urls/max_redirects", max_redirects, { least: 0 })]),
  ];
}

function limitIssues(path: string, limits: object, names: readonly string[]): readonly Issue[] {
  const members = membersOf(limits);
  return brokenRules(names.map((name) => wholeRule(`${path}/${name}`, members[name])));
}

function wrong(code: string, path: string, expected: string, value: unknown): Issue {
  return issue(code, path, expected, typeName(value));
}
