/** The error for a file that may not or cannot be read. */

import { ParlanceError } from "@parlance/core";
import { markedBy } from "@parlance/core/internal";

/**
 * Why a file was not read.
 *
 * - `denied`: the role has no right to read files, or the policy allows no absolute paths
 * - `no_workspace`: the path needs a workspace, and none was given or it is not a folder
 * - `outside_workspace`: the path leads out of the workspace, links followed; says nothing about whether a file is there
 * - `not_found`: there is nothing at the path, or its links go in circles
 * - `bad_path`: no path of a file of this system: of another system, of a network share or a device, too long, or with a segment `..`
 * - `not_a_file`: a folder, device, pipe, socket, or a file that the kernel makes up
 * - `unreadable`: the system refuses or fails to read it
 * - `too_large`: larger than the policy's `max_file_bytes`
 * - `binary`: it has a NUL, or control characters that no text has and is not UTF-8 either
 * - `unsupported_encoding`: neither UTF-8 nor, with a byte order mark, UTF-16
 * - `bad_range`: the lines are not in the file; the message says how many lines it has
 * - `changed`: it became another file or was written while it was read, each time it was tried, and not only to grow
 */
export type FileErrorCode =
  | "bad_path"
  | "bad_range"
  | "binary"
  | "changed"
  | "denied"
  | "no_workspace"
  | "not_a_file"
  | "not_found"
  | "outside_workspace"
  | "too_large"
  | "unreadable"
  | "unsupported_encoding";

/** What is known of the file besides why it was not read. */
export interface FileAccessFacts {
  /** How many lines the file has, where they were counted. */
  readonly line_count?: number | undefined;
  /** The size of the file in bytes, where it may be told. */
  readonly file_size_bytes?: number | undefined;
}

const MESSAGES: Readonly<Record<FileErrorCode, string>> = {
  bad_path: "this is not a path of a file on this system, or it has a segment `..`, which no path may have",
  bad_range: "the lines are not in the file",
  binary: "the file has bytes that no text has",
  changed: "the file kept changing while it was read",
  denied: "the role may not read this",
  no_workspace: "there is no workspace to look in",
  not_a_file: "this is not a regular file",
  not_found: "there is no such file",
  outside_workspace: "the path leads out of the workspace",
  too_large: "the file is larger than the policy allows",
  unreadable: "the system could not read the file",
  unsupported_encoding: "the file is neither UTF-8 nor UTF-16 with a byte order mark",
};

const MARKER = Symbol.for("parlance.error.file_access");

/** A file was not read. The message tells neither the path nor anything in the file. */
export class FileAccessError extends ParlanceError {
  static override readonly isInstance: (value: unknown) => value is FileAccessError = /* @__PURE__ */ markedBy(
    FileAccessError,
    MARKER,
  );

  override readonly name: string = "FileAccessError";
  declare readonly code: FileErrorCode;
  /** How many lines the file has; undefined where they were not counted. */
  readonly line_count: number | undefined;
  /** The size of the file in bytes; undefined where it is not known or not to be told. */
  readonly file_size_bytes: number | undefined;

  constructor(code: FileErrorCode, { line_count, file_size_bytes }: FileAccessFacts = {}) {
    super(code, line_count === undefined ? MESSAGES[code] : `${MESSAGES[code]}, which has ${lines(line_count)}`);
    this.line_count = line_count;
    this.file_size_bytes = file_size_bytes;
  }
}

function lines(count: number): string {
  return count === 1 ? "1 line" : `${count} lines`;
}
