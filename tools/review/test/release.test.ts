/** A released version stays as it is: the lint says what changed and what to do instead, and hashes are written once. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { lintSchemas } from "../src/index.js";
import { lockVersions } from "../src/lint/lock.js";
import { ACCEPTED, folderOf } from "./schema-folder.js";

const DIST = join(import.meta.dirname, "../dist/lint");
const NOTE = "v1/message/note.schema.json";
const LOCK = { description: "Hashes of released versions.", versions: {} };
const MIGRATION = { $schema: "../migration.schema.json", from: 1, to: 2, types: {} };

let dir = "";

beforeEach(() => {
  dir = folderOf({
    ...ACCEPTED,
    "released.json": LOCK,
    "v1/CHANGELOG.md": "# Version 1\n",
    "migrations/v1-to-v2.json": MIGRATION,
  });
});

function edit(file: string, content: string): void {
  writeFileSync(join(dir, file), content);
}

function findings(): { rule: string; file: string }[] {
  return lintSchemas(dir).map(({ rule, file }) => ({ rule, file }));
}

describe("a released version", () => {
  beforeEach(() => {
    lockVersions(dir);
  });

  it("passes as long as nothing is touched", () => {
    expect(findings()).toStrictEqual([]);
  });

  it("does not take a change, not even of a space", () => {
    edit(NOTE, `${readFileSync(join(dir, NOTE), "utf8")} `);
    expect(findings()).toStrictEqual([{ rule: "LOCK01", file: NOTE }]);
  });

  it("does not lose a file", () => {
    rmSync(join(dir, "v1/examples/note/invalid/no-text.json"));
    expect(findings()).toContainEqual({ rule: "LOCK02", file: "v1/examples/note/invalid/no-text.json" });
  });

  it("does not get a file", () => {
    edit("v1/examples/note/edge-more.json", readFileSync(join(dir, "v1/examples/note/minimal.json"), "utf8"));
    expect(findings()).toStrictEqual([{ rule: "LOCK03", file: "v1/examples/note/edge-more.json" }]);
  });

  it("says to make a new version instead", () => {
    edit(NOTE, `${readFileSync(join(dir, NOTE), "utf8")} `);
    const [finding] = lintSchemas(dir);
    expect(finding?.message).toBe("The file is not the one that was released (version 1).");
    expect(finding?.mend).toContain("belongs into a new version, which `npm run new-version` starts");
  });

  it("lets its changelog and the migration to a version that is not released be edited", () => {
    edit("v1/CHANGELOG.md", "# Version 1, told better\n");
    edit("migrations/v1-to-v2.json", JSON.stringify({ ...MIGRATION, description: "Nothing but the number." }));
    expect(findings()).toStrictEqual([]);
  });

  it("keeps the hashes that it has", () => {
    const before = readFileSync(join(dir, "released.json"), "utf8");
    edit(NOTE, "{}");
    expect(lockVersions(dir)).toStrictEqual([]);
    expect(readFileSync(join(dir, "released.json"), "utf8")).toBe(before);
  });
});

describe("lockVersions", () => {
  it("writes one hash a file and keeps the rest of the document", () => {
    expect(lockVersions(dir)).toStrictEqual([{ version: 1, files: 12 }]);
    const lock = JSON.parse(readFileSync(join(dir, "released.json"), "utf8"));
    const sum = createHash("sha256")
      .update(readFileSync(join(dir, NOTE)))
      .digest("hex");
    expect(lock.description).toBe(LOCK.description);
    expect(lock.versions["1"].files[NOTE]).toBe(sum);
    expect(Object.keys(lock.versions["1"].files)).not.toContain("v1/CHANGELOG.md");
    expect(Object.keys(lock.versions["1"].files)).not.toContain("migrations/v1-to-v2.json");
  });

  it("locks a migration together with the version that it leads to", () => {
    edit("v1/CHANGELOG.md", "");
    const both = folderOf({
      ...ACCEPTED,
      "released.json": LOCK,
      "v2/a.txt": "x",
      "migrations/v1-to-v2.json": MIGRATION,
    });
    expect(lockVersions(both)).toStrictEqual([
      { version: 1, files: 12 },
      { version: 2, files: 2 },
    ]);
    const lock = JSON.parse(readFileSync(join(both, "released.json"), "utf8"));
    expect(Object.keys(lock.versions["2"].files)).toStrictEqual(["v2/a.txt", "migrations/v1-to-v2.json"]);
  });

  it("refuses a folder without versions, and one with a gap between them", () => {
    expect(() => lockVersions(folderOf({ "released.json": LOCK }))).toThrow("there is no version 1.");
    expect(() => lockVersions(folderOf({ ...ACCEPTED, "v3/a.txt": "x" }))).toThrow("there is no version 2.");
  });
});

describe("the commands", () => {
  const run = (command: string, ...args: string[]): { status: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(DIST, command), ...args], {
      encoding: "utf8",
    });
    return { status, output: stdout + stderr };
  };

  it("lint says in one line that all is well, and exits with 0", () => {
    expect(run("main.js", dir)).toStrictEqual({
      status: 0,
      output: expect.stringMatching(/^schemas: 4 files of 1 version and 8 examples keep all \d+ rules\n$/),
    });
  });

  it("lint prints place, rule, sentence and remedy of a finding, and exits with 1", () => {
    lockVersions(dir);
    rmSync(join(dir, "v1/examples/note/full.json"));
    const { status, output } = run("main.js", dir);
    expect(status).toBe(1);
    expect(output).toContain("v1/examples/note/full.json\n  LOCK02  No file of a released version goes away.\n");
    expect(output).toContain("  mend  Undo the change.");
    expect(output).toContain("2 findings in ");
  });

  it("release locks once, and not while the lint has findings", () => {
    edit("v1/examples/note/full.json", "{}");
    expect(run("release.js", dir)).toStrictEqual({
      status: 1,
      output: "Nothing is locked: the lint has 3 findings.\n",
    });
    edit("v1/examples/note/full.json", readFileSync(join(dir, "v1/examples/note/minimal.json"), "utf8"));
    expect(run("release.js", dir)).toStrictEqual({
      status: 0,
      output: "released.json: version 1 is released with 12 files\n",
    });
    expect(run("release.js", dir)).toStrictEqual({
      status: 0,
      output: "released.json: every version was released before\n",
    });
  });
});
