/** Where a path really leads, and whether that is in the workspace. */

import * as path from "node:path";
import { FileAccessError, type FileErrorCode } from "./file-access-error.js";
import type { FileSettings } from "./file-options.js";
import type { FileSystem } from "./file-system.js";
import { type PathForm, pathForm } from "./path-form.js";

/** A file that may be read, as far as its path goes. */
export interface LocatedFile {
  readonly realPath: string;
  /** Its path from the workspace's real folder, with forward slashes; undefined when it is elsewhere. */
  readonly inWorkspace: string | undefined;
}

/** @throws FileAccessError */
export async function locateFile(given: string, settings: FileSettings, files: FileSystem): Promise<LocatedFile> {
  const form = pathForm(given);
  if (form === undefined) throw new FileAccessError("bad_path");
  if (form.isAbsolute && settings.absolutePaths === "never") throw new FileAccessError("denied");
  const isConfined = !form.isAbsolute || settings.absolutePaths !== "anywhere";
  const root = await realRoot(settings.workspace, files);
  if (root === undefined && isConfined) throw new FileAccessError("no_workspace");
  const led = await follow(fullPath(form, root), files);
  const isInside = root !== undefined && isWithin(root, led.path);
  if (isConfined && !isInside) throw new FileAccessError("outside_workspace");
  if (led.fault !== undefined) throw faultOf(led.fault);
  return { realPath: led.path, inWorkspace: isInside ? slashed(path.relative(root, led.path)) : undefined };
}

/** The real folder of the workspace; undefined when there is none. */
async function realRoot(workspace: string | undefined, files: FileSystem): Promise<string | undefined> {
  if (workspace === undefined) return undefined;
  try {
    const root = await files.realPath(workspace);
    return (await files.stat(root)).isFolder ? root : undefined;
  } catch (error) {
    faultOf(error);
    return undefined;
  }
}

function fullPath(form: PathForm, root: string | undefined): string {
  return form.isAbsolute || root === undefined ? path.resolve(form.path) : path.resolve(root, form.path);
}

/** Compared as they are: where letter case means nothing, real paths have the one spelling that the disk has. */
function isWithin(root: string, inner: string): boolean {
  return inner === root || inner.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
}

function slashed(relative: string): string {
  return relative.split(path.sep).join("/");
}

interface Led {
  readonly path: string;
  /** Why the path leads no further. */
  readonly fault?: unknown;
}

/**
 * The real path; of one that leads to nothing, what it would be. So a path out of the workspace is refused in the same way whether
 * or not there is something, and nobody can find out by asking.
 */
async function follow(from: string, files: FileSystem): Promise<Led> {
  try {
    return { path: await files.realPath(from) };
  } catch (fault) {
    return { path: await wouldBe(from, files), fault };
  }
}

/** As many links as Linux follows. */
const MAX_LINKS = 40;

/** Goes as the system does, name by name: `..` leads up from where a link has led, not from where it stands. */
async function wouldBe(from: string, files: FileSystem): Promise<string> {
  let at = path.parse(from).root;
  let links = 0;
  let isThere = true;
  for (const ahead = namesAhead(from); ahead.length > 0; ) {
    const next = path.join(at, ahead.pop() ?? "");
    const found: Found = isThere && links < MAX_LINKS ? await lookAt(next, files) : {};
    isThere &&= !found.isGone;
    if (found.target === undefined) at = next;
    else {
      links++;
      ahead.push(...namesAhead(found.target));
      if (path.isAbsolute(found.target)) at = path.parse(found.target).root;
    }
  }
  return at;
}

/** The names of a path, the one that comes first at the end. */
function namesAhead(from: string): string[] {
  return from
    .slice(path.parse(from).root.length)
    .split(path.sep === "\\" ? /[/\\]/ : "/")
    .reverse();
}

interface Found {
  /** Where it leads, if it is a link. */
  readonly target?: string;
  /** Nothing is there, nor behind it. */
  readonly isGone?: boolean;
}

async function lookAt(at: string, files: FileSystem): Promise<Found> {
  try {
    return { target: await files.linkTarget(at) };
  } catch (error) {
    const { code } = faultOf(error);
    return { isGone: code === "not_found" || code === "bad_path" };
  }
}

const FAULTS: Readonly<Record<string, FileErrorCode>> = {
  ENOENT: "not_found",
  ENOTDIR: "not_found",
  ELOOP: "not_found",
  ENAMETOOLONG: "bad_path",
  ENXIO: "not_a_file",
  EISDIR: "not_a_file",
};

/** The system's error in our words; any other is thrown on. */
export function faultOf(error: unknown): FileAccessError {
  if (FileAccessError.isInstance(error)) return error;
  if (!(error instanceof Error && "syscall" in error && "code" in error)) throw error;
  return new FileAccessError(FAULTS[String(error.code)] ?? "unreadable");
}
