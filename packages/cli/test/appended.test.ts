/** What another program writes into a history while it is migrated in place: nothing of it is lost, or the history stays as it was. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { openSource } from "../src/input/source.js";
import { commitTargets, followReplaced } from "../src/output/commit.js";
import { openTarget } from "../src/output/target.js";
import { CURRENT_TEXT, NO_PARTS, V1_TEXT, V1_TEXT_UPGRADED } from "./support/messages.js";
import { COMMAND, ENVIRONMENT, type Outcome, run, temporaryFolder } from "./support/run.js";

const root = temporaryFolder();
const WRITER = join(import.meta.dirname, "support/writer.js");
const STOPPER = join(import.meta.dirname, "support/stop-at-read.js");
/** So many that the migration is under way for a while. */
const LINES = 10_000;
const LONG = `${V1_TEXT}\n`.repeat(LINES);
const NUMBERED = V1_TEXT.replace("Hello", "no. %");

function folderWith(content: string): string {
  const folder = mkdtempSync(join(root, "case-"));
  writeFileSync(join(folder, "in"), content);
  return folder;
}

const APPENDED = 400;

/** Runs the command, and has another process append to `in` once the run is under way. */
function whileAppending(folder: string, args: readonly string[], template: string, how = "whole"): Promise<Outcome> {
  const write = (): void => {
    spawnSync(process.execPath, [WRITER, join(folder, "in"), template, String(APPENDED), how], { env: ENVIRONMENT });
  };
  return meanwhile(folder, write, { args, read: 2 });
}

async function finished(child: ChildProcessWithoutNullStreams): Promise<Outcome> {
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].on("data", (text) => {
      texts[name] += String(text);
    });
  const [code] = await once(child, "close");
  return { code, ...texts };
}

/** The numbers of the records of {@link NUMBERED}, in the order in which they stand there. */
function numbersIn(text: string): number[] {
  return [...text.matchAll(/no\. (\d+)/g)].map(([, number]) => Number(number));
}

const ALL = Array.from({ length: APPENDED }, (_, index) => index);

describe.skipIf(process.platform === "win32")("programs that append meanwhile", () => {
  for (const how of ["whole", "pieces"]) {
    it(`a program that appends meanwhile loses nothing where it writes each record ${how === "whole" ? "at once" : "in two pieces"}`, async () => {
      const folder = folderWith(LONG);
      await whileAppending(folder, IN_PLACE, `${NUMBERED}\n`, how);
      const text = readFileSync(join(folder, "in"), "utf8");
      expect(numbersIn(text)).toEqual(ALL);
      expect(text.startsWith(`${V1_TEXT_UPGRADED}\n`.repeat(LINES))).toBe(true);
    });
  }

  it("a program that appends meanwhile loses nothing where the history is reached through a link", async () => {
    const folder = folderWith(LONG);
    symlinkSync("in", join(folder, "link"));
    const { code } = await whileAppending(folder, ["migrate", "in", "-o", "link"], `${NUMBERED}\n`);
    expect(code).toBe(0);
    expect(numbersIn(readFileSync(join(folder, "in"), "utf8"))).toEqual(ALL);
  });

  it("a program that appends meanwhile loses nothing where broken records go to the rejects", async () => {
    const folder = folderWith(`${NO_PARTS}\n${LONG}`);
    const args = [...IN_PLACE, "--rejects", "rejects"];
    const { code } = await whileAppending(folder, args, `${NUMBERED}\n`);
    expect(code).toBe(1);
    expect(numbersIn(readFileSync(join(folder, "in"), "utf8"))).toEqual(ALL);
    expect(JSON.parse(readFileSync(join(folder, "rejects"), "utf8")).raw).toBe(NO_PARTS);
  });

  it("a program that appends meanwhile loses nothing where it writes an array that is not closed yet", async () => {
    const folder = folderWith(`[\n${`${V1_TEXT},\n`.repeat(LINES)}`);
    await whileAppending(folder, IN_PLACE, `${NUMBERED},\n`);
    expect(numbersIn(readFileSync(join(folder, "in"), "utf8"))).toEqual(ALL);
  });

  it("a program that appends meanwhile loses nothing where a conversation is imported in place, or the file is left as it is", async () => {
    const message = '{"role":"user","content":"no. %"}\n';
    const folder = folderWith(message.repeat(3000));
    await whileAppending(folder, ["import", "--from", "openai", "in", "-o", "in"], message);
    expect(numbersIn(readFileSync(join(folder, "in"), "utf8"))).toEqual(ALL);
  });
});

const CHANGED = "parlance: in was changed while it was read; it is left as it is, run the command again\n";

const IN_PLACE = ["migrate", "in", "-o", "in"];

interface Standstill {
  readonly args?: readonly string[];
  /** A shell line in which "$@" is the command. */
  readonly line?: string;
  /** The command stands still when it is about to read for this time. */
  readonly read?: number;
}

/** Runs the command, and does something to its files while it stands still. */
async function meanwhile(
  folder: string,
  change: () => void,
  { args = IN_PLACE, line = 'exec "$@"', read = 3 }: Standstill = {},
): Promise<Outcome> {
  const command = [process.execPath, "--import", pathToFileURL(STOPPER).href, COMMAND, ...args];
  const env = { ...ENVIRONMENT, STOP_AT_READ: String(read) };
  const child = spawn("sh", ["-c", line, "sh", ...command], { cwd: folder, env });
  const outcome = finished(child);
  while (!isStopped(child.pid) && child.exitCode === null) await sleep(30);
  change();
  child.kill("SIGCONT");
  return outcome;
}

