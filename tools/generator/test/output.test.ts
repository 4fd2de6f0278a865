/** What lands on the disk, and what `--check` says about it. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compareOutput, NAMED_SO, writeOutput } from "../src/output.js";
import { REPOSITORY, schemasOf, temporaryFolder } from "./support.js";

const FILES = [
  { path: "types.gen.ts", content: "one\n" },
  { path: "v1/predicates.gen.ts", content: "two\n" },
];

describe("writing the output", () => {
  it("creates what is missing, folders included, and leaves no temporary file behind", () => {
    const folder = temporaryFolder();
    const difference = writeOutput(folder, FILES, NAMED_SO);
    expect(difference).toEqual({ stale: [], missing: ["types.gen.ts", "v1/predicates.gen.ts"], superfluous: [] });
    expect(readFileSync(join(folder, "v1/predicates.gen.ts"), "utf8")).toBe("two\n");
    expect(readdirSync(folder).sort()).toEqual(["types.gen.ts", "v1"]);
  });

  it("does not touch a file that is right already", () => {
    const folder = temporaryFolder();
    writeOutput(folder, FILES, NAMED_SO);
    const path = join(folder, "types.gen.ts");
    utimesSync(path, 1, 1);
    writeOutput(folder, FILES, NAMED_SO);
    expect(statSync(path).mtimeMs).toBe(1000);
  });

  it("removes generated files that are no longer made, and nothing else", () => {
    const folder = temporaryFolder();
    writeOutput(folder, FILES, NAMED_SO);
    mkdirSync(join(folder, "v0"));
    writeFileSync(join(folder, "v0/types.gen.ts"), "old\n");
    writeFileSync(join(folder, "v0/notes.md"), "mine\n");
    expect(writeOutput(folder, FILES, NAMED_SO).superfluous).toEqual(["v0/types.gen.ts"]);
    expect(readdirSync(join(folder, "v0"))).toEqual(["notes.md"]);
  });

  it("compares without writing", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "types.gen.ts"), "edited by hand\n");
    writeFileSync(join(folder, "gone.gen.ts"), "");
    expect(compareOutput(folder, FILES, NAMED_SO)).toEqual({
      stale: ["types.gen.ts"],
      missing: ["v1/predicates.gen.ts"],
      superfluous: ["gone.gen.ts"],
    });
    expect(readdirSync(folder).sort()).toEqual(["gone.gen.ts", "types.gen.ts"]);
  });
});

const CORE = "packages/core/src/generated";
const BUILDERS = "packages/builders/src/generated";
const COMMAND = join(REPOSITORY, "tools/generator/dist/main.js");

interface Run {
  readonly status: number | null;
  readonly output: string;
  readonly complaint: string;
}

function run(...args: readonly string[]): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { encoding: "utf8" });
  return { status, output: stdout, complaint: stderr };
}

describe.skipIf(!existsSync(COMMAND))("the command", () => {
  const schemas = schemasOf("setters");

  it("generates, finds everything fresh, and names each file that is not fresh any more, with the way to mend it", () => {
    const out = temporaryFolder();
    expect(run("--schemas", schemas, "--out", out)).toMatchObject({
      status: 0,
      output: expect.stringContaining("types.gen.ts"),
    });
    expect(run("--check", "--schemas", schemas, "--out", out)).toEqual({
      status: 0,
      output: "The generated files are fresh.\n",
      complaint: "",
    });
    writeFileSync(join(out, CORE, "types.gen.ts"), "edited by hand\n");
    writeFileSync(join(out, BUILDERS, "old.gen.ts"), "");
    rmSync(join(out, BUILDERS, "builders/card-message.gen.ts"));
    const { status, complaint } = run("--check", "--schemas", schemas, "--out", out);
    expect(status).toBe(1);
    expect(complaint).toMatch(/^stale {7}.*packages\/core\/src\/generated\/types\.gen\.ts$/m);
    expect(complaint).toMatch(/^missing {5}.*packages\/builders\/src\/generated\/builders\/card-message\.gen\.ts$/m);
    expect(complaint).toMatch(/^superfluous .*packages\/builders\/src\/generated\/old\.gen\.ts$/m);
    expect(complaint).toContain("Run `npm run generate` and commit what it writes.");
    expect(readFileSync(join(out, CORE, "types.gen.ts"), "utf8")).toBe("edited by hand\n");
    expect(existsSync(join(out, BUILDERS, "builders/card-message.gen.ts"))).toBe(false);
  });

  it("says what is wrong with a schema in one line and writes nothing", () => {
    const out = temporaryFolder();
    const { status, complaint } = run("--schemas", temporaryFolder(), "--out", out);
    expect({ status, complaint }).toEqual({
      status: 1,
      complaint: "schemas: .#: there is no version: a version is a folder named v1, v2, ...\n",
    });
    expect(readdirSync(out)).toEqual([]);
  });

  it("answers a wrong command line with its usage and status 2", () => {
    const { status, complaint } = run("--chekc");
    expect(status).toBe(2);
    expect(complaint).toContain("Usage: node tools/generator/dist/main.js");
  });
});
