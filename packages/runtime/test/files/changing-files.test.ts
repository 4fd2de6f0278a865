/** Files that are written while they are read, and reading that is called off. */

import { appendFileSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type FileSystem, systemFiles } from "../../src/files/file-system.js";
import { readAllowedBytes } from "../../src/files/read-bytes.js";
import { resolveFileWith } from "../../src/files/resolve-file.js";
import { once, outcomeOf } from "./acting-system.js";
import { makeFolder, reference } from "./folder.js";

const { options, write } = makeFolder();

const outcome = (path: string, files: FileSystem) => outcomeOf(path, options, files);

describe("a file that is written while it is read", () => {
  const WAYS: readonly (readonly [string, (path: string) => void])[] = [
    ["grows", (path) => appendFileSync(path, "more\n")],
    ["shrinks", (path) => truncateSync(path, statSync(path).size - 1)],
    [
      "is written in place",
      (path) => {
        writeFileSync(path, "x".repeat(statSync(path).size));
        utimesSync(path, 1, statSync(path).mtimeMs / 1_000 + 5);
      },
    ],
  ];

  it.each(WAYS)("is read anew: it %s", async (_, change) => {
    for (const size of [10, 262_144, 600_000]) {
      const path = write("written.txt", "a".repeat(size));
      const content = await outcome("written.txt", duringRead(once(() => change(path))));
      expect(content === contentNow(path).slice(0, 262_144)).toBe(true);
      const read = await readAllowedBytes("written.txt", options, duringRead(once(() => change(path))));
      expect(Buffer.from(read.bytes).toString() === contentNow(path)).toBe(true);
    }
  });

  it.each(WAYS.slice(1))("is given up when that does not end: it %s", async (_, change) => {
    for (const size of [10, 262_144, 600_000]) {
      const path = write("written.txt", "a".repeat(size));
      expect(
        await outcome(
          "written.txt",
          duringRead(() => change(path)),
        ),
      ).toBe("changed");
    }
  });

  it("is read up to where it was when that does not end and it only grows, as a log does", async () => {
    for (const size of [0, 10, 262_144, 600_000]) {
      const path = write("log.txt", "a".repeat(size));
      const sizes: number[] = [];
      const grow = (): void => {
        sizes.push(statSync(path).size);
        appendFileSync(path, "more\n");
      };
      const read = await readAllowedBytes("log.txt", options, duringRead(grow));
      const text = Buffer.from(read.bytes).toString();
      expect(contentNow(path).startsWith(text)).toBe(true);
      expect([text.length >= size, sizes.includes(text.length), text.length < statSync(path).size]).toEqual([
        true,
        true,
        true,
      ]);
      const { resolution } = (await resolveFileWith(reference("log.txt"), options, duringRead(grow))).data;
      expect(contentNow(path).startsWith(resolution.content ?? "none")).toBe(true);
      expect(resolution.error).toBeUndefined();
    }
  });

  it("is given up when it grows and what was read is not its beginning any more", async () => {
    for (const size of [10, 600_000]) {
      const path = write("rewritten.txt", "a".repeat(size));
      let times = 0;
      const rewrite = (): void => writeFileSync(path, `${++times}`.repeat(size + times));
      expect(await outcome("rewritten.txt", duringRead(rewrite))).toBe("changed");
    }
  });

  it("is read anew: it is emptied", async () => {
    const path = write("written.txt", "a".repeat(600_000));
    expect(await outcome("written.txt", duringRead(once(() => truncateSync(path, 0))))).toBe("");
  });

  it("is never read further than it was when it was opened, however fast it grows", async () => {
    write("growing.txt", "a\n");
    let read = 0;
    const endless: FileSystem = {
      ...systemFiles,
      open: async (path) => ({
        ...(await systemFiles.open(path)),
        read: async (into) => {
          into.fill(0x61);
          read += into.length;
          return into.length;
        },
      }),
    };
    expect(await outcome("growing.txt", endless)).toBe("changed");
    expect(read).toBeLessThan(100);
  });

  it("may come in pieces of any size", async () => {
    write("pieces.txt", "é👍\n".repeat(1_000));
    const slow: FileSystem = {
      ...systemFiles,
      open: async (path) => {
        const open = await systemFiles.open(path);
        return { ...open, read: (into) => open.read(into.subarray(0, 3)) };
      },
    };
    expect(await outcome("pieces.txt", slow)).toBe("é👍\n".repeat(1_000));
  });
});

describe("work that is called off", () => {
  it("ends at once, also when the system does not answer, and leaves no file open", async () => {
    write("slow.txt", "a\n");
    const controller = new AbortController();
    const reason = new Error("enough");
    let answer: (count: number) => void = () => undefined;
    let isClosed = false;
    const stuck: FileSystem = {
      ...systemFiles,
      open: async (path) => {
        const open = await systemFiles.open(path);
        return {
          ...open,
          read: () =>
            new Promise<number>((resolve) => {
              answer = resolve;
              controller.abort(reason);
            }),
          close: async () => {
            await open.close();
            isClosed = true;
          },
        };
      },
    };
    const called = { ...options, signal: controller.signal, onDirty: () => expect.unreachable() };
    await expect(resolveFileWith(reference("slow.txt"), called, stuck)).rejects.toBe(reason);
    answer(0);
    await expect.poll(() => isClosed).toBe(true);
  });

  it("leaves no file open when reading is refused", async () => {
    write("binary.bin", "\0");
    let open = 0;
    const counting: FileSystem = {
      ...systemFiles,
      open: async (path) => {
        const file = await systemFiles.open(path);
        open++;
        return {
          ...file,
          close: async () => {
            open--;
            await file.close();
          },
        };
      },
    };
    expect(await outcome("binary.bin", counting)).toBe("binary");
    expect(open).toBe(0);
  });
});

function contentNow(path: string): string {
  return readFileSync(path, "utf8");
}

/** Does something after each piece that was read. */
function duringRead(act: () => void): FileSystem {
  return {
    ...systemFiles,
    open: async (path) => {
      const open = await systemFiles.open(path);
      return {
        ...open,
        read: async (into, at) => {
          const count = await open.read(into, at);
          act();
          return count;
        },
      };
    },
  };
}
