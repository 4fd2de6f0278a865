/** A version in which three message types and a root change in different ways, written as its author would: schemas and a migration. */

import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CURRENT } from "../current-version.js";
import type { Schema, ScratchRepository } from "./scratch-repository.js";

export const NEXT: number = CURRENT + 1;

/** The longest text, in code points. */
const LIMIT = 16_777_216;

/** A field of a root, which factories and a page of documentation have by its name. */
export const RENAMED = { from: "granted_by", to: "issuer" } as const;

/** Changes the copy of the newest version that `npm run new-version` has made, and says in the migration what became of it. */
export function changeContract(repository: ScratchRepository): void {
  changeTypes(repository);
  changeRefusals(repository);
  addPart(repository);
  addFieldOfEnvelope(repository);
  renameFieldOfRoot(repository);
  writeMigration(repository);
}

function changeTypes(repository: ScratchRepository): void {
  renameTextOfMemo(repository);
  splitTextOfHint(repository);
  moveTextOfBeat(repository);
}

function renameTextOfMemo(repository: ScratchRepository): void {
  repository.change(NEXT, "message/memo.schema.json", (schema) => {
    schema["x-model-text"] = "/data/body" as never;
    const data = schema.$defs?.MemoData as Schema;
    data.required = ["body"] as never;
    data.properties = { body: data.properties?.text } as never;
  });
  repository.changeExamples(NEXT, "memo", ({ text, ...data }) => (text === undefined ? data : { body: text, ...data }));
}

function splitTextOfHint(repository: ScratchRepository): void {
  repository.change(NEXT, "message/hint.schema.json", ({ $defs }) => {
    Object.assign($defs?.HintData?.properties ?? {}, {
      reason: {
        $ref: "../common.schema.json#/$defs/Text",
        description: "Why the advice is given, in words. Absent when nobody says it.",
      },
    });
  });
  repository.change(NEXT, "examples/hint/full.json", (json) =>
    Object.assign(json.data as object, { reason: "it is said so" }),
  );
}

/** Its mood goes away, too. */
function moveTextOfBeat(repository: ScratchRepository): void {
  repository.change(NEXT, "message/beat.schema.json", (schema) => {
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
  repository.changeExamples(NEXT, "beat", ({ text, mood: _, ...data }) =>
    text === undefined ? data : { pulse: { text }, ...data },
  );
}

/** What is refused has another place where the body is another. */
function changeRefusals(repository: ScratchRepository): void {
  const broken = "invalid/text-not-a-string.json";
  const places = { memo: "/data/body", beat: "/data/pulse/text" };
  for (const [type, pointer] of Object.entries(places))
    repository.change(NEXT, `examples/${type}/${broken}`, (json) => Object.assign(json, { pointer }));
}

/** A part of text messages. */
function addPart(repository: ScratchRepository): void {
  const golden = join(import.meta.dirname, "../golden/add-message-type/sound.schema.json");
  cpSync(golden, repository.pathOf(NEXT, "sound.schema.json"));
  repository.change(NEXT, "sound.schema.json", ({ $defs }) => {
    for (const name of ["MarkPart", "PauseControl"]) delete $defs?.[name];
  });
  const path = `schemas/v${NEXT}/message/text.schema.json`;
  const last = '        { "$ref": "#/$defs/UnknownPart" }';
  repository.rename(path, last, `        { "$ref": "../sound.schema.json#/$defs/SoundPart" },\n${last}`);
}

/** Every message may say it. */
function addFieldOfEnvelope(repository: ScratchRepository): void {
  repository.change(NEXT, "message/envelope.schema.json", ({ properties }) => {
    Object.assign(properties ?? {}, {
      topic: {
        $ref: "../common.schema.json#/$defs/Name",
        description: "What it is about. Absent when nobody says it.",
      },
    });
  });
}

function renameFieldOfRoot(repository: ScratchRepository): void {
  for (const entry of readdirSync(repository.pathOf(NEXT, ""), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, "utf8");
    const [from, to] = [RENAMED.from, RENAMED.to].map((name) => `"${name}"`) as [string, string];
    if (text.includes(from)) writeFileSync(path, text.replaceAll(from, to));
  }
}

const ID = "00000000-0000-4000-8000-000000000001";

/** A stored message. */
export function record(type: string, version: number, data: object, more: object = {}): object {
  return { type, schema_version: version, id: ID, created_at: "2026-11-22T10:00:00.000Z", data, ...more };
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
export const PAIRS: readonly (readonly [type: string, older: object, newer: object])[] = [
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
  [
    "memo",
    record("memo", CURRENT, { text: "Buy milk" }, { residue: { [NEXT]: { "/topic": "milk" } } }),
    record("memo", NEXT, { body: "Buy milk" }, { topic: "milk" }),
  ],
];

function writeMigration(repository: ScratchRepository): void {
  const sound = {
    to: "sound",
    substitute: { type: "text", text: "(a sound)" },
    collision: { type: "text", text: "(an unknown sound)" },
  };
  const migration = {
    $schema: "../migration.schema.json",
    from: CURRENT,
    to: NEXT,
    all: [{ op: "add", at: "/topic" }],
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
      tool_permission: [{ op: "rename", at: "", from: RENAMED.from, to: RENAMED.to }],
    },
    examples: PAIRS.map(([type, from, to]) => ({ type, description: "A pair.", from, to })),
  };
  const path = join(repository.folder, `schemas/migrations/v${CURRENT}-to-v${NEXT}.json`);
  writeFileSync(path, JSON.stringify(migration));
}
