/** A release is rehearsed, and what it locks stays as it is: tried to the end in a copy of the repository. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CURRENT } from "./current-version.js";
import { runAllTests } from "./rehearsal/red-tests.js";
import { type Schema, ScratchRepository } from "./rehearsal/scratch-repository.js";

const HOUR = 3_600_000;
const TEXT = "message/text.schema.json";
const PUBLISHED = ["builders", "cli", "contract", "core", "providers", "runtime"];
const repository = new ScratchRepository();
afterAll(() => repository.remove());

const lock = (): string => join(repository.folder, "schemas/released.json");

function lockedVersions(): Record<string, { files: Record<string, string> }> {
  return JSON.parse(readFileSync(lock(), "utf8")).versions;
}

/** As it is before its first release, whether that has been or not. */
beforeAll(() => {
  repository.begin();
  const { [CURRENT]: _, ...versions } = lockedVersions();
  const document = { ...JSON.parse(readFileSync(lock(), "utf8")), versions };
  writeFileSync(lock(), `${JSON.stringify(document, null, 2)}\n`);
  repository.commit();
});

it(
  "npm run release -- --dry-run says what would be locked and published, and writes nothing",
  async () => {
    const said = await repository.run("npm run release -- --dry-run");
    expect(said).toMatch(new RegExp(`\nVersion ${CURRENT} of the contract would be locked, with \\d{3,} files\\.\n`));
    for (const name of PUBLISHED)
      expect(said).toMatch(
        new RegExp(`\n@parlance/${name}@\\d+\\.\\d+\\.\\d+ would be published, with \\d+ files in \\d+ KiB\\.\n`),
      );
    expect(said.match(/ would be published/g)).toHaveLength(PUBLISHED.length);
    expect(repository.changedFiles()).toEqual([]);
  },
  HOUR,
);

it(
  "npm run release -- --dry-run fails for what the checks refuse, and says which",
  async () => {
    removeExample();
    await expect(repository.run("npm run release -- --dry-run")).rejects.toThrow(
      /This could not be released\.[\s\S]*Nothing is locked: the lint has \d+ findings\./,
    );
    restore();
  },
  HOUR,
);

describe("a version that a release has locked", () => {
  beforeAll(async () => {
    await repository.run("npm run version-packages");
    mkdirSync(join(repository.folder, "out"), { recursive: true });
    repository.commit();
  }, HOUR);

  afterEach(restore);

  it("has the hash of each of its files in released.json, as every version has", () => {
    const versions = lockedVersions();
    expect(Object.keys(versions).map(Number)).toEqual(Array.from({ length: CURRENT }, (_, at) => at + 1));
    const { files = {} } = versions[CURRENT] ?? {};
    const bytes = readFileSync(repository.pathOf(CURRENT, TEXT));
    expect(files[`v${CURRENT}/${TEXT}`]).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(Object.keys(files)).toContain(`migrations/v${CURRENT - 1}-to-v${CURRENT}.json`);
  });

  it(
    "leaves every check content and every test green",
    async () => {
      await repository.run("npm run check");
      expect((await runAllTests(repository)).red).toEqual([]);
    },
    HOUR,
  );

  it.each<[string, string, string, () => void]>([
    ["a property that is removed", "LOCK01", TEXT, () => repository.change(CURRENT, TEXT, dropAnswer)],
    ["an optional property that is added", "LOCK01", TEXT, () => repository.change(CURRENT, TEXT, addMood)],
    ["an example that is gone", "LOCK02", "examples/text/full.json", removeExample],
    ["an example that is added", "LOCK03", "examples/text/edge-more.json", addExample],
  ])(
    "takes no change any more: %s is refused with its file, and what to do instead",
    async (_, rule, file, change) => {
      change();
      const refusal = String(await repository.run("npm run check").catch(String));
      expect(refusal).toContain(`v${CURRENT}/${file}`);
      expect(refusal).toContain(rule);
      expect(refusal).toContain("npm run new-version");
      expect(await repository.run("npm run generate").catch(String)).toContain(rule);
    },
    HOUR,
  );

  it("takes a better word in its changelog", async () => {
    writeFileSync(repository.pathOf(CURRENT, "CHANGELOG.md"), "# Told better\n");
    await repository.run("node tools/review/dist/lint/main.js");
  });
});

function restore(): void {
  execFileSync("git", ["checkout", "--quiet", "."], { cwd: repository.folder });
  execFileSync("git", ["clean", "--quiet", "--force", "-d", "schemas"], { cwd: repository.folder });
}

function dropAnswer({ $defs }: Schema): void {
  delete $defs?.TextData?.properties?.answer;
}

function addMood({ $defs }: Schema): void {
  Object.assign($defs?.TextData?.properties ?? {}, {
    mood: { type: "string", maxLength: 256, description: "How it sounds. Absent when nobody said." },
  });
}

function removeExample(): void {
  rmSync(repository.pathOf(CURRENT, "examples/text/full.json"));
}

function addExample(): void {
  const text = readFileSync(repository.pathOf(CURRENT, "examples/text/full.json"), "utf8");
  writeFileSync(repository.pathOf(CURRENT, "examples/text/edge-more.json"), text);
}
