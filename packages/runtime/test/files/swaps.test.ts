/** Files that become others between the check and the reading. */

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FileSystem, systemFiles } from "../../src/files/file-system.js";
import { FileContext } from "../../src/files/index.js";
import { afterOpen, once, outcomeOf } from "./acting-system.js";
import { makeFolder, SECRET } from "./folder.js";

const { root, outside, options, write } = makeFolder();
const secret = join(outside, "secret.txt");

/** Does something right before the file is opened, each time. */
const beforeOpen = (act: () => void, files: FileSystem = systemFiles): FileSystem => ({
  ...files,
  open: (path) => {
    act();
    return files.open(path);
  },
});

/** Does something right before it is looked what is at a path, each time. */
const beforeStat = (at: string, act: () => void, files: FileSystem): FileSystem => ({
  ...files,
  stat: (path) => {
    if (path === at) act();
    return files.stat(path);
  },
});

/** A system that cannot tell the path of an open file. */
const blind: FileSystem = {
  ...systemFiles,
  open: async (path) => ({ ...(await systemFiles.open(path)), realPath: async () => undefined }),
};

const outcome = (path: string, files: FileSystem) => outcomeOf(path, options, files);

/** The workspace's `name/a.txt`, with a function that exchanges the folder for a link out and one that takes it back. */
function exchangeable(name: string): { readonly out: () => void; readonly back: () => void } {
  write(`${name}/secret.txt`, "harmless\n");
  const folder = join(root, name);
  return {
    out: () => {
      renameSync(folder, `${folder}.kept`);
      symlinkSync(outside, folder);
    },
    back: () => {
      unlinkSync(folder);
      renameSync(`${folder}.kept`, folder);
    },
  };
}

describe.each([
  ["where the system tells the path of an open file", systemFiles],
  ["where it does not", blind],
])("a file that is exchanged between check and reading, %s,", (_, files) => {
  const unique = files === blind ? "blind" : "seen";

  it("is refused when it has become a link", async () => {
    const path = write(`${unique}-link.txt`, "harmless\n");
    const swap = () => {
      rmSync(path);
      symlinkSync(secret, path);
    };
    expect(await outcome(`${unique}-link.txt`, beforeOpen(once(swap), files))).toBe("outside_workspace");
  });

  it("is refused when it has become a link before it is looked at", async () => {
    const path = write(`${unique}-early-link.txt`, "harmless\n");
    const swap = () => {
      rmSync(path);
      symlinkSync(secret, path);
    };
    expect(await outcome(`${unique}-early-link.txt`, beforeStat(path, once(swap), files))).toBe("outside_workspace");
  });

  it("is refused when its folder has become a link before it is looked at", async () => {
    const { out } = exchangeable(`${unique}-early`);
    const file = join(root, `${unique}-early/secret.txt`);
    expect(await outcome(`${unique}-early/secret.txt`, beforeStat(file, once(out), files))).toBe("outside_workspace");
  });

  it("is read anew when its folder was a link while it was looked at and opened", async () => {
    const { out, back } = exchangeable(`${unique}-between`);
    const file = join(root, `${unique}-between/secret.txt`);
    const swapping = beforeStat(file, once(out), afterOpen(once(back), files));
    expect(await outcome(`${unique}-between/secret.txt`, swapping)).toBe("harmless\n");
  });

  it("is refused each time that its folder becomes a link", async () => {
    const { out, back } = exchangeable(`${unique}-folder`);
    let opened = 0;
    const swapping: FileSystem = {
      ...files,
      open: async (path) => {
        opened++;
        out();
        try {
          return await files.open(path);
        } finally {
          back();
        }
      },
    };
    expect(await outcome(`${unique}-folder/secret.txt`, swapping)).toBe("changed");
    expect(opened).toBe(3);
  });

  it("is refused when the folder stays a link", async () => {
    const { out } = exchangeable(`${unique}-stays`);
    const files_ = beforeOpen(once(out), files);
    expect(await outcome(`${unique}-stays/secret.txt`, files_)).toBe("outside_workspace");
  });

  it("is refused when it has become a pipe, without waiting for a writer", async () => {
    const path = write(`${unique}-pipe.txt`, "harmless\n");
    const swap = () => {
      rmSync(path);
      execFileSync("mkfifo", [path]);
    };
    expect(await outcome(`${unique}-pipe.txt`, beforeOpen(once(swap), files))).toBe("not_a_file");
  });

  it("is refused when it has become a folder", async () => {
    const path = write(`${unique}-dir.txt`, "harmless\n");
    const swap = () => {
      rmSync(path);
      mkdirSync(path);
    };
    expect(await outcome(`${unique}-dir.txt`, beforeOpen(once(swap), files))).toBe("not_a_file");
  });

  it("is not there when it has gone", async () => {
    const path = write(`${unique}-gone.txt`, "harmless\n");
    expect(
      await outcome(
        `${unique}-gone.txt`,
        beforeOpen(
          once(() => rmSync(path)),
          files,
        ),
      ),
    ).toBe("not_found");
  });

  it("is read anew when somebody has saved it meanwhile", async () => {
    const path = write(`${unique}-saved.txt`, "old\n");
    const save = () => {
      writeFileSync(`${path}.new`, "new\n");
      renameSync(`${path}.new`, path);
    };
    expect(await outcome(`${unique}-saved.txt`, beforeOpen(once(save), files))).toBe("new\n");
    expect(await outcome(`${unique}-saved.txt`, beforeOpen(save, files))).toBe("changed");
  });
});

