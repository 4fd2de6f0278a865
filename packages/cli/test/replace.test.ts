/** How `parlance migrate` puts its output in place: as a whole or not at all, with the mode it had, through links, beside nothing else. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { NO_PARTS, V1_TEXT, V1_TEXT_UPGRADED } from "./support/messages.js";
import { COMMAND, ENVIRONMENT, run, start, temporaryFolder } from "./support/run.js";

const root = temporaryFolder();

function folderWith(content: string): string {
  const folder = mkdtempSync(join(root, "case-"));
  writeFileSync(join(folder, "in"), content);
  return folder;
}

it("replaces its own input", () => {
  const folder = folderWith(`${V1_TEXT}\n`);
  expect(run(["migrate", "in", "-o", "./in"], { cwd: folder }).code).toBe(0);
  expect(readFileSync(join(folder, "in"), "utf8")).toBe(`${V1_TEXT_UPGRADED}\n`);
  expect(readdirSync(folder)).toEqual(["in"]);
});

it("keeps the mode of the file that it replaces", () => {
  const folder = folderWith(`${V1_TEXT}\n`);
  writeFileSync(join(folder, "out"), "old");
  chmodSync(join(folder, "out"), 0o640);
  run(["migrate", "in", "-o", "out"], { cwd: folder });
  expect(statSync(join(folder, "out")).mode & 0o777).toBe(0o640);
});

it("replaces what a symbolic link points to, and leaves the link", () => {
  const folder = folderWith(`${V1_TEXT}\n`);
  mkdirSync(join(folder, "real"));
  writeFileSync(join(folder, "real/file"), "old");
  symlinkSync("real/file", join(folder, "link"));
  run(["migrate", "in", "-o", "link"], { cwd: folder });
  expect(readlinkSync(join(folder, "link"))).toBe("real/file");
  expect(readFileSync(join(folder, "real/file"), "utf8")).toBe(`${V1_TEXT_UPGRADED}\n`);
  expect(readdirSync(join(folder, "real"))).toEqual(["file"]);
});

it("creates what a dangling link points to", () => {
  const folder = folderWith(`${V1_TEXT}\n`);
  symlinkSync("later", join(folder, "link"));
  expect(run(["migrate", "in", "-o", "link"], { cwd: folder }).code).toBe(0);
  expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, "later"), "utf8")).toBe(`${V1_TEXT_UPGRADED}\n`);
});

it("refuses links that lead in a circle", () => {
  const folder = folderWith(`${V1_TEXT}\n`);
  symlinkSync("b", join(folder, "a"));
  symlinkSync("a", join(folder, "b"));
  const { code, stderr } = run(["migrate", "in", "-o", "a"], { cwd: folder });
  expect({ code, stderr }).toEqual({ code: 2, stderr: "parlance: cannot write a: too many symbolic links\n" });
});

it("refuses rejects and output in one new file, whatever path leads to it", () => {
  const folder = folderWith(`${NO_PARTS}\n`);
  symlinkSync(".", join(folder, "self"));
  symlinkSync("out", join(folder, "later"));
  for (const rejects of ["self/out", "later"]) {
    const { code, stderr } = run(["migrate", "in", "-o", "out", "--rejects", rejects], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 2, stderr: "parlance: --rejects and --output name the same file\n" });
  }
  expect(readdirSync(folder).sort()).toEqual(["in", "later", "self"]);
});

describe("the rejects of an earlier run", () => {
  const raws = (path: string): unknown[] =>
    readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "" && line !== "note")
      .map((line) => JSON.parse(line).raw);

  it("stay where the history is migrated in place, since there is no other copy of them", () => {
    const folder = folderWith(`${NO_PARTS}\n${V1_TEXT}\n`);
    writeFileSync(join(folder, "rejects"), "note");
    const again = ["migrate", "in", "-o", "./in", "--rejects", "rejects"];
    expect([run(again, { cwd: folder }).code, run(again, { cwd: folder }).code]).toEqual([1, 0]);
    expect(raws(join(folder, "rejects"))).toEqual([NO_PARTS]);
    expect(readFileSync(join(folder, "rejects"), "utf8")).toMatch(/^note\n/);
  });

  it("stay where standard input is read", () => {
    const folder = folderWith("");
    for (const input of [NO_PARTS, "oops"])
      run(["migrate", "-", "-o", "out", "--rejects", "rejects"], { cwd: folder, input });
    expect(raws(join(folder, "rejects"))).toEqual([NO_PARTS, "oops"]);
  });

  it("are replaced where the input is still there to give them again", () => {
    const folder = folderWith(`${NO_PARTS}\n`);
    for (const _ of [1, 2]) run(["migrate", "in", "-o", "out", "--rejects", "rejects"], { cwd: folder });
    expect(raws(join(folder, "rejects"))).toEqual([NO_PARTS]);
  });
});

it.skipIf(process.platform === "win32")("writes to the pipes that a shell opens for it", () => {
  const folder = folderWith(`${V1_TEXT}\n${NO_PARTS}\n`);
  const line = `"${process.execPath}" "${COMMAND}" migrate in -o /dev/fd/3 --rejects /dev/stderr 3>&1 2>log | cat`;
  const { stdout } = spawnSync("sh", ["-c", line], { cwd: folder, env: ENVIRONMENT, encoding: "utf8" });
  expect(stdout).toBe(`${V1_TEXT_UPGRADED}\n`);
  const log = readFileSync(join(folder, "log"), "utf8");
  expect(log).toContain(`"raw":${JSON.stringify(NO_PARTS)}}`);
  expect(log).toContain("kept in <stderr>, with the reason");
});

it("lets go of its input where the output cannot be written, without a warning", () => {
  const folder = folderWith(`${V1_TEXT}\n`);
  const { code, stderr } = run(["migrate", "in", "-o", "in/impossible"], { cwd: folder });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: "parlance: cannot write in/impossible: a part of the path is not a directory\n",
  });
});

it("writes to a device directly", () => {
  const folder = folderWith(`${V1_TEXT}\n`);
  expect(run(["migrate", "in", "-o", "/dev/null"], { cwd: folder }).code).toBe(0);
  expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
});

it.skipIf(process.platform !== "linux")("says that a disk is full, and exits with 2", () => {
  const folder = folderWith(`${V1_TEXT}\n`);
  const { code, stderr } = run(["migrate", "in", "-o", "/dev/full"], { cwd: folder });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: "parlance: cannot write /dev/full: no space is left on the disk\n",
  });
});

describe("an interrupted run leaves the old file and nothing else", () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`a run interrupted by ${signal} leaves the old file and nothing else`, async () => {
      const folder = folderWith("");
      writeFileSync(join(folder, "out"), "old");
      const child = start(["migrate", "-", "-o", "out", "--rejects", "rejects"], { cwd: folder });
      // What is still on its way when the command ends has nowhere to go.
      child.stdin.on("error", () => undefined);
      child.stdin.write(`${V1_TEXT}\n`.repeat(20_000));
      // Both temporary files are there: the run is under way.
      while (readdirSync(folder).length < 4) await sleep(10);
      expect(readFileSync(join(folder, "out"), "utf8")).toBe("old");
      child.kill(signal);
      const [, endedBy] = await once(child, "exit");
      expect(endedBy).toBe(signal);
      expect(readdirSync(folder).sort()).toEqual(["in", "out"]);
      expect(readFileSync(join(folder, "out"), "utf8")).toBe("old");
    });
  }

  it("a run that fails in the middle leaves the old file and nothing else", () => {
    const folder = folderWith(`${V1_TEXT}\n`.repeat(20_000));
    writeFileSync(join(folder, "out"), "old");
    const { code } = run(["migrate", "in", "-o", "out", "--rejects", "in/impossible"], { cwd: folder });
    expect(code).toBe(2);
    expect(readdirSync(folder).sort()).toEqual(["in", "out"]);
    expect(readFileSync(join(folder, "out"), "utf8")).toBe("old");
  });
});

describe("permissions", () => {
  // Root may do anything, so as root the command is run as nobody.
  const asNobody = process.getuid?.() === 0;
  const identity = asNobody ? { uid: 65_534, gid: 65_534 } : {};
  const { status } = runAs(identity, ["--version"]);
  const possible = status === 0;
  if (!possible) console.log("skipped: the command cannot be run as an ordinary user here");

  it.skipIf(!possible)("a file that may not be read, an output that may not be written: exit 2 and a reason", () => {
    const folder = folderWith(`${V1_TEXT}\n`);
    chmodSync(root, 0o755);
    chmodSync(folder, 0o777);
    writeFileSync(join(folder, "secret"), "old");
    chmodSync(join(folder, "secret"), 0o000);
    const read = runAs(identity, ["validate", join(folder, "secret")]);
    expect(read.status).toBe(2);
    expect(read.stderr).toContain("permission denied");
    const write = runAs(identity, ["migrate", join(folder, "in"), "-o", join(folder, "secret")]);
    expect(write.status).toBe(2);
    expect(write.stderr).toContain("permission denied");
    chmodSync(folder, 0o555);
    const create = runAs(identity, ["migrate", join(folder, "in"), "-o", join(folder, "new")]);
    expect(create.status).toBe(2);
    expect(create.stderr).toContain("permission denied");
    expect(readdirSync(folder).sort()).toEqual(["in", "secret"]);
  });
});

function runAs(
  identity: { uid?: number; gid?: number },
  args: readonly string[],
): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    ...identity,
    cwd: "/",
    env: ENVIRONMENT,
    encoding: "utf8",
  });
  return { status, stderr };
}
