/** A copy of the repository in which a recipe is taken step by step, as somebody would at a shell. */

import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commitAll, copySources, environmentOfTheShell, runCommand } from "../../tools/release/src/fresh-copy.js";

/** As much of a JSON Schema as is changed by hand here. */
export interface Schema {
  [name: string]: Schema & string & string[];
}

export class ScratchRepository {
  readonly folder: string = mkdtempSync(join(tmpdir(), "parlance-rehearsal-"));
  readonly #env = environmentOfTheShell();

  /** Copies the sources and commits them. */
  begin(): void {
    // Tests start programs as somebody else, who has to find the packages.
    chmodSync(this.folder, 0o755);
    copySources(this.folder);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Runs a command in the copy and gives what it prints.
   * @throws Error with the end of what it printed, when it fails
   */
  run(command: string): Promise<string> {
    return runCommand(command, this.folder, this.#env);
  }

  commit(): void {
    commitAll(this.folder);
  }

  /** The files that nobody generates and no schema is, and that differ from what was committed last or are new. */
  changedByHand(): string[] {
    return this.changedFiles().filter(
      (file) => !/^schemas\/|\/generated\/|^packages\/contract\/(v\d+|migrations)\//.test(file),
    );
  }

  changedFiles(): string[] {
    const listed = execFileSync("git", ["status", "--porcelain", "--untracked-files=all", "-z"], {
      cwd: this.folder,
      encoding: "utf8",
    });
    return listed.split("\0").flatMap((line) => (line === "" ? [] : [line.slice(3)]));
  }

  /** Where a file of a version is. */
  pathOf(version: number, file: string): string {
    return join(this.folder, `schemas/v${version}`, file);
  }

  /** Changes a JSON file of a version. */
  change(version: number, file: string, edit: (json: Schema) => void): void {
    const path = this.pathOf(version, file);
    const json = JSON.parse(readFileSync(path, "utf8")) as Schema;
    edit(json);
    writeFileSync(path, JSON.stringify(json));
  }

  /** Gives each example of a type other data. */
  changeExamples(version: number, type: string, edit: (data: Record<string, unknown>) => object): void {
    const folder = `examples/${type}`;
    for (const file of readdirSync(this.pathOf(version, folder), { recursive: true }).map(String)) {
      if (!file.endsWith(".json")) continue;
      this.change(version, `${folder}/${file}`, (json) => {
        const message = (json.instance ?? json) as unknown as { data: object };
        message.data = edit(message.data as Record<string, unknown>);
      });
    }
  }

  /** Writes another name in place of one, everywhere in a file that has it. */
  rename(file: string, from: string, to: string): void {
    const path = join(this.folder, file);
    const text = readFileSync(path, "utf8");
    if (!text.includes(from)) throw new Error(`${file} does not name ${from}`);
    writeFileSync(path, text.replaceAll(from, to));
  }

  /** Takes records to a version through the command; the lines that it writes. */
  async migrated(lines: readonly string[], version: number): Promise<string[]> {
    const [stored, moved] = ["stored.ndjson", "moved.ndjson"].map((name) => join(this.folder, "out", name)) as [
      string,
      string,
    ];
    writeFileSync(stored, `${lines.join("\n")}\n`);
    await this.run(`node packages/cli/dist/main.js migrate ${stored} -o ${moved} --to ${version}`);
    return readFileSync(moved, "utf8").trimEnd().split("\n");
  }
}
