/** A small schemas folder that keeps every rule, to be broken in one place by each test. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach } from "vitest";

export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };
export type Files = { [file: string]: Value };

/** The real folder. */
export const SCHEMAS: string = join(import.meta.dirname, "../../../schemas");

const made: string[] = [];

afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true });
});

/** Writes files into a fresh folder, beside the real meta-schemas; a string is written as it stands, all else as JSON. */
export function folderOf(files: Files): string {
  const dir = mkdtempSync(join(tmpdir(), "parlance-schemas-"));
  made.push(dir);
  for (const meta of ["dialect.schema.json", "migration.schema.json"]) cpSync(join(SCHEMAS, meta), join(dir, meta));
  for (const [file, value] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), typeof value === "string" ? value : JSON.stringify(value));
  }
  return dir;
}

/** A copy of the accepted files with one member set, or removed where the value is undefined. */
export function changed(file: string, pointer: string, value: Value | undefined): Files {
  const files = structuredClone(ACCEPTED);
  const tokens = pointer.split("/").slice(1);
  const last = tokens.pop() ?? "";
  let parent = files[file] as { [key: string]: Value };
  for (const token of tokens) parent = parent[token] as { [key: string]: Value };
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return files;
}

const NOTE = { type: "note", id: "n1", data: { text: "hello", source: { type: "url", url: "x" } } };

export const ACCEPTED: Files = {
  "v1/common.schema.json": {
    $schema: "../dialect.schema.json",
    description: "Shared definitions of the small set.",
    $defs: {
      Timestamp: {
        description: "A moment in the one form.",
        type: "string",
        pattern:
          "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z$",
        maxLength: 24,
        format: "date-time",
        examples: ["2026-11-21T10:00:00.000Z"],
      },
      Source: {
        description: "Where something is from.",
        oneOf: [{ $ref: "#/$defs/UrlSource" }, { $ref: "#/$defs/FileSource" }, { $ref: "#/$defs/UnknownSource" }],
      },
      UrlSource: {
        description: "From a URL.",
        "x-model-text": "/url",
        type: "object",
        additionalProperties: true,
        required: ["type", "url"],
        properties: {
          type: { const: "url", description: "The tag of this branch." },
          url: { type: "string", maxLength: 100, description: "The address itself." },
        },
      },
      FileSource: {
        description: "From a file.",
        type: "object",
        additionalProperties: true,
        required: ["type"],
        properties: { type: { const: "file", description: "The tag of this branch." } },
      },
      UnknownSource: {
        description: "From elsewhere, as a newer writer has it.",
        type: "object",
        additionalProperties: true,
        required: ["type"],
        properties: {
          type: { type: "string", maxLength: 256, "x-open-tag": true, description: "Any tag but the known ones." },
        },
      },
    },
  },
  "v1/message/envelope.schema.json": {
    $schema: "../../dialect.schema.json",
    title: "Envelope",
    description: "What every message has.",
    type: "object",
    additionalProperties: true,
    required: ["type", "id", "data"],
    properties: {
      type: { type: "string", maxLength: 256, description: "The kind of message." },
      id: { type: "string", maxLength: 36, description: "Identifies the message." },
      created_at: { $ref: "../common.schema.json#/$defs/Timestamp", description: "When it was made." },
      data: { type: "object", additionalProperties: true, description: "What it says." },
    },
  },
  "v1/message/message.schema.json": {
    $schema: "../../dialect.schema.json",
    title: "Message",
    description: "All kinds of messages.",
    oneOf: [{ $ref: "note.schema.json" }],
  },
  "v1/message/note.schema.json": {
    $schema: "../../dialect.schema.json",
    title: "NoteMessage",
    description: "A note to somebody.",
    "x-role": "user",
    "x-model-text": "/data/text",
    "x-keep-with": "turn",
    "x-priority": "/data/share",
    "x-summary": "from {/data/source/type source}, {/data/tags tag}",
    allOf: [{ $ref: "envelope.schema.json" }],
    type: "object",
    additionalProperties: true,
    required: ["type", "data"],
    properties: {
      type: { const: "note", description: "The tag of a note." },
      data: { $ref: "#/$defs/NoteData", description: "What the note says." },
    },
    $defs: {
      NoteData: {
        description: "The note itself, possibly with answers.",
        type: "object",
        additionalProperties: true,
        required: ["text", "source"],
        anyOf: [{ required: ["text"] }, { required: ["size"] }],
        properties: {
          text: { type: "string", maxLength: 1000, description: "The words of the note." },
          source: { $ref: "../common.schema.json#/$defs/Source", description: "Where it is from." },
          size: { type: "integer", minimum: 0, maximum: 9007199254740991, description: "How large it is." },
          share: { type: "number", minimum: 0, maximum: 1, description: "A part of one." },
          urgent: { type: "boolean", default: false, description: "Whether it is urgent." },
          mood: { type: "string", enum: ["good", "bad"], description: "How the writer feels." },
          tags: {
            type: "array",
            items: { type: "string", maxLength: 20 },
            maxItems: 10,
            description: "Words to find it by.",
          },
          answers: {
            type: "array",
            items: { $ref: "#/$defs/NoteData" },
            maxItems: 10,
            "x-depth-limit": 5,
            description: "Notes in answer to this one.",
          },
          labels: {
            type: "object",
            propertyNames: { type: "string", maxLength: 20 },
            maxProperties: 10,
            additionalProperties: { type: "string", maxLength: 20 },
            description: "Labels by their names.",
          },
          extra: {
            type: "object",
            additionalProperties: true,
            "x-user-data": true,
            description: "The application's own.",
          },
          body: {
            anyOf: [
              { type: "string", maxLength: 10 },
              { type: "array", maxItems: 3, items: { type: "string", maxLength: 10 } },
            ],
            description: "Text, or several texts.",
          },
        },
      },
    },
  },
  ...Object.fromEntries(
    ["note", "message"].flatMap((root): [string, Value][] => [
      [`v1/examples/${root}/minimal.json`, NOTE],
      [`v1/examples/${root}/full.json`, NOTE],
      [`v1/examples/${root}/edge-null.json`, { ...NOTE, created_at: null }],
      [
        `v1/examples/${root}/invalid/no-text.json`,
        {
          description: "A note without words.",
          pointer: "/data",
          keyword: "required",
          instance: { ...NOTE, data: { source: { type: "file" } } },
        },
      ],
    ]),
  ),
};
