/** Ways out of the workspace, and things that are not files. */

import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type FileSystem, systemFiles } from "../../src/files/file-system.js";
import { DEFAULT_FILE_POLICY, FileContext, resolveFile } from "../../src/files/index.js";
import { pathForm } from "../../src/files/path-form.js";
import { readAllowedBytes } from "../../src/files/read-bytes.js";
import { errorOf, foreignReference, makeFolder, reference, SECRET } from "./folder.js";

const { root, outside, options, write } = makeFolder();
const secret = join(outside, "secret.txt");
const anywhere = { ...options, policy: { ...DEFAULT_FILE_POLICY, absolute_paths: "anywhere" as const } };
const isLinux = process.platform === "linux";

write("docs/plan.md", "one\n");

/** The code that a path is refused with, the same for text and for bytes; nothing that is told may show the secret. */
async function refusal(path: string, how = options): Promise<string> {
  const resolved = await resolveFile(foreignReference({ path }), how);
  expect(JSON.stringify(resolved)).not.toContain(SECRET);
  expect(resolved.data.resolution.status).toBe("failed");
  const code = resolved.data.resolution.error?.code ?? "none";
  expect((await errorOf(readAllowedBytes(path, how))).code).toBe(code);
  return code;
}

const link = (name: string, target: string): void => symlinkSync(target, join(root, name));

describe("absolute paths", () => {
  it.each([
    ["a file beside the workspace", () => secret],
    ["a folder whose name begins as the workspace's", () => outside],
    ["the folder above", () => dirname(root)],
    ["the system's", () => "/etc/passwd"],
    ["slashes that lean the other way", () => "\\etc\\passwd"],
    ["the workspace in another letter case", () => join(dirname(root), "WORKSPACE/docs/plan.md")],
    ["through the root of this process", () => "/proc/self/root/etc/passwd"],
    ["through the folder of this process", () => `/proc/self/cwd/package.json`],
    ["the memory of this process", () => "/proc/self/mem"],
    ["the environment of this process", () => "/proc/self/environ"],
    ["an open file of this process", () => "/dev/fd/0"],
    ["standard input", () => "/dev/stdin"],
    ["a device without end", () => "/dev/zero"],
    ["a terminal", () => "/dev/tty"],
    ["the kernel's settings", () => "/sys/kernel/notes"],
  ])("lead out of the workspace: %s", async (_, path) => {
    expect(await refusal(path())).toBe("outside_workspace");
  });

  it("tell nobody whether there is something outside", async () => {
    for (const path of [secret, join(outside, "gone.txt"), join(secret, "deeper"), join(outside, "x".repeat(300))])
      expect(await refusal(path)).toBe("outside_workspace");
    link("to-there", secret);
    link("to-nothing-there", join(outside, "gone.txt"));
    link("to-there-deep", join(outside, "gone/deeper/file.txt"));
    for (const path of ["to-there", "to-nothing-there", "to-there-deep", "to-there/deeper"])
      expect(await refusal(path)).toBe("outside_workspace");
  });

  it.runIf(isLinux)("are read through the root of this process where they end in the workspace", async () => {
    const file = await FileContext.fromFile(`/proc/self/root${root}/docs/plan.md`, options);
    expect(file.content).toBe("one\n");
  });

  it.runIf(isLinux)("are not files where the kernel makes them up, even when all may be read", async () => {
    expect(process.env.PATH).toBeDefined();
    for (const path of ["/proc/self/environ", "/proc/self/cmdline", "/proc/version", "/sys/kernel/notes"])
      if (existsSync(path)) expect([path, await refusal(path, anywhere)]).toEqual([path, "not_a_file"]);
    for (const path of ["/dev/zero", "/dev/null", "/dev/urandom", "/dev/tty", "/dev", "/proc/self/fd", "/"])
      if (existsSync(path)) expect([path, await refusal(path, anywhere)]).toEqual([path, "not_a_file"]);
  });
});