function isStopped(processId: number | undefined): boolean {
  return spawnSync("ps", ["-o", "stat=", "-p", String(processId)], { encoding: "utf8" }).stdout.startsWith("T");
}

describe.skipIf(process.platform === "win32")(
  "a history that is changed meanwhile in another way stays as it is now, with exit code 2",
  () => {
    const old = LONG.repeat(2);
    const CASES: readonly (readonly [string, (path: string) => void, string])[] = [
      ["cut off", (path) => truncateSync(path, 1000), old.slice(0, 1000)],
      ["emptied", (path) => truncateSync(path), ""],
      ["written anew, shorter", (path) => writeFileSync(path, CURRENT_TEXT), CURRENT_TEXT],
      ["written anew, longer", (path) => writeFileSync(path, `${CURRENT_TEXT}\n${old}`), `${CURRENT_TEXT}\n${old}`],
      [
        "edited without getting longer",
        (path) => writeFileSync(path, old.replace("Hello", "Howdy")),
        old.replace("Hello", "Howdy"),
      ],
      [
        "replaced by another file",
        (path) => {
          writeFileSync(`${path}.new`, CURRENT_TEXT);
          renameSync(`${path}.new`, path);
        },
        CURRENT_TEXT,
      ],
    ];
    for (const [title, change, expected] of CASES) {
      it(`a history that is changed meanwhile stays as it is now: ${title}`, async () => {
        const folder = folderWith(old);
        const { code, stderr } = await meanwhile(folder, () => change(join(folder, "in")));
        expect({ code, stderr }).toEqual({ code: 2, stderr: CHANGED });
        expect(readFileSync(join(folder, "in"), "utf8") === expected).toBe(true);
        expect(readdirSync(folder)).toEqual(["in"]);
      });
    }

    it("a history that is taken away meanwhile stays away, with exit code 2", async () => {
      const folder = folderWith(old);
      const { code, stderr } = await meanwhile(folder, () => renameSync(join(folder, "in"), join(folder, "kept")));
      expect({ code, stderr }).toEqual({ code: 2, stderr: CHANGED });
      expect(readdirSync(folder)).toEqual(["kept"]);
    });

    it("a history that is appended to stays as it is now where it comes from standard input and cannot be read on", async () => {
      const folder = folderWith(old);
      const path = join(folder, "in");
      const append = (): void => appendFileSync(path, `${CURRENT_TEXT}\n`);
      const args = ["migrate", "-", "-o", "in"];
      const { code, stderr } = await meanwhile(folder, append, { args, line: 'exec "$@" < in' });
      expect({ code, stderr }).toEqual({ code: 2, stderr: CHANGED.replace("in was", "<stdin> was") });
      expect(readFileSync(path, "utf8") === `${old}${CURRENT_TEXT}\n`).toBe(true);
    });

    it("rejects of another run that are appended to meanwhile are kept as well", async () => {
      const folder = folderWith(`${NO_PARTS}\n${old}`);
      writeFileSync(join(folder, "rejects"), "first\n");
      const append = (): void => appendFileSync(join(folder, "rejects"), "second\n");
      const { code, stderr } = await meanwhile(folder, append, {
        args: [...IN_PLACE, "--rejects", "rejects"],
        read: 9,
      });
      expect({ code, stderr }).toEqual({ code: 2, stderr: CHANGED.replace("in was", "rejects was") });
      expect(readFileSync(join(folder, "rejects"), "utf8")).toBe("first\nsecond\n");
      expect(readdirSync(folder).sort()).toEqual(["in", "rejects"]);
    });
  },
);

it("reads a record to its end that was cut off when it was read first", async () => {
  const folder = folderWith(`${LONG}${V1_TEXT.slice(0, 40)}`);
  const { code } = await meanwhile(folder, () => appendFileSync(join(folder, "in"), `${V1_TEXT.slice(40)}\n`));
  expect(code).toBe(0);
  expect(readFileSync(join(folder, "in"), "utf8") === `${V1_TEXT_UPGRADED}\n`.repeat(LINES + 1)).toBe(true);
});

it("keeps what comes between the last look and the rename, and what comes right after it", async () => {
  const folder = folderWith(`${V1_TEXT}\n`);
  const source = await openSource(join(folder, "in"));
  const target = await openTarget(join(folder, "in"));
  let looks = 0;
  const followed = followReplaced(source, target, async () => {
    looks += 1;
    if (looks === 1) appendFileSync(join(folder, "in"), "tail\n");
  });
  for (const expected of [`${V1_TEXT}\n`, "tail\n"]) {
    for await (const chunk of source.chunks()) {
      expect(String(chunk)).toBe(expected);
      followed?.take(chunk);
    }
    expect(await followed?.hasMore()).toBe(expected !== "tail\n");
  }
  await target.write(Buffer.from("new\n"));
  appendFileSync(join(folder, "in"), "before\n");
  const old = openSync(join(folder, "in"), "a");
  const committed = commitTargets([target], { followed, into: target, mayGrow: true });
  writeSync(old, "after\n");
  closeSync(old);
  expect(await committed).toBe("before\nafter\n".length);
  expect(readFileSync(join(folder, "in"), "utf8")).toBe("new\nbefore\nafter\n");
  await source.close();
});

it("migrates a history in place whose last line has no end", () => {
  const folder = folderWith(`${V1_TEXT}\n${V1_TEXT}`);
  expect(run(["migrate", "in", "-o", "in"], { cwd: folder }).code).toBe(0);
  expect(readFileSync(join(folder, "in"), "utf8")).toBe(`${V1_TEXT_UPGRADED}\n${V1_TEXT_UPGRADED}`);
});
