/** Who may read files, where, and how much: a policy as data. */

/** What a role may be allowed to do with files. */
export type FileRight = "read_files";

/**
 * Which absolute paths may be read. `never`: none. `in_workspace`: those whose real path is in the workspace. `anywhere`: all; a
 * relative path still has to stay in the workspace.
 */
export type AbsolutePaths = "never" | "in_workspace" | "anywhere";

/** Plain JSON, to be stored beside other settings. Begin with `{ ...DEFAULT_FILE_POLICY, … }`. */
export interface FilePolicy {
  /** The rights of each role, by its name, with the letters A to Z in either case. A role that is not listed has none. */
  readonly roles: Readonly<Record<string, readonly FileRight[]>>;
  /** Which absolute paths may be read. */
  readonly absolute_paths: AbsolutePaths;
  /** The size in bytes up to which a file is opened at all; all of it is read, also for a few lines. */
  readonly max_file_bytes: number;
  /** The size in UTF-8 bytes up to which content is kept; what is longer is cut after a line. At most 16,777,216. */
  readonly max_content_bytes: number;
}

/** A planner may read the files of the workspace, and nobody else anything. */
export const DEFAULT_FILE_POLICY: FilePolicy = /* @__PURE__ */ Object.freeze({
  roles: /* @__PURE__ */ Object.freeze({ planner: /* @__PURE__ */ Object.freeze(["read_files"] as const) }),
  absolute_paths: "in_workspace",
  max_file_bytes: 67_108_864,
  max_content_bytes: 262_144,
});
