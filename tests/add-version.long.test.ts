/** Message types and a version are added by their recipes in a fresh copy of the whole repository: schemas change, nothing else by hand. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CURRENT } from "./current-version.js";
import { copySources, environmentOfTheShell, runCommand } from "./fresh-copy.js";

const HOUR = 3_600_000;
const NEXT = CURRENT + 1;
const copy = mkdtempSync(join(tmpdir(), "parlance-version-"));
const env = environmentOfTheShell();
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const run = (command: string): Promise<string> => runCommand(command, copy, env);
const pathOf = (version: number, file: string): string => join(copy, `schemas/v${version}`, file);

/** The files that differ from what was committed last, and those that are new. */
function changedFiles(): string[] {
  const listed = execFileSync("git", ["status", "--porcelain", "--untracked-files=all", "-z"], {
    cwd: copy,
    encoding: "utf8",
  });
  return listed.split("\0").flatMap((line) => (line === "" ? [] : [line.slice(3)]));
}

function commit(): void {
  const who = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  execFileSync("git", ["add", "--all"], { cwd: copy });
  execFileSync("git", [...who, "commit", "--quiet", "--message", "A step"], { cwd: copy });
}

interface Schema {
  [name: string]: Schema & string & string[];
}

/** Changes a JSON file of a version. */
function change(version: number, file: string, edit: (json: Schema) => void): void {
  const json = JSON.parse(readFileSync(pathOf(version, file), "utf8")) as Schema;
  edit(json);
  writeFileSync(pathOf(version, file), JSON.stringify(json));
}

/** Another version of the data of each example of a type. */
function changeExamples(version: number, type: string, edit: (data: Record<string, unknown>) => object): void {
  const folder = `examples/${type}`;
  for (const file of readdirSync(pathOf(version, folder), { recursive: true }).map(String)) {
    if (!file.endsWith(".json")) continue;
    change(version, `${folder}/${file}`, (json) => {
      const message = (json.instance ?? json) as unknown as { data: object };
      message.data = edit(message.data as Record<string, unknown>);
    });
  }
}

const id = (last: number): string => `00000000-0000-4000-8000-00000000000${last}`;

function record(type: string, version: number, data: object, more: object = {}): object {
  return { type, schema_version: version, id: id(1), created_at: "2026-11-22T10:00:00.000Z", data, ...more };
}

/** Takes records to a version through the command; the lines that it writes. */
async function migrated(lines: readonly string[], version: number): Promise<string[]> {
  writeFileSync(join(copy, "stored.ndjson"), `${lines.join("\n")}\n`);
  await run(`node packages/cli/dist/main.js migrate stored.ndjson -o moved.ndjson --to ${version}`);
  return readFileSync(join(copy, "moved.ndjson"), "utf8").trimEnd().split("\n");
}

/** A type begins with one text; this one gets a word, too. */
function addMood(): void {
  change(CURRENT, "message/beat.schema.json", ({ $defs }) => {
    Object.assign($defs?.BeatData?.properties ?? {}, {
      mood: { type: "string", enum: ["calm", "wild"], description: "How it beats." },
    });
  });
  change(CURRENT, "examples/beat/full.json", (json) => Object.assign(json.data as object, { mood: "wild" }));
}

