/** File references with the content of their files. */

import { timestamp } from "@parlance/builders";
import { type FileReferenceData, FileReferenceMessage, type FileResolution } from "@parlance/core";
import { tell } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";
import { storedMessage } from "../shared/dirty.js";
import { FileAccessError } from "./file-access-error.js";
import type { FileOptions } from "./file-options.js";
import type { FileSystem } from "./file-system.js";
import { type ReadText, readFileText } from "./read-text.js";

/**
 * Reads the file that a message refers to. A reference that was resolved before is given back as it is, since its content is what was
 * said then; one that failed, or has lost its content, is tried again.
 *
 * @returns A new message with the same id: its resolution has the content, or the error with a `FileErrorCode` for what is wrong with
 * the file or the right to it.
 * @throws ValidationError about the message or the options; the signal's reason; what `onDirty` throws.
 */
export function resolveFile(message: FileReferenceMessage, options: FileOptions): Promise<FileReferenceMessage> {
  return resolveFileWith(message, options);
}

/** As `resolveFile`, with the files of another system in tests. */
export async function resolveFileWith(
  message: FileReferenceMessage,
  options: FileOptions,
  files?: FileSystem,
): Promise<FileReferenceMessage> {
  const reference = FileReferenceMessage.parse(message);
  const before = reference.data.resolution;
  if (before.status === "resolved" && before.content !== undefined) return reference;
  const outcome = await outcomeOf(reference.data, options, files);
  options.signal?.throwIfAborted();
  const resolution = replaceMembers(before, { ...outcome, resolved_at: timestamp(options) });
  const resolved = FileReferenceMessage.parse(
    replaceMembers(reference, { data: replaceMembers(reference.data, { resolution: Object.freeze(resolution) }) }),
  );
  if (resolution.is_truncated === true) tell(options.logger, TRUNCATED);
  return storedMessage(resolved, options);
}

const TRUNCATED = {
  code: "file_truncated",
  path: "/data/resolution/content",
  message: "the content was cut to the size that the policy allows",
};

/** Every member of a resolution but its time: those that do not hold any more are taken away. */
type Outcome = { readonly [Name in Exclude<keyof FileResolution, "resolved_at">]: FileResolution[Name] | undefined } & {
  readonly status: "resolved" | "failed";
};

async function outcomeOf(
  { path, start_line, end_line }: FileReferenceData,
  options: FileOptions,
  files: FileSystem | undefined,
): Promise<Outcome> {
  try {
    return success(await readFileText(path, { start_line, end_line }, options, files));
  } catch (error) {
    if (FileAccessError.isInstance(error)) return failure(error);
    throw error;
  }
}

function success(text: ReadText): Outcome {
  return {
    status: "resolved",
    content: text.content,
    resolved_path: text.resolved_path,
    language: text.language,
    file_size_bytes: text.file_size_bytes,
    line_count: text.line_count,
    is_truncated: text.is_truncated || undefined,
    error: undefined,
  };
}

function failure({ code, message, line_count, file_size_bytes }: FileAccessError): Outcome {
  return {
    status: "failed",
    content: undefined,
    resolved_path: undefined,
    language: undefined,
    file_size_bytes,
    line_count,
    is_truncated: undefined,
    error: Object.freeze({ code, message }),
  };
}
