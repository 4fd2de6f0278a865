/** Message types and a version are added by their recipes in a fresh copy of the whole repository: schemas change, and every test is green. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CURRENT } from "./current-version.js";
import { changeContract, NEXT, PAIRS, RENAMED, record } from "./rehearsal/next-version.js";
import { runAllTests } from "./rehearsal/red-tests.js";
import { ScratchRepository } from "./rehearsal/scratch-repository.js";

const HOUR = 3_600_000;
const repository = new ScratchRepository();
afterAll(() => repository.remove());

/** A type begins with one text; this one gets a word, too. */
function addMood(): void {
  repository.change(CURRENT, "message/beat.schema.json", ({ $defs }) => {
    Object.assign($defs?.BeatData?.properties ?? {}, {
      mood: { type: "string", enum: ["calm", "wild"], description: "How it beats." },
    });
  });
  repository.change(CURRENT, "examples/beat/full.json", (json) => Object.assign(json.data as object, { mood: "wild" }));
}

describe("message types that npm run new-type starts", () => {
  beforeAll(async () => {
    repository.begin();
    mkdirSync(join(repository.folder, "out"), { recursive: true });
    for (const name of ["memo", "hint", "beat"]) await repository.run(`npm run new-type ${name}`);
    addMood();
    await repository.run("npm run generate");
  }, HOUR);

  it("change nothing but schemas and generated files", () => {
    expect(repository.changedByHand()).toEqual([]);
    expect(repository.changedFiles()).toContain(`schemas/v${CURRENT}/message/memo.schema.json`);
  });

  it(
    "leave every package as it can be built, and every check content",
    async () => {
      repository.commit();
      await repository.run("npm run check");
    },
    HOUR,
  );
});

/** What has the renamed field by its name, generated files apart. */
const BY_NAME = [
  "docs/specification-names.md",
  "packages/builders/src/permissions/tool-permission.ts",
  "packages/builders/test/permissions/tool-permission.test.ts",
];

describe("a version that renames, splits, moves and removes fields, and adds a type and a part", () => {
  beforeAll(async () => {
    await repository.run("npm run new-version");
    await repository.run("npm run new-type audio-clip");
    changeContract(repository);
    await repository.run("npm run generate");
  }, HOUR);

  it(
    "changes nothing but schemas and generated files, and what names the renamed field",
    async () => {
      expect(repository.changedByHand()).toEqual([]);
      for (const file of BY_NAME) repository.rename(file, RENAMED.from, RENAMED.to);
      await repository.run("npm run format");
      expect(repository.changedByHand()).toEqual(BY_NAME);
      repository.commit();
      await repository.run("npm run check");
    },
    HOUR,
  );

  it(
    "leaves every test of the repository green",
    async () => {
      const { passed, red } = await runAllTests(repository);
      expect(red).toEqual([]);
      expect(passed).toBeGreaterThan(10_000);
    },
    HOUR,
  );

  it(
    "takes what was stored before to it and back, byte for byte",
    async () => {
      const older = PAIRS.map(([, one]) => JSON.stringify(one));
      const newer = PAIRS.map(([, , one]) => JSON.stringify(one));
      expect(await repository.migrated(older, NEXT)).toEqual(newer);
      expect(await repository.migrated(newer, CURRENT)).toEqual(older);
    },
    HOUR,
  );

  it(
    "takes messages of the first version over all versions and back, byte for byte",
    async () => {
      const first = JSON.stringify(record("text", 1, { role: "user", content: "Hello" }));
      const newest = JSON.stringify(record("text", NEXT, { role: "user", parts: [{ type: "text", text: "Hello" }] }));
      expect(await repository.migrated([first], NEXT)).toEqual([newest]);
      expect(await repository.migrated([newest], 1)).toEqual([first]);
    },
    HOUR,
  );

  it(
    "brings back what the version before cannot say",
    async () => {
      const parts = [{ type: "sound", transcript: "Hello" }];
      const newest = [
        JSON.stringify(record("text", NEXT, { role: "user", parts })),
        JSON.stringify(record("hint", NEXT, { text: "Wait because it rains", reason: "really" })),
        JSON.stringify(record("audio_clip", NEXT, { text: "La" })),
      ];
      const lowered = await repository.migrated(newest, CURRENT);
      expect(lowered[0]).toContain('"parts":[{"type":"text","text":"(a sound)"}]');
      expect(lowered[1]).toContain('"text":"Wait because it rains because really"');
      expect(lowered[2]).toBe(newest[2]);
      expect(await repository.migrated(lowered, NEXT)).toEqual(newest);
    },
    HOUR,
  );
});
