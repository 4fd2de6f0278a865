/** A seeded corpus that looks like the transcripts of a coding agent, built from the lines of this repository's own files. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CURRENT_VERSION } from "@parlance/core";
import { type Random, randomFrom } from "./random.js";

export const MESSAGE_CLASSES = [
  "small_text",
  "assistant_text",
  "tool_request",
  "tool_result",
  "structured_result",
  "file",
] as const;
export type MessageClass = (typeof MESSAGE_CLASSES)[number];

/** Messages as texts of JSON, one each; about 265 B, 1 kB, 0.7 kB, 8 kB, 5 kB and 10 kB by class. */
export type Corpus = Readonly<Record<MessageClass | "mix", readonly string[]>>;

const REPOSITORY = join(import.meta.dirname, "../../..");
const PER_CLASS = 200;
/** How a transcript is made up, in hundredths; the mean message has about 3 kB. */
const MIX: Readonly<Record<MessageClass, number>> = {
  small_text: 25,
  assistant_text: 20,
  tool_request: 25,
  tool_result: 14,
  structured_result: 6,
  file: 10,
};
const FIRST_TIME = Date.UTC(2026, 10, 21, 10);

interface Writer {
  readonly random: Random;
  readonly lines: readonly string[];
}

/** Messages of the current version. */
export function corpusOfVersion2(): Corpus {
  return corpus(20261121, messageOfVersion2);
}

/** The same kinds of messages as version 1 wrote them. */
export function corpusOfVersion1(): Corpus {
  return corpus(20261122, messageOfVersion1);
}

function corpus(seed: number, write: (kind: MessageClass, writer: Writer) => object): Corpus {
  const writer: Writer = { random: randomFrom(seed), lines: sourceLines() };
  const many = (kind: MessageClass): string[] =>
    Array.from({ length: PER_CLASS }, () => JSON.stringify(write(kind, writer)));
  const mix = Array.from({ length: PER_CLASS }, (_, index) =>
    JSON.stringify(write(classAt((index * 100) / PER_CLASS), writer)),
  );
  return {
    small_text: many("small_text"),
    assistant_text: many("assistant_text"),
    tool_request: many("tool_request"),
    tool_result: many("tool_result"),
    structured_result: many("structured_result"),
    file: many("file"),
    mix,
  };
}

function classAt(hundredth: number): MessageClass {
  let end = 0;
  for (const kind of MESSAGE_CLASSES) {
    end += MIX[kind];
    if (hundredth < end) return kind;
  }
  return "file";
}

function sourceLines(): string[] {
  const folders = [
    "packages/core/src/codec",
    "packages/core/src/reading",
    "packages/cli/src",
    "tools/generator/src",
    "docs",
  ];
  const files = folders.flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|json|md)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return files.sort().flatMap((file) => readFileSync(file, "utf8").split("\n"));
}

/** Consecutive lines of real source, `size` characters long. */
function sourceText({ random, lines }: Writer, size: number): string {
  let text = "";
  for (let at = random.below(lines.length); text.length < size; at = (at + 1) % lines.length) text += `${lines[at]}\n`;
  return text.slice(0, size);
}

function envelope(
  { random }: Writer,
  type: string,
): { type: string; schema_version: number; id: string; created_at: string } {
  return { type, schema_version: CURRENT_VERSION, id: random.uuid(), created_at: time(random) };
}

function time(random: Random): string {
  return new Date(FIRST_TIME + random.below(86_400_000)).toISOString();
}

function toolCall(writer: Writer): { id: string; name: string; arguments: object } {
  const path = `packages/core/src/${writer.random.pick(["codec", "reading", "history"])}/${writer.random.below(90)}.ts`;
  return {
    id: `call_${writer.random.uuid().slice(0, 8)}`,
    name: writer.random.pick(["edit_file", "run_command", "search"]),
    arguments: { path, start_line: writer.random.below(400), content: sourceText(writer, 300), dry_run: false },
  };
}

/** What a search gives back: many small members, with numbers as programs compute them. */
function structuredOutput(writer: Writer): object {
  const { random } = writer;
  const hit = (): object => ({
    id: random.uuid(),
    path: `packages/core/src/${random.below(90)}.ts`,
    line: random.below(900),
    score: random.next(),
    position: [random.next() * 360 - 180, random.next() * 180 - 90],
    text: sourceText(writer, 60),
    tags: [random.pick(["read", "write"]), random.pick(["new", "old"])],
    is_exact: random.below(2) === 0,
  });
  return { total: random.below(9000), took_ms: random.next() * 100, hits: Array.from({ length: 18 }, hit) };
}

function messageOfVersion2(kind: MessageClass, writer: Writer): object {
  switch (kind) {
    case "small_text":
      return text2(writer, "user", 90);
    case "assistant_text":
      return text2(writer, "assistant", 780);
    case "tool_request":
      return {
        ...envelope(writer, "tool_request"),
        data: { tool_calls: [{ ...toolCall(writer), approval: { status: "auto_approved" } }] },
      };
    case "tool_result":
      return result2(writer, sourceText(writer, 7000));
    case "structured_result":
      return result2(writer, structuredOutput(writer));
    case "file":
      return {
        ...envelope(writer, "file_reference"),
        data: {
          path: "packages/core/src/index.ts",
          start_line: 1,
          end_line: 300,
          resolution: { status: "resolved", content: sourceText(writer, 9000), language: "typescript" },
        },
      };
  }
}

function result2(writer: Writer, output: string | object): object {
  return {
    ...envelope(writer, "tool_result"),
    data: {
      request_id: writer.random.uuid(),
      tool_call_id: `call_${writer.random.uuid().slice(0, 8)}`,
      status: "success",
      output,
      execution: { duration_ms: writer.random.below(5000), completed_at: time(writer.random) },
    },
  };
}

function text2(writer: Writer, role: string, size: number): object {
  return { ...envelope(writer, "text"), data: { role, parts: [{ type: "text", text: sourceText(writer, size) }] } };
}

function messageOfVersion1(kind: MessageClass, writer: Writer): object {
  const { schema_version: _, ...head } = envelope(writer, TYPE_OF_CLASS[kind]);
  switch (kind) {
    case "small_text":
      return { ...head, data: { role: "user", content: sourceText(writer, 90) } };
    case "assistant_text":
      return { ...head, data: { role: "assistant", content: sourceText(writer, 780) } };
    case "tool_request":
      return { ...head, data: { tool_calls: [toolCall(writer)], approval_status: "approved" } };
    case "tool_result":
      return { ...head, data: result1(writer, sourceText(writer, 7000)) };
    case "structured_result":
      return { ...head, data: result1(writer, structuredOutput(writer)) };
    case "file":
      return {
        ...head,
        data: {
          path: "packages/core/src/index.ts",
          start_line: 1,
          end_line: 300,
          status: "resolved",
          content: sourceText(writer, 9000),
        },
      };
  }
}

function result1(writer: Writer, output: string | object): object {
  return {
    request_id: writer.random.uuid(),
    tool_call_id: `call_${writer.random.uuid().slice(0, 8)}`,
    output,
    is_error: false,
    duration: writer.random.below(5000) / 1000,
    timestamp: time(writer.random),
  };
}

const TYPE_OF_CLASS: Readonly<Record<MessageClass, string>> = {
  small_text: "text",
  assistant_text: "text",
  tool_request: "tool_request",
  tool_result: "tool_result",
  structured_result: "tool_result",
  file: "file_reference",
};