describe("message types that npm run new-type starts", () => {
  beforeAll(async () => {
    copySources(copy);
    commit();
    for (const name of ["memo", "hint", "beat"]) await run(`npm run new-type ${name}`);
    addMood();
    await run("npm run generate");
  }, HOUR);

  it("change nothing but schemas and generated files", () => {
    const others = changedFiles().filter((file) => !/^schemas\/|\/generated\//.test(file));
    expect(others).toEqual([]);
    expect(changedFiles()).toContain(`schemas/v${CURRENT}/message/memo.schema.json`);
  });

  it(
    "leave every package as it can be built, and every check content",
    async () => {
      commit();
      await run("npm run check");
    },
    HOUR,
  );
});

const LIMIT = 16_777_216;

function changeTypes(): void {
  change(NEXT, "message/memo.schema.json", (schema) => {
    schema["x-model-text"] = "/data/body" as never;
    const data = schema.$defs?.MemoData as Schema;
    data.required = ["body"] as never;
    data.properties = { body: data.properties?.text } as never;
  });
  changeExamples(NEXT, "memo", ({ text, ...data }) => (text === undefined ? data : { body: text, ...data }));
  change(NEXT, "message/hint.schema.json", ({ $defs }) => {
    Object.assign($defs?.HintData?.properties ?? {}, {
      reason: {
        $ref: "../common.schema.json#/$defs/Text",
        description: "Why the advice is given, in words. Absent when nobody says it.",
      },
    });
  });
  change(NEXT, "examples/hint/full.json", (json) => Object.assign(json.data as object, { reason: "it is said so" }));
  change(NEXT, "message/beat.schema.json", (schema) => {
    schema["x-model-text"] = "/data/pulse/text" as never;
    const text = schema.$defs?.BeatData?.properties?.text;
    Object.assign(schema.$defs as object, {
      Pulse: {
        description: "What is felt.",
        type: "object",
        additionalProperties: true,
        required: ["text"],
        properties: { text },
      },
    });
    Object.assign(schema.$defs?.BeatData as object, {
      required: ["pulse"],
      properties: { pulse: { $ref: "#/$defs/Pulse", description: "What is felt." } },
    });
  });
  changeExamples(NEXT, "beat", ({ text, mood: _, ...data }) =>
    text === undefined ? data : { pulse: { text }, ...data },
  );
}

/** What is refused has another place where the body is another. */
function changeRefusals(): void {
  const broken = "invalid/text-not-a-string.json";
  change(NEXT, `examples/memo/${broken}`, (json) => Object.assign(json, { pointer: "/data/body" }));
  change(NEXT, `examples/beat/${broken}`, (json) => Object.assign(json, { pointer: "/data/pulse/text" }));
}

/** A part of text messages, and a root whose field has another name. */
function changePartsAndRoots(): void {
  cpSync(join(import.meta.dirname, "golden/add-message-type/sound.schema.json"), pathOf(NEXT, "sound.schema.json"));
  change(NEXT, "sound.schema.json", ({ $defs }) => {
    for (const name of ["MarkPart", "PauseControl"]) delete $defs?.[name];
  });
  const union = readFileSync(pathOf(NEXT, "message/text.schema.json"), "utf8");
  const last = '        { "$ref": "#/$defs/UnknownPart" }';
  const sound = '        { "$ref": "../sound.schema.json#/$defs/SoundPart" },\n';
  expect(union.split(last).length).toBe(2);
  writeFileSync(
    pathOf(NEXT, "message/text.schema.json"),
    union.replace(last, () => sound + last),
  );
  for (const entry of readdirSync(pathOf(NEXT, ""), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, "utf8");
    if (text.includes('"granted_by"')) writeFileSync(path, text.replaceAll('"granted_by"', '"issuer"'));
  }
}

const PERMISSION = {
  schema_version: CURRENT,
  tool_id: "grep",
  auto_approved: true,
  granted_at: "2026-11-22T10:00:00.000Z",
  is_persistent: false,
  use_count: 0,
  granted_by: "ann",
};
const { granted_by: issuer, ...ANONYMOUS } = PERMISSION;
const LATER_PERMISSION = { ...ANONYMOUS, schema_version: NEXT, issuer };

/** The same record in the version before and in the next one. */
const PAIRS: readonly (readonly [type: string, older: object, newer: object])[] = [
  ["memo", record("memo", CURRENT, { text: "Buy milk" }), record("memo", NEXT, { body: "Buy milk" })],
  [
    "hint",
    record("hint", CURRENT, { text: "Wait because it rains" }),
    record("hint", NEXT, { text: "Wait", reason: "it rains" }),
  ],
  [
    "beat",
    record("beat", CURRENT, { text: "Boom", mood: "calm" }),
    record("beat", NEXT, { pulse: { text: "Boom" } }, { residue: { [CURRENT]: { "/data/mood": "calm" } } }),
  ],
  ["tool_permission", PERMISSION, LATER_PERMISSION],
  [
    "text",
    record("text", CURRENT, { role: "user", parts: [{ type: "text", text: "Hear this" }] }),
    record("text", NEXT, { role: "user", parts: [{ type: "text", text: "Hear this" }] }),
  ],
];

function writeMigration(): void {
  const sound = {
    to: "sound",
    substitute: { type: "text", text: "(a sound)" },
    collision: { type: "text", text: "(an unknown sound)" },
  };
  const migration = {
    $schema: "../migration.schema.json",
    from: CURRENT,
    to: NEXT,
    types: {
      memo: [{ op: "rename", at: "/data", from: "text", to: "body" }],
      hint: [
        { op: "split", at: "/data/text", to: ["/data/text", "/data/reason"], separator: " because ", limit: LIMIT },
      ],
      beat: [
        { op: "move", from: "/data/text", to: "/data/pulse/text" },
        { op: "remove", at: "/data/mood" },
      ],
      text: [{ op: "each", at: "/data/parts", do: [{ op: "variant", at: "", tag: "type", cases: [sound] }] }],
      tool_permission: [{ op: "rename", at: "", from: "granted_by", to: "issuer" }],
    },
    examples: PAIRS.map(([type, from, to]) => ({ type, description: "A pair.", from, to })),
  };
  writeFileSync(join(copy, `schemas/migrations/v${CURRENT}-to-v${NEXT}.json`), JSON.stringify(migration));
}

/** What has the renamed field by its name, generated files apart. */
const BY_NAME = [
  "packages/builders/src/permissions/tool-permission.ts",
  "packages/builders/test/permissions/tool-permission.test.ts",
];

function followRenamedField(): void {
  for (const file of BY_NAME) {
    const path = join(copy, file);
    const text = readFileSync(path, "utf8");
    expect([file, text.includes("granted_by")]).toEqual([file, true]);
    writeFileSync(path, text.replaceAll("granted_by", "issuer"));
  }
}

describe("a version that renames, splits, moves and removes fields, and adds a type and a part", () => {
  beforeAll(async () => {
    await run("npm run new-version");
    await run("npm run new-type audio-clip");
    changeTypes();
    changeRefusals();
    changePartsAndRoots();
    writeMigration();
    await run("npm run generate");
  }, HOUR);

  it(
    "changes nothing but schemas and generated files, and what names the renamed field",
    async () => {
      const others = changedFiles().filter((file) => !/^schemas\/|\/generated\//.test(file));
      expect(others).toEqual([]);
      followRenamedField();
      commit();
      await run("npm run build");
      for (const check of ["check:schemas", "check:generated", "check:types"]) await run(`npm run ${check}`);
      await run("npx vitest run tests/migrations/examples.test.ts tests/migrations/two-readings.test.ts");
    },
    HOUR,
  );

  it(
    "takes what was stored before to it and back, byte for byte",
    async () => {
      const older = PAIRS.map(([, one]) => JSON.stringify(one));
      const newer = PAIRS.map(([, , one]) => JSON.stringify(one));
      expect(await migrated(older, NEXT)).toEqual(newer);
      expect(await migrated(newer, CURRENT)).toEqual(older);
    },
    HOUR,
  );

  it(
    "takes messages of the first version over all versions and back, byte for byte",
    async () => {
      const first = JSON.stringify(record("text", 1, { role: "user", content: "Hello" }));
      const newest = JSON.stringify(record("text", NEXT, { role: "user", parts: [{ type: "text", text: "Hello" }] }));
      expect(await migrated([first], NEXT)).toEqual([newest]);
      expect(await migrated([newest], 1)).toEqual([first]);
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
      const lowered = await migrated(newest, CURRENT);
      expect(lowered[0]).toContain('"parts":[{"type":"text","text":"(a sound)"}]');
      expect(lowered[1]).toContain('"text":"Wait because it rains because really"');
      expect(lowered[2]).toBe(newest[2]);
      expect(await migrated(lowered, NEXT)).toEqual(newest);
    },
    HOUR,
  );
});
