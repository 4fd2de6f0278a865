/** The text of a file, or of some of its lines. */

import { FileContext, timestamp } from "@parlance/builders";
import type { Timestamp } from "@parlance/core";
import { type AllowedFile, withAllowedFile } from "./allowed-file.js";
import { FileAccessError } from "./file-access-error.js";
import type { FileOptions } from "./file-options.js";
import type { FileSystem } from "./file-system.js";
import { type CollectedLines, createLineCollector, type WantedLines } from "./line-collector.js";
import { isContractPath } from "./path-form.js";
import { pieces } from "./read-bytes.js";
import { createFileDecoder, type FileDecoder } from "./text-decoder.js";

export interface ReadText extends CollectedLines {
  /** Its path from the workspace's real folder, where it is in there and the contract takes it. */
  readonly resolved_path: string | undefined;
  readonly language: string | undefined;
  readonly file_size_bytes: number;
  /** When the file last changed; undefined where the contract has no such year. */
  readonly last_modified: Timestamp | undefined;
}

/** @throws FileAccessError; ValidationError about the options; the signal's reason. */
export function readFileText(
  path: string,
  lines: WantedLines,
  options: FileOptions,
  files?: FileSystem,
): Promise<ReadText> {
  return withAllowedFile(path, options, (file) => textOf(file, path, lines), files);
}

async function textOf(file: AllowedFile, path: string, wanted: WantedLines): Promise<ReadText> {
  const lines = await linesOf(file, wanted);
  const resolved = file.inWorkspace;
  return {
    ...lines,
    // A backslash in a real name would read as a separator.
    resolved_path: isContractPath(resolved) && !resolved.includes("\\") ? resolved : undefined,
    language: FileContext.inferLanguage(file.realPath) ?? FileContext.inferLanguage(path),
    file_size_bytes: file.stat.size,
    last_modified: timeOf(file.stat.modified),
  };
}

const YEAR_0 = Date.parse("0000-01-01T00:00:00.000Z");
const YEAR_10000 = Date.parse("+010000-01-01T00:00:00.000Z");

/** Whoever may write a file may give it any time. */
function timeOf(nanoseconds: bigint): Timestamp | undefined {
  const milliseconds = Number(nanoseconds / 1_000_000n);
  if (milliseconds < YEAR_0 || milliseconds >= YEAR_10000) return undefined;
  return timestamp({ now: () => milliseconds });
}

async function linesOf(file: AllowedFile, wanted: WantedLines): Promise<CollectedLines> {
  const lines = createLineCollector(wanted, file.settings.maxContentBytes);
  try {
    let decoder: FileDecoder | undefined;
    for await (const piece of pieces(file)) {
      decoder ??= createFileDecoder(piece);
      lines.write(decoder.write(piece));
    }
    lines.write(decoder?.end() ?? "");
    return lines.end();
  } catch (error) {
    if (!FileAccessError.isInstance(error)) throw error;
    throw new FileAccessError(error.code, { line_count: error.line_count, file_size_bytes: file.stat.size });
  }
}
