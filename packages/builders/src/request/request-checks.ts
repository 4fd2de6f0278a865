/** What must hold for a request besides its schema, and what only the world outside can tell. */

import type { AgentRequest, Issue, Path, Uuid } from "@parlance/core";
import { issue, issuesAt, rangeIssues } from "@parlance/core/internal";
import { validateHistory } from "../history/validate.js";
import { contextIssues } from "../permissions/context-issues.js";

/** What only the caller can answer. Every question is answered at once; what a function throws is thrown on. */
export interface RequestChecks {
  /** Whether no other request has this id. */
  readonly isNewRequest?: ((requestId: Uuid) => boolean) | undefined;
  /** Whether the folder of the workspace is there. */
  readonly workspaceExists?: ((path: Path) => boolean) | undefined;
}

/** Fields of which nothing is known yet. */
export type GivenRequest = { readonly [Name in keyof AgentRequest]?: unknown };

/** Everything in the request itself that no schema can state. A field whose type is wrong is left to the schema. */
export function requestIssues(request: GivenRequest, allowEmpty: boolean | undefined): readonly Issue[] {
  return [
    ...messageIssues(request.message, allowEmpty),
    ...historyIssues(request.history),
    ...fileIssues(request.attached_files),
    ...toolContextIssues(request.tool_context),
  ];
}

/** A text of white space may be meant; only no text at all is taken for a mistake. */
function messageIssues(message: unknown, allowEmpty: boolean | undefined): readonly Issue[] {
  return message === "" && allowEmpty !== true ? [EMPTY_MESSAGE] : [];
}

const EMPTY_MESSAGE: Issue = /* @__PURE__ */ issue("too_short", "/message", "a text that is not empty", "0 characters");

/** The message of a request opens a turn of the user, so no call before it may still wait for its result. */
function historyIssues(history: unknown): readonly Issue[] {
  if (!Array.isArray(history)) return [];
  return issuesAt("/history", validateHistory(history, { order: "lenient", complete: true }));
}

function fileIssues(files: unknown): readonly Issue[] {
  if (!Array.isArray(files)) return [];
  return files.flatMap((file: object | null, index) => issuesAt(`/attached_files/${index}`, rangeIssues(file ?? {})));
}

function toolContextIssues(context: unknown): readonly Issue[] {
  return typeof context === "object" && context !== null ? issuesAt("/tool_context", contextIssues(context)) : [];
}

/**
 * What the caller's own checks say.
 * @param issues What is wrong already; the caller is not asked about a field that is among them.
 */
export function outsideIssues(
  request: GivenRequest,
  { isNewRequest, workspaceExists }: RequestChecks = {},
  issues: readonly Issue[],
): readonly Issue[] {
  const isSound = (path: string): boolean =>
    !issues.some((one) => one.path !== "" && `${path}/`.startsWith(`${one.path}/`));
  const context = request.tool_context as { readonly workspace_path?: unknown } | null | undefined;
  const ask = (check: Check | undefined, value: unknown, no: Issue): readonly Issue[] =>
    check !== undefined && typeof value === "string" && isSound(no.path) ? answerOf(check, value, no) : [];
  return [
    ...ask(isNewRequest, request.request_id, NOT_NEW),
    ...ask(workspaceExists, context?.workspace_path, NO_WORKSPACE),
  ];
}

type Check = (value: string) => unknown;

const NOT_NEW: Issue = /* @__PURE__ */ issue("not_new", "/request_id", "the id of no other request", "an id in use");
const NO_WORKSPACE: Issue = /* @__PURE__ */ issue(
  "no_workspace",
  "/tool_context/workspace_path",
  "a folder that exists",
  "no such folder",
);

/** A promise is not an answer: whatever it comes to, it would count as yes. */
function answerOf(check: Check, value: string, no: Issue): readonly Issue[] {
  const answer = check(value);
  if (typeof answer !== "boolean") return [issue("no_answer", no.path, "true or false at once", typeof answer)];
  return answer ? [] : [no];
}
