/** The codec's verdict on one record, in the words of the command: what it is, or which rule it breaks and where. */

import type { Issue, JsonValue, ParlanceError, RecordResult, RecordVerdict } from "@parlance/core";
import { examineRecord, MESSAGE_TYPES, migrateRecord, ParseError, ValidationError } from "@parlance/core";
import { knownRoot, type LayoutProblem, ROOTS } from "@parlance/core/internal";
import { textOfBytes } from "../input/text.js";

/** One broken rule. `path` is a JSON Pointer into the record, `line` counts from the first line of the file. */
export interface Finding {
  readonly line: number;
  readonly path: string;
  /** The stable name of the defect, such as `missing_property`. */
  readonly code: string;
  /** The schema keyword that decided, or the code again where no schema did. */
  readonly rule: string;
  /** The rule in words, and what was found in its place: a type or a length, never a value. */
  readonly detail: string;
}

/** A record that is not a valid message or root. It names places and rules, never content. */
export interface Defect {
  readonly code: string;
  readonly findings: readonly Finding[];
}

export interface VerdictOptions {
  readonly to?: number;
  readonly strict?: boolean;
}

export type Accepted = Extract<RecordResult, { ok: true }>;
export type AcceptedVerdict = Extract<RecordVerdict, { ok: true }>;

/** Looks into bytes `start` to `end`, a whole record, and says what it is in the version that is asked for. */
export function examineBytes(bytes: Buffer, start: number, end: number, options: VerdictOptions): RecordResult {
  return migrateRecord(inputOf(bytes, start, end), options);
}

/** As `examineBytes`, for a verdict alone. */
export function verdictOn(bytes: Buffer, start: number, end: number, strict: boolean): RecordVerdict {
  return examineRecord(inputOf(bytes, start, end), { strict });
}

/** What is not UTF-8 goes on as bytes: the codec says so better than we could. */
function inputOf(bytes: Buffer, start: number, end: number): string | Uint8Array {
  return textOfBytes(bytes, start, end) ?? bytes.subarray(start, end);
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is wrong with a record that begins on `line` and was refused with `error`. */
export function defectOf(error: ParlanceError, line: number): Defect {
  if (ValidationError.isInstance(error)) {
    return { code: error.code, findings: error.issues.map((issue) => findingOf(issue, line)) };
  }
  if (ParseError.isInstance(error)) {
    const detail = error.column === undefined ? error.rule : `${error.rule} at column ${error.column}`;
    return unparsed(error.code, line + (error.line ?? 1) - 1, detail);
  }
  return unparsed(error.code, line, "");
}

/** What is wrong with a record or a file for a reason that needs no look into a record. */
export function simpleDefect(code: SimpleReason, line: number): Defect {
  return unparsed(code, line, REASONS[code]);
}

type SimpleReason = LayoutProblem | "too_large" | "conversation_too_large" | "conversation_resumed";

const REASONS: Readonly<Record<SimpleReason, string>> = {
  outside_array: "expected nothing after the end of the array",
  missing_comma: "expected a comma between two elements of the array",
  extra_comma: "expected an element beside each comma of the array",
  array_not_closed: "expected a closing bracket before the end of the file",
  too_large: "expected a record of at most 64 MiB",
  conversation_too_large: "expected a conversation of at most 64 MiB",
  conversation_resumed: "expected the messages of one conversation_id after one another, found others between them",
};

function unparsed(code: string, line: number, detail: string): Defect {
  return { code, findings: [{ line, path: "", code, rule: code, detail }] };
}

function findingOf({ path, code, keyword, expected, found }: Issue, line: number): Finding {
  return { line, path, code, rule: keyword === "" ? code : keyword, detail: `expected ${expected}, found ${found}` };
}

const KNOWN_TYPES: ReadonlySet<string> = new Set([...MESSAGE_TYPES, ...ROOTS.map(({ type }) => type)]);

/** Whether this version of the command knows the type of message or persisted root. */
export function isKnownRecordType(type: string): boolean {
  return KNOWN_TYPES.has(type);
}

/** The known type that a broken record says it is of, or undefined where it says none. Only worth it for broken ones. */
export function claimedType(bytes: Buffer, start: number, end: number): string | undefined {
  const value = parsed(bytes.toString("utf8", start, end));
  const root = value === undefined ? undefined : knownRoot(ROOTS, value);
  if (root !== undefined) return Object.hasOwn(value as object, "schema_version") ? root.type : undefined;
  const type: unknown = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  return typeof type === "string" && isKnownRecordType(type) ? type : undefined;
}

const NAME = /^[A-Za-z0-9_.:/-]{1,64}$/;

/** How an unknown type, or an id that somebody made up, is called in a report: by itself where that is a name, else not at all, since it may be anything. */
export function unknownName(tag: string): string {
  return NAME.test(tag) ? tag : "(not a name)";
}