describe("a refusal of what is outside", () => {
  const paths = (): readonly string[] => {
    link("even", outside);
    return [secret, join(outside, "gone.txt"), join(outside, "gone/deeper/still"), "even/secret.txt", "even/gone.txt"];
  };

  it("comes at a multiple of ten milliseconds after the question, whether or not something is there", async () => {
    for (const path of paths()) {
      const asked = performance.now();
      expect(await refusal(path)).toBe("outside_workspace");
      expect(performance.now() - asked).toBeGreaterThanOrEqual(10);
    }
  });

  it("takes its time also where looking took longer than that", async () => {
    const slow: FileSystem = {
      ...systemFiles,
      linkTarget: async (path) => {
        await setTimeout(12);
        return systemFiles.linkTarget(path);
      },
    };
    const asked = performance.now();
    const error = await errorOf(readAllowedBytes(join(outside, "gone.txt"), options, slow));
    const passed = performance.now() - asked;
    expect(error.code).toBe("outside_workspace");
    expect(passed).toBeGreaterThanOrEqual(20);
  });

  it("is the only one that waits: others come as soon as they are known", async () => {
    const waits: number[] = [];
    const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
    for (const path of ["gone.txt", "docs", "a\0b"]) await errorOf(FileContext.fromFile(path, { ...options, wait }));
    await errorOf(FileContext.fromFile(secret, { ...options, wait, role: "guest" }));
    expect(waits).toEqual([]);
    await errorOf(FileContext.fromFile(secret, { ...options, wait }));
    expect(waits.length).toBeLessThanOrEqual(1);
  });
});

describe("links", () => {
  it("links to links lead out of the workspace", async () => {
    link("third", secret);
    link("second", "third");
    link("first", join(root, "second"));
    for (const path of ["first", "second", "third"]) expect(await refusal(path)).toBe("outside_workspace");
  });

  it("links of folders lead out of the workspace, however they are written", async () => {
    link("up", "..");
    link("up-and-over", `../${basename(outside)}`);
    link("everything", "/");
    mkdirSync(join(root, "deep/er"), { recursive: true });
    link("deep/er/back", "../../../workspace-beside");
    const paths = [
      "up/workspace-beside/secret.txt",
      "up-and-over/secret.txt",
      "up-and-over\\secret.txt",
      `everything${secret}`,
      "deep/er/back/secret.txt",
      "up/workspace/up/workspace-beside/secret.txt",
      "up",
    ];
    for (const path of paths) expect([path, await refusal(path)]).toEqual([path, "outside_workspace"]);
  });

  it("lead up from where they lead, not from where they stand, and still tell nobody what is outside", async () => {
    const above = basename(dirname(root));
    for (const name of ["secret.txt", "gone.txt"]) {
      link(`above-${name}`, `up/${basename(outside)}/../../${above}/${basename(outside)}/${name}`);
      expect([name, await refusal(`above-${name}`)]).toEqual([name, "outside_workspace"]);
    }
  });

  it("links that leave the workspace and come back are fine", async () => {
    const file = await FileContext.fromFile("up/workspace/docs/plan.md", options);
    expect(file.content).toBe("one\n");
  });

  it("links in circles lead to no file", async () => {
    link("ouroboros", "ouroboros");
    link("ping", "pong");
    link("pong", "ping");
    link("growing", "growing/x");
    link("spiral", "docs/../spiral/./spiral");
    for (const path of ["ouroboros", "ping", "pong/a/b", "growing", "spiral/y"])
      expect([path, await refusal(path)]).toEqual([path, "not_found"]);
  });

  it("links in a long row are followed as far as the system does", async () => {
    link("row0", "docs/plan.md");
    for (let at = 1; at <= 60; at++) link(`row${at}`, `row${at - 1}`);
    expect((await FileContext.fromFile("row30", options)).content).toBe("one\n");
    expect(await refusal("row60")).toBe("not_found");
    link("out0", secret);
    for (let at = 1; at <= 60; at++) link(`out${at}`, `out${at - 1}`);
    expect(await refusal("out30")).toBe("outside_workspace");
    expect(["not_found", "outside_workspace"]).toContain(await refusal("out60"));
  });

  it("links that lead nowhere inside lead to no file", async () => {
    link("dangling", "docs/gone.md");
    expect(await refusal("dangling")).toBe("not_found");
  });

  it("links to what the kernel makes up lead out of the workspace", async () => {
    link("process", "/proc/self/environ");
    link("descriptor", "/dev/fd/0");
    link("zero", "/dev/zero");
    for (const path of ["process", "descriptor", "zero"]) expect(await refusal(path)).toBe("outside_workspace");
  });

  it("links of the hard kind are the file itself, which nothing can tell from any other name of it", async () => {
    writeFileSync(join(outside, "shared.txt"), "shared\n");
    linkSync(join(outside, "shared.txt"), join(root, "hard.txt"));
    expect((await FileContext.fromFile("hard.txt", options)).content).toBe("shared\n");
  });
});

