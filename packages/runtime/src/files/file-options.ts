/** What reading a file takes from its caller, and the check that it makes sense. */

import * as path from "node:path";
import { type Issue, ValidationError } from "@parlance/core";
import { isJsonObject, issue, lowerAscii, typeName } from "@parlance/core/internal";
import type { Operation } from "../shared/operation.js";
import { brokenRules, operationRules, readSettings, wholeRule } from "../shared/settings.js";
import { type AbsolutePaths, DEFAULT_FILE_POLICY, type FilePolicy } from "./file-policy.js";

export interface FileOptions extends Operation {
  /** The folder that relative paths start from and that holds what may be read: an absolute path, links allowed. */
  readonly workspace?: string | undefined;
  /** Who reads, such as `planner`: a name in the policy's `roles`; the letters A to Z in either case. */
  readonly role: string;
  /** @defaultValue `DEFAULT_FILE_POLICY` */
  readonly policy?: FilePolicy | undefined;
}

/** Options that were checked and read once, so that nothing changes under way. */
export interface FileSettings {
  readonly workspace: string | undefined;
  readonly mayRead: boolean;
  readonly absolutePaths: AbsolutePaths;
  readonly maxFileBytes: number;
  readonly maxContentBytes: number;
}

const ABSOLUTE_PATHS: readonly unknown[] = ["never", "in_workspace", "anywhere"] satisfies readonly AbsolutePaths[];

/** No longer content has a place in a message. */
const MAX_CONTENT_BYTES = 16_777_216;

/** @throws ValidationError with everything that is wrong with the options; never about the file. */
export function fileSettings(options: FileOptions): FileSettings {
  return readSettings(options, checkedSettings);
}

function checkedSettings(options: FileOptions): FileSettings {
  const { workspace, role, policy = DEFAULT_FILE_POLICY } = options;
  if (typeof policy !== "object" || policy === null)
    throw new ValidationError([wrongType("/policy", "object", policy)]);
  const { roles, absolute_paths, max_file_bytes, max_content_bytes } = policy;
  const issues = [
    ...brokenRules(operationRules(options)),
    ...(typeof role === "string" ? [] : [wrongType("/role", "string", role)]),
    ...workspaceIssues(workspace),
    ...roleIssues(roles),
    ...(ABSOLUTE_PATHS.includes(absolute_paths) ? [] : [NO_SUCH_CHOICE]),
    ...brokenRules([
      wholeRule("/policy/max_file_bytes", max_file_bytes),
      wholeRule("/policy/max_content_bytes", max_content_bytes, { most: MAX_CONTENT_BYTES }),
    ]),
  ];
  if (issues.length > 0) throw new ValidationError(issues);
  return {
    workspace,
    mayRead: mayRead(roles, role),
    absolutePaths: absolute_paths,
    maxFileBytes: max_file_bytes,
    maxContentBytes: max_content_bytes,
  };
}

function mayRead(roles: FilePolicy["roles"], role: string): boolean {
  return Object.entries(roles).some(([name, rights]) => isSameRole(name, role) && rights.includes("read_files"));
}

function isSameRole(one: string, other: string): boolean {
  return lowerAscii(one) === lowerAscii(other);
}

const NO_SUCH_CHOICE: Issue = issue(
  "not_allowed_value",
  "/policy/absolute_paths",
  '"never", "in_workspace" or "anywhere"',
  "something else",
);

/** Nobody could tell which rights are meant. */
const ONE_ROLE_TWICE: Issue = issue(
  "not_unique",
  "/policy/roles",
  "names that differ in more than letter case",
  "one name in two letter cases",
);

function workspaceIssues(workspace: unknown): readonly Issue[] {
  if (workspace === undefined) return [];
  if (typeof workspace !== "string") return [wrongType("/workspace", "string", workspace)];
  if (path.isAbsolute(workspace) && !workspace.includes("\0")) return [];
  return [issue("not_absolute", "/workspace", "an absolute path", "another text")];
}

function roleIssues(roles: unknown): readonly Issue[] {
  if (!isJsonObject(roles)) return [wrongType("/policy/roles", "object", roles)];
  const names = Object.keys(roles);
  const isRepeated = names.some((name, at) => names.findIndex((other) => isSameRole(other, name)) !== at);
  return [
    ...(isRepeated ? [ONE_ROLE_TWICE] : []),
    ...Object.values(roles).flatMap((rights) =>
      Array.isArray(rights) ? [] : [wrongType("/policy/roles/*", "array", rights)],
    ),
  ];
}

function wrongType(place: string, expected: string, value: unknown): Issue {
  return issue("wrong_type", place, expected, typeName(value));
}
