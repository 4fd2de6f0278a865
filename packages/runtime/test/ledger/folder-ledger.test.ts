/** A ledger in a folder: a call begins once, whichever and however many processes want to run it. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "@parlance/core";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createFolderLedger, LedgerError } from "../../src/ledger/index.js";
import { approved, execute, requestOf, statusesOf, tool } from "../tools/fixtures.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parlance-ledger-"));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
});

const KEY = '11111111-1111-4111-8111-111111111111 "1"';
/** Its SHA-256, as `sha256sum` gives it. */
const NAME = "ab7ee49cad9a614e3d834e7e6971e671c2ca4aeee40e35b580ffbfda03f62598";

/** A program, and all that it has said once some text is among it. */
interface Program {
  readonly child: ChildProcess;
  until(text: string): Promise<string>;
}

function program(): Program {
  const child = spawn(process.execPath, [join(import.meta.dirname, "executing-program.js"), folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const until = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (said.includes(text)) resolve(said);
      };
      child.stdout.on("data", look);
      child.once("close", () => (said.includes(text) ? resolve(said) : reject(new Error(`it said ${said}`))));
      look();
    });
  return { child, until };
}

/** Stores an approved request for the programs. */
function storeRequest(calls: readonly string[], hanging?: string): void {
  const request = approved(requestOf(...calls.map((id) => [id, "trace", { hangs: id === hanging }] as const)));
  writeFileSync(join(folder, "request.json"), encode(request));
}

function effects(): readonly string[] {
  return readFileSync(join(folder, "effects"), "utf8").trim().split("\n");
}

describe("two processes with one ledger in a folder", () => {
  it.each([1, 2, 3])("run each of fifty calls once between them, in round %i", async () => {
    const calls = Array.from({ length: 50 }, (_, at) => `call_${at}`);
    storeRequest(calls);
    const both = [program(), program()];
    await Promise.all(both.map(({ until }) => until("ready")));
    for (const { child } of both) child.stdin?.write("go\n");
    const said = await Promise.all(both.map(({ until }) => until("ended")));
    expect([...effects()].sort()).toEqual([...calls].sort());
    const statuses = said.map((text) => text.trim().split(/\s+/).slice(2));
    for (const at of calls.keys())
      expect(statuses.map((all) => all[at]).sort(), `call_${at}`).toEqual(["interrupted", "success"]);
  });

  it("know of each other's calls when one of them is killed between its claim and its result", async () => {
    storeRequest(["first", "hangs", "last"], "hangs");
    const killed = program();
    await killed.until("ready");
    killed.child.stdin?.write("go\n");
    await killed.until("hangs");
    killed.child.kill("SIGKILL");
    const other = program();
    await other.until("ready");
    other.child.stdin?.write("go\n");
    expect(await other.until("ended")).toBe("ready\nended: interrupted interrupted success\n");
    expect(effects()).toEqual(["first", "hangs", "last"]);
  });
});

