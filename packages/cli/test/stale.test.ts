/** Temporary files of processes that were killed: the next run that writes into their folder removes them, and no other file. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { CURRENT_TEXT, V1_TEXT } from "./support/messages.js";
import { run, start, temporaryFolder } from "./support/run.js";

const root = temporaryFolder();
const temporaries = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith(".parlance-"));

/** Starts a run that waits for more input after it has opened its output. */
async function begun(folder: string): Promise<{ readonly child: ChildProcess; readonly name: string }> {
  const known = temporaries(folder);
  const child = start(["migrate", "-", "-o", "out"], { cwd: folder });
  child.stdin.on("error", () => undefined);
  child.stdin.write(`${V1_TEXT}\n`);
  for (;;) {
    const name = temporaries(folder).find((one) => !known.includes(one));
    if (name !== undefined) return { child, name };
    await sleep(5);
  }
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

it.skipIf(process.platform === "win32")(
  "are removed, and those of a living process and of others are not",
  async () => {
    const folder = mkdtempSync(join(root, "case-"));
    writeFileSync(join(folder, "in"), CURRENT_TEXT);
    const dead = await begun(folder);
    const living = await begun(folder);
    await killed(dead.child);
    expect(temporaries(folder).sort()).toEqual([dead.name, living.name].sort());

    // Of another machine, of another program, of an earlier version, and a link in place of a file.
    const others = [
      dead.name.replace(/^\.parlance-[0-9a-f]{16}/, ".parlance-0123456789abcdef"),
      `${dead.name}.bak`,
      ".parlance-0123456789abcdef.tmp",
    ];
    for (const name of others) writeFileSync(join(folder, name), "mine");
    const link = dead.name.replace(/[0-9a-f]{16}\.tmp$/, "fedcba9876543210.tmp");
    symlinkSync("in", join(folder, link));

    expect(run(["migrate", "in", "-o", "other"], { cwd: folder }).code).toBe(0);
    expect(temporaries(folder).sort()).toEqual([living.name, ...others, link].sort());
    await killed(living.child);
  },
);
