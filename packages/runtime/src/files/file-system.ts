/** The part of the system's files that is used, in one place. */

import { type BigIntStats, constants, promises } from "node:fs";
import * as path from "node:path";

/** What the system says about a file. */
export interface FileStat {
  readonly isFile: boolean;
  readonly isFolder: boolean;
  readonly isLink: boolean;
  readonly device: bigint;
  readonly inode: bigint;
  readonly size: number;
  /** When it last changed, in nanoseconds since 1970. */
  readonly modified: bigint;
}

/** A file that is open: whatever happens to paths, it stays the same. */
export interface OpenFile {
  stat(): Promise<FileStat>;
  /** Where the open file is; undefined where the system cannot tell, which only Linux can. */
  realPath(): Promise<string | undefined>;
  /** Whether its bytes are stored rather than made up by the kernel when they are read; true where the system cannot tell. */
  isStored(): Promise<boolean>;
  /**
   * Reads on from where the last read ended, or at a place, which moves nothing.
   *
   * @returns how many bytes; 0 at the end.
   */
  read(into: Uint8Array, at?: number): Promise<number>;
  close(): Promise<void>;
}

/** All throw the system's errors. */
export interface FileSystem {
  /** The path with all links followed. */
  realPath(path: string): Promise<string>;
  /** Where a link points, as it is written there. */
  linkTarget(path: string): Promise<string>;
  /** About what is at the path itself: a link is not followed. */
  stat(path: string): Promise<FileStat>;
  /** Opens to read. A link at the end of the path is not followed where the system can be told so, and a pipe is not waited for. */
  open(path: string): Promise<OpenFile>;
}

// Windows has neither flag.
const FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

export const systemFiles: FileSystem = {
  realPath: (path) => promises.realpath(path),
  linkTarget: (path) => promises.readlink(path),
  stat: async (path) => fileStat(await promises.lstat(path, { bigint: true })),
  open: async (path) => openFile(await promises.open(path, FLAGS)),
};

function openFile(handle: promises.FileHandle): OpenFile {
  const link = path.posix.join("/proc/self/fd", String(handle.fd));
  return {
    stat: async () => fileStat(await handle.stat({ bigint: true })),
    realPath: () => whereKnown(() => promises.readlink(link), undefined),
    isStored: () => whereKnown(async () => !MADE_UP.has((await promises.statfs(link)).type), true),
    read: async (into, at) => (await handle.read(into, 0, into.length, at ?? null)).bytesRead,
    close: () => handle.close(),
  };
}

async function whereKnown<Value>(ask: () => Promise<Value>, unknown: Value): Promise<Value> {
  if (process.platform !== "linux") return unknown;
  try {
    return await ask();
  } catch {
    // Containers may have no /proc.
    return unknown;
  }
}

/**
 * The kernel's numbers of file systems whose files are not files: proc, sysfs, debugfs, tracefs, securityfs, configfs, cgroup, cgroup2,
 * bpf, pstore, devpts, mqueue, binfmt_misc, fusectl, selinux, smack, efivarfs, nsfs, pipefs, sockfs, resctrl.
 */
const MADE_UP: ReadonlySet<number> = /* @__PURE__ */ new Set([
  0x9fa0, 0x62656572, 0x64626720, 0x74726163, 0x73636673, 0x62656570, 0x27e0eb, 0x63677270, 0xcafe4a11, 0x6165676c,
  0x1cd1, 0x19800202, 0x42494e4d, 0x65735543, 0xf97cff8c, 0x43415d53, 0xde5e81e4, 0x6e736673, 0x50495045, 0x534f434b,
  0x7655821,
]);

function fileStat(stats: BigIntStats): FileStat {
  return {
    isFile: stats.isFile(),
    isFolder: stats.isDirectory(),
    isLink: stats.isSymbolicLink(),
    device: stats.dev,
    inode: stats.ino,
    size: Number(stats.size),
    modified: stats.mtimeNs,
  };
}
