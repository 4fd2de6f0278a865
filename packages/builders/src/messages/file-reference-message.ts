/** File reference messages: a file, or some lines of it, that the user pointed at. */

import type { FileResolution, Issue, LineNumber } from "@parlance/core";
import * as core from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { fileNameOf } from "../files/file-name.js";
import { extend } from "../shared/companion.js";
import {
  constructMessage,
  type Given,
  type MessageKind,
  type MessageOptions,
  presentMembers,
  quickMessage,
} from "../shared/construct-message.js";
import { type DescribeOptions, described, shownId } from "../shared/describe.js";
import { normalisedPath } from "./normalised-path.js";

export type FileReferenceMessage = core.FileReferenceMessage;

export interface FileReferenceOptions extends MessageOptions {
  /** First line meant, counted from 1; absent means from the start of the file. */
  readonly start_line?: LineNumber | undefined;
  /** Last line meant, itself included, counted from 1; absent means to the end of the file. */
  readonly end_line?: LineNumber | undefined;
}

export const FILE_REFERENCE: MessageKind<FileReferenceMessage> = {
  companion: core.FileReferenceMessage,
  type: "file_reference",
  complete: ({ path, ...data }) => ({ path: typeof path === "string" ? normalisedPath(path) : path, ...data }),
  problems: lineIssues,
};

/**
 * A reference to a file. Nothing is read.
 *
 * @param path Absolute or relative to the workspace, without `..` segments; `.` segments and repeated slashes are left out.
 * @throws ValidationError
 */
function create(path: string, options?: FileReferenceOptions): FileReferenceMessage {
  const { start_line, end_line } = options ?? {};
  const quick = quickReference({ path, start_line, end_line }, options);
  return quick ?? constructMessage(FILE_REFERENCE, { path, start_line, end_line }, options);
}

function quickReference(
  { path, start_line, end_line }: Given<core.FileReferenceData>,
  options: FileReferenceOptions | undefined,
): FileReferenceMessage | undefined {
  if (typeof path !== "string") return undefined;
  const data = presentMembers({ path: normalisedPath(path), start_line, end_line, resolution: UNRESOLVED });
  return quickMessage(FILE_REFERENCE, core.FileReferenceData, data, options);
}

const UNRESOLVED: FileResolution = Object.freeze({ status: "unresolved" });

function lineIssues({ start_line, end_line }: Given<core.FileReferenceData>): readonly Issue[] {
  const isReversed = typeof start_line === "number" && typeof end_line === "number" && end_line < start_line;
  return isReversed ? [issue("end_before_start", "/data/end_line", "at least start_line", "less")] : [];
}

/** `FileReferenceMessage(0b6f5b0e-…, total.ts, lines 3 to 10, unresolved)` */
function describe(message: FileReferenceMessage, options?: DescribeOptions): string {
  const { path, start_line, end_line, resolution } = message.data;
  const facts = [message.id, shownId(fileNameOf(path) || "a folder")];
  if (start_line !== undefined || end_line !== undefined)
    facts.push(`lines ${start_line ?? 1} to ${end_line ?? "the end"}`);
  facts.push(resolution.status);
  return described("FileReferenceMessage", facts, options, () => path);
}

export const FileReferenceMessage: core.Companion<FileReferenceMessage> & {
  readonly create: typeof create;
  readonly describe: typeof describe;
} = /* @__PURE__ */ extend(core.FileReferenceMessage, { create, describe });