describe("what is not a regular file", () => {
  it("is refused: the workspace, a folder, with a slash at its end", async () => {
    for (const path of [".", "./", root, "docs", "docs/", "docs\\"]) expect(await refusal(path)).toBe("not_a_file");
  });

  it("is refused without waiting: a pipe, also one that somebody links to", async () => {
    execFileSync("mkfifo", [join(root, "pipe")]);
    link("to-pipe", "pipe");
    for (const path of ["pipe", "to-pipe"]) expect(await refusal(path)).toBe("not_a_file");
  });

  it("is refused: a socket", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(root, "socket"), resolve));
    try {
      expect(await refusal("socket")).toBe("not_a_file");
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it("is not looked for behind a file", async () => {
    for (const path of ["docs/plan.md/x", "docs/plan.md/./x"]) expect(await refusal(path)).toBe("not_found");
  });
});

describe("spellings", () => {
  it.each([
    ["encoded dots", "%2e%2e/workspace-beside/secret.txt"],
    ["encoded slashes", "..%2fworkspace-beside%2fsecret.txt"],
    ["twice encoded", "%252e%252e%252fworkspace-beside%252fsecret.txt"],
    ["full-width dots", "．．/workspace-beside/secret.txt"],
    ["a full-width slash", "docs／plan.md"],
    ["a dot leader for two dots", "‥/workspace-beside/secret.txt"],
    ["a division slash", "docs∕plan.md"],
    ["dots and a space", ".. /workspace-beside/secret.txt"],
    ["three dots", ".../workspace-beside/secret.txt"],
    ["dots and a semicolon", "..;/workspace-beside/secret.txt"],
    ["an invisible character between dots", ".\u200b./workspace-beside/secret.txt"],
    ["a trailing dot", "docs/plan.md."],
    ["a trailing space", "docs/plan.md "],
    ["a stream", "docs/plan.md::$DATA"],
    ["another letter case", "DOCS/PLAN.MD"],
    ["the folder of a user", "~/secret.txt"],
    ["a variable", "$HOME/.profile"],
    ["a URL", "file:///etc/passwd"],
    ["a wildcard", "docs/*.md"],
    ["a Windows device", "CON"],
    ["a drive without a slash", "C:secret.txt"],
    ["a name decomposed", "docs/re\u0301sume\u0301.md"],
  ])("name just what they say, which is not there: %s", async (_, path) => {
    write("docs/résumé.md", "composed\n");
    if (process.platform === "linux") expect(await refusal(path)).toBe("not_found");
    else expect(["not_found", "bad_path"]).toContain(await refusal(path));
  });

  it.each([
    ["a drive", "C:\\Windows\\win.ini"],
    ["a drive with forward slashes", "c:/Windows/win.ini"],
    ["a share", "\\\\server\\share\\a.txt"],
    ["a share with forward slashes", "//server/share/a.txt"],
    ["slashes of both kinds", "\\/server/share"],
    ["a long path of Windows", "\\\\?\\C:\\a.txt"],
    ["a device of Windows", "\\\\.\\PhysicalDrive0"],
    ["more slashes than any path needs", "///etc/passwd"],
    ["half a surrogate pair", "docs/\ud800.md"],
    ["a name longer than the disk takes", "x".repeat(256)],
    ["a folder longer than the disk takes", `${"x".repeat(300)}/a.txt`],
    ["as long as the contract lets it be", "d/".repeat(2_047)],
  ])("name no file of this system: %s", async (_, path) => {
    expect(["bad_path", path.startsWith("d/") ? "not_found" : "bad_path"]).toContain(await refusal(path));
  });

  it("may be strange and still name a file", async () => {
    for (const name of ["a b.txt", " .txt", "...", "..a", "a..", "-rf", "a\tb", "🤷.txt", "a'\"`$(x).txt", "a:b"]) {
      write(`strange/${name}`, name);
      expect((await FileContext.fromFile(`strange/${name}`, options)).content).toBe(name);
    }
  });

  it("hold no backslash as a character: it separates, as the contract has it", async () => {
    writeFileSync(join(root, "back\\slash.txt"), "x");
    expect(await refusal("back\\slash.txt")).toBe("not_found");
    link("to-backslash", "back\\slash.txt");
    const { resolution } = (await resolveFile(reference("to-backslash"), options)).data;
    expect([resolution.content, resolution.resolved_path]).toEqual(["x", undefined]);
  });

  it("spellings that the contract takes for no path are not told as the real one", async () => {
    writeFileSync(join(root, "odd\n..x"), "x");
    writeFileSync(join(root, "odd\n..\u00e9"), "x");
    link("to-odd", "odd\n..\u00e9");
    const { resolution } = (await resolveFile(reference("to-odd"), options)).data;
    expect([resolution.status, resolution.resolved_path]).toEqual(["resolved", undefined]);
  });
});

