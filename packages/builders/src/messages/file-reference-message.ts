/** File reference messages: a file, or some lines of it, that the user pointed at. */

import type { FileResolution, LineNumber } from "@parlance/core";
import * as core from "@parlance/core";
import { issuesAt, rangeIssues } from "@parlance/core/internal";
import { fileNameOf } from "../files/file-name.js";
import { extendCompanion } from "../shared/companion.js";
import { type MutableDraft, presentMembers } from "../shared/construct.js";
import { constructOwnMessage, type MessageKind, type MessageOptions } from "../shared/construct-message.js";
import { type Describe, describer, type Fact, shownId } from "../shared/describe.js";
import { envelopeFacts } from "./envelope-facts.js";
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
  isData: core.FileReferenceData.is,
  complete,
  problems: (data) => issuesAt("/data", rangeIssues(data)),
};

/**
 * A reference to a file. Nothing is read.
 *
 * @param path Absolute or relative to the workspace, without `..` segments; `.` segments and repeated slashes are left out.
 * @throws ValidationError
 */
function create(path: string, options?: FileReferenceOptions): FileReferenceMessage {
  const { start_line, end_line } = options ?? {};
  const data = presentMembers({ path, start_line, end_line, resolution: UNRESOLVED });
  return constructOwnMessage(FILE_REFERENCE, data, options);
}

function complete(draft: MutableDraft<core.FileReferenceData>): void {
  if (typeof draft.path === "string") draft.path = normalisedPath(draft.path);
}

const UNRESOLVED: FileResolution = Object.freeze({ status: "unresolved" });

/** `FileReferenceMessage(0b6f5b0e-…, total.ts, lines 3 to 10, unresolved)` */
const describe: Describe<FileReferenceMessage> = /* @__PURE__ */ describer(
  "FileReferenceMessage",
  factsOf,
  ({ data }) => data.path,
);

function factsOf(message: FileReferenceMessage): readonly Fact[] {
  const { path, start_line, end_line, resolution } = message.data;
  const hasLines = start_line !== undefined || end_line !== undefined;
  const lines = hasLines && `lines ${start_line ?? 1} to ${end_line ?? "the end"}`;
  return [...envelopeFacts(message), shownId(fileNameOf(path) || "a folder"), lines, resolution.status];
}

export const FileReferenceMessage: core.Companion<FileReferenceMessage> & {
  readonly create: typeof create;
  readonly describe: Describe<FileReferenceMessage>;
} = /* @__PURE__ */ extendCompanion(core.FileReferenceMessage, { create, describe });