it.skipIf(process.platform === "win32")("a link is not opened, whatever it leads to", async () => {
  symlinkSync("/dev/null", join(root, "to-device"));
  await expect(systemFiles.open(join(root, "to-device"))).rejects.toMatchObject({ code: "ELOOP" });
});

it("a path to nothing is not followed further than it leads, however long it is", async () => {
  let asked = 0;
  const counting: FileSystem = {
    ...systemFiles,
    linkTarget: (path) => {
      asked++;
      return systemFiles.linkTarget(path);
    },
  };
  expect(await outcome("gone/".repeat(800), counting)).toBe("not_found");
  expect(asked).toBeLessThan(50);
});

it.runIf(process.platform === "linux")("an open file that was moved out of the workspace is not read", async () => {
  const path = write("moved.txt", SECRET);
  const move = () => renameSync(path, join(outside, "moved.txt"));
  expect(await outcome("moved.txt", afterOpen(once(move)))).toBe("not_found");
});

/** Exchanges things as fast as it can until it is ended. */
const SWAPPER = `
  const { linkSync, renameSync, symlinkSync, unlinkSync, rmSync } = require("node:fs");
  const [kind, root, outside] = process.argv.slice(1);
  const replace = (make, path) => { make(path + ".new"); renameSync(path + ".new", path); };
  const turns = {
    file: [
      () => replace((path) => symlinkSync(outside + "/secret.txt", path), root + "/race/secret.txt"),
      () => replace((path) => linkSync(root + "/race.txt", path), root + "/race/secret.txt"),
    ],
    link: [
      () => replace((path) => symlinkSync(outside, path), root + "/current"),
      () => replace((path) => symlinkSync(root + "/race", path), root + "/current"),
    ],
    folder: [
      () => { renameSync(root + "/race", root + "/kept"); symlinkSync(outside, root + "/race"); },
      () => { unlinkSync(root + "/race"); renameSync(root + "/kept", root + "/race"); },
    ],
    pipe: [
      () => replace((path) => linkSync(root + "/race.pipe", path), root + "/race/secret.txt"),
      () => replace((path) => linkSync(root + "/race.txt", path), root + "/race/secret.txt"),
    ],
  }[kind];
  for (let at = 0; ; at++) { turns[at % 2](); if (at === 1) console.log("swapping"); }
`;

describe("a race against somebody who exchanges things all the time", () => {
  it.each([
    ["file", "race/secret.txt"],
    ["link", "current/secret.txt"],
    ["folder", "race/secret.txt"],
    ["pipe", "race/secret.txt"],
  ])("is never lost: a %s", async (kind, path) => {
    const place = makePlace(kind);
    const swapper = spawn(process.execPath, ["-e", SWAPPER, kind, place, outside], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      await new Promise((resolve) => swapper.stdout.once("data", resolve));
      const seen = await raced(path, place, 150);
      expect(swapper.exitCode).toBeNull();
      const harmless = ["harmless\n", "changed", "not_found", "not_a_file", "outside_workspace"];
      expect([...seen].filter((one) => !harmless.includes(one))).toEqual([]);
    } finally {
      swapper.kill("SIGKILL");
      await new Promise((resolve) => swapper.once("close", resolve));
    }
  });
});

async function raced(path: string, workspace: string, milliseconds: number): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  const read = () =>
    FileContext.fromFile(path, { ...options, workspace }).then(
      ({ content }) => content,
      (error) => error.code ?? String(error),
    );
  for (const end = performance.now() + milliseconds; performance.now() < end; )
    for (const one of await Promise.all([read(), read(), read(), read()])) seen.add(one);
  return seen;
}

function makePlace(kind: string): string {
  const place = join(root, `race-${kind}`);
  mkdirSync(join(place, "race"), { recursive: true });
  writeFileSync(join(place, "race/secret.txt"), "harmless\n");
  writeFileSync(join(place, "race.txt"), "harmless\n");
  execFileSync("mkfifo", [join(place, "race.pipe")]);
  symlinkSync(join(place, "race"), join(place, "current"));
  return place;
}