describe("paths on Windows", () => {
  it.each([
    ["src\\a.ts", false, "src\\a.ts"],
    ["src/a.ts", false, "src\\a.ts"],
    ["./src/a.ts", false, ".\\src\\a.ts"],
    ["src/./a.ts", false, "src\\.\\a.ts"],
    [".gitignore", false, ".gitignore"],
    ["consul/auxiliary.nul.ts", false, "consul\\auxiliary.nul.ts"],
    ["C:\\src\\a.ts", true, "C:\\src\\a.ts"],
    ["c:/src/a b.ts", true, "c:\\src\\a b.ts"],
  ])("are taken: %s", (path, isAbsolute, spelling) => {
    expect(pathForm(path, true)).toEqual({ isAbsolute, path: spelling });
  });

  it.each([
    "\\\\server\\share\\a",
    "//server/share/a",
    "\\\\?\\C:\\a",
    "\\\\.\\COM1",
    "\\??\\C:\\a",
    "\\a",
    "/a",
    "C:",
    "C:a",
    "C:\\a:stream",
    "a.txt::$DATA",
    "a.txt:stream",
    "a.txt.",
    "a.txt ",
    "a. /b",
    ".../b",
    "a*",
    "a?",
    'a"',
    "a<b",
    "a|b",
    "a\tb",
    "CON",
    "con.txt",
    "src/NUL",
    "src\\aux.\\a",
    "COM1",
    "lpt9.log",
    "COM¹",
    "CONIN$",
    "prn .txt",
    "C:\\nul",
    "file:///C:/a",
    "a\\..\\b",
    "é\ud800",
  ])("are refused: %s", (path) => {
    expect(pathForm(path, true)).toBeUndefined();
  });
});

const RUNTIME = fileURLToPath(new URL("../..", import.meta.url));
const isRoot = process.getuid?.() === 0;
const NOBODY = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const canBeNobody =
  process.platform !== "win32" && spawnSync(process.execPath, ["-e", ""], { ...NOBODY, cwd: "/" }).status === 0;

describe("what the system does not let us read", () => {
  // Root may read everything, so the reading is done by a process of nobody.
  it.runIf(canBeNobody)("is unreadable: a file, a folder and what is in it", () => {
    chmodSync(dirname(root), 0o755);
    chmodSync(write("locked.txt", SECRET), 0o000);
    chmodSync(dirname(write("closed/in.txt", SECRET)), 0o000);
    chmodSync(dirname(write("blind/in.txt", "seen\n")), 0o711);
    const program = `
      import { FileContext } from "@parlance/runtime/files";
      const options = { workspace: process.argv[1], role: "planner" };
      const codes = [];
      for (const path of ["locked.txt", "closed/in.txt", "closed/gone.txt", "blind/in.txt", "blind/gone.txt"])
        codes.push(await FileContext.fromFile(path, options).then(({ content }) => content, ({ code }) => code));
      console.log(JSON.stringify(codes));`;
    const args = ["--input-type=module", "-e", program, root];
    const { stdout, stderr } = spawnSync(process.execPath, args, { ...NOBODY, cwd: RUNTIME, encoding: "utf8" });
    rmSync(join(root, "closed"), { recursive: true });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(["unreadable", "unreadable", "unreadable", "seen\n", "not_found"]);
  });
});