describe("a ledger in a folder", () => {
  it("lets a call run once, and has one file for it whose name and text tell which call that is", async () => {
    const ledger = createFolderLedger(join(folder, "a", "b"));
    const request = approved(requestOf(["1", "trace"]));
    const trace = tool("trace", () => "done");
    const again = createFolderLedger(join(folder, "a", "b"));
    expect(statusesOf(await execute(request, [trace], { ledger }))).toEqual(["success"]);
    expect(statusesOf(await execute(request, [trace], { ledger }))).toEqual(["interrupted"]);
    expect(statusesOf(await execute(request, [trace], { ledger: again }))).toEqual(["interrupted"]);
    expect(readdirSync(join(folder, "a", "b"))).toEqual([NAME]);
    expect(readFileSync(join(folder, "a", "b", NAME), "utf8")).toBe(`${KEY}\n`);
  });

  it("keeps keys inside of it, whatever they hold", async () => {
    const ledger = createFolderLedger(join(folder, "ledger"));
    const ids = ["../../x", "/etc/passwd", "a\0b", "CON", "x".repeat(256), "ä", "a\u0308", "A", "a", "\ud800"];
    const request = approved(requestOf(...ids.map((id) => [id, "trace"] as const)));
    const results = await execute(request, [tool("trace", () => "done")], { ledger });
    expect(new Set(statusesOf(results))).toEqual(new Set(["success"]));
    expect(readdirSync(folder)).toEqual(["ledger"]);
    const names = readdirSync(join(folder, "ledger"));
    expect(names).toHaveLength(10);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{64}$/);
  });

  it("counts a call as begun by its file alone, also one that a crash left empty", async () => {
    writeFileSync(join(folder, NAME), "");
    expect(await createFolderLedger(folder).begin(KEY)).toBe(false);
  });

  it.each([
    ["a folder", () => mkdirSync(join(folder, NAME))],
    ["a link to nothing", () => symlinkSync(join(folder, "nowhere"), join(folder, NAME))],
    ["a link to another file", () => symlinkSync("/etc/hostname", join(folder, NAME))],
  ])("lets nothing run where %s stands in the place of the file, and follows no link", async (_, put) => {
    put();
    expect(await createFolderLedger(folder).begin(KEY)).toBe(false);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("leaves files alone that are not its own, and is not misled by them", async () => {
    for (const name of ["notes.txt", `${NAME}.bak`, NAME.slice(0, 63), NAME.toUpperCase()])
      writeFileSync(join(folder, name), `${KEY}\n`);
    expect(await createFolderLedger(folder).begin(KEY)).toBe(true);
    expect(readdirSync(folder)).toHaveLength(5);
    expect(readFileSync(join(folder, "notes.txt"), "utf8")).toBe(`${KEY}\n`);
  });

  it("a ledger's folder that vanishes under way lets nothing begin, since nobody knows any more what has", async () => {
    const ledger = createFolderLedger(join(folder, "ledger"));
    expect(await ledger.begin(KEY)).toBe(true);
    rmSync(join(folder, "ledger"), { recursive: true });
    const fault = await Promise.resolve(ledger.begin("another")).catch((error: unknown) => error);
    expect(LedgerError.isInstance(fault) && [fault.code, fault.message]).toEqual([
      "ledger_failed",
      "the ledger's folder could not be written, so no call begins: ENOENT",
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("a ledger's folder that could not be made is tried again for the next call", async () => {
    writeFileSync(join(folder, "ledger"), "");
    const ledger = createFolderLedger(join(folder, "ledger"));
    await expect(ledger.begin(KEY)).rejects.toMatchObject({ code: "ledger_failed" });
    rmSync(join(folder, "ledger"));
    expect(await ledger.begin(KEY)).toBe(true);
  });

  it("a ledger's folder that is a file rejects before the call runs, and shows neither path nor key", async () => {
    writeFileSync(join(folder, "ledger"), "");
    const ran: unknown[] = [];
    const ledger = createFolderLedger(join(folder, "ledger"));
    const fault = await execute(approved(requestOf(["1", "trace"])), [tool("trace", () => void ran.push(1))], {
      ledger,
    }).catch((error: unknown) => error);
    expect(LedgerError.isInstance(fault)).toBe(true);
    expect(String((fault as Error).stack)).not.toContain(folder);
    expect(ran).toEqual([]);
  });

  // Whoever is root may write everywhere; the files that the kernel makes up take nothing from anybody.
  const readOnly = process.getuid?.() === 0 ? "/sys/kernel" : "";
  it.skipIf(process.platform === "win32")("a ledger's folder that may only be read lets nothing run", async () => {
    if (readOnly === "") chmodSync(folder, 0o555);
    const fault = await Promise.resolve(createFolderLedger(readOnly || folder).begin(KEY)).catch(
      (error: unknown) => error,
    );
    expect(LedgerError.isInstance(fault) && fault.message).toMatch(/: (?:EACCES|EPERM|EROFS)$/);
    chmodSync(folder, 0o755);
  });

  it.skipIf(process.platform === "win32")(
    "a ledger's folder on a full disk rejects, and lets the call begin when there is room again",
    async () => {
      const begin = `import { createFolderLedger } from "@parlance/runtime/ledger";
      await createFolderLedger(process.argv[1]).begin(process.argv[2]).catch(({ message }) => console.log(message));`;
      // A limit on the size of files is a full disk to whoever writes one.
      const full = 'trap "" XFSZ; ulimit -f 0; exec "$@"';
      const args = ["-c", full, "sh", process.execPath, "--input-type=module", "-e", begin, folder, KEY];
      const said = execFileSync("sh", args, { cwd: import.meta.dirname, encoding: "utf8" });
      expect(said).toBe("the ledger's folder could not be written, so no call begins: EFBIG\n");
      expect(readdirSync(folder)).toEqual([]);
      expect(await createFolderLedger(folder).begin(KEY)).toBe(true);
    },
  );

  it.each([undefined, "", 7, "a\0b"])("refuses %j as its folder", (given) => {
    expect(() => createFolderLedger(given as string)).toThrow(
      expect.objectContaining({ code: "invalid", issues: [expect.objectContaining({ path: "/folder" })] }),
    );
  });

  it("stays where it was made when the program goes to another folder", async () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      const ledger = createFolderLedger("ledger");
      process.chdir(tmpdir());
      expect(await ledger.begin(KEY)).toBe(true);
      expect(readdirSync(join(folder, "ledger"))).toEqual([NAME]);
    } finally {
      process.chdir(before);
    }
  });
});
