/** The wording that reports share. */

import type { ReadOutcome } from "../input/read.js";
import { visibleText } from "../terminal/visible.js";
import type { Finding } from "./verdict.js";

/** How a person calls a format. */
export function formatName(format: ReadOutcome["format"], records: number): string {
  switch (format) {
    case "ndjson":
      return records === 1 ? "one line" : "NDJSON";
    case "array":
      return "JSON array";
    case "values":
      return records === 1 ? "one message" : "messages one after the other";
    case "empty":
      return "empty";
  }
}

/** `file:line  pointer  rule  expected …, found …`; the whole record has the pointer `(record)` here. */
export function findingLine(file: string, { line, path, rule, detail }: Finding): string {
  const place = path === "" ? "(record)" : visibleText(path);
  return [`${file}:${line}`, place, rule, visibleText(detail)].filter((text) => text !== "").join("  ");
}
