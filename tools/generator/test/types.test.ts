/** The types from the user's side: what compiles, what does not, and what a reader sees. */

import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildContracts } from "../src/contracts.js";
import { makeReadonly } from "../src/emit/types/passes.js";
import { emitTypes } from "../src/emit/types.js";
import { CORE_SOURCE, schemasOf, schemasWithData, temporaryFolder, typeCheck } from "./support.js";

async function typesOf(schemasDir: string): Promise<string> {
  const [file] = await emitTypes(buildContracts(schemasDir));
  return file?.content ?? "";
}

/** What the strictest compiler says about a program that uses the types of a small set. */
async function compileWith(set: string, program: string): Promise<string> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "generated"));
  mkdirSync(join(folder, "runtime"));
  cpSync(join(CORE_SOURCE, "runtime/json.ts"), join(folder, "runtime/json.ts"));
  writeFileSync(join(folder, "generated/types.gen.ts"), await typesOf(schemasOf(set)));
  writeFileSync(join(folder, "program.ts"), program);
  return typeCheck(folder);
}

describe("the types let a program", () => {
  it("narrow a message in a switch and prove that no type is forgotten", async () => {
    const program = `
      import type { Message } from "./generated/types.gen.js";
      export function lengthOf(message: Message): number {
        switch (message.type) {
          case "note": return message.data.text.length;
          case "todo": return message.data.done ? 1 : 0;
          case "unknown": return message.reason === "newer_version" ? 2 : Object.keys(message.original).length;
          default: { const nothing: never = message; return nothing; }
        }
      }`;
    expect(await compileWith("bases", program)).toBe("");
  });

  it("narrow a nested union, told apart by another property, in a switch", async () => {
    const program = `
      import type { Machine, Part, PostData } from "./generated/types.gen.js";
      export function nameOf(author: NonNullable<PostData["author"]>): string {
        switch (author.kind) {
          case "person": return author.name;
          case "machine": { const machine: Machine = author; return machine.model; }
          default: { const nothing: never = author; return nothing; }
        }
      }
      export function words(part: Part): readonly string[] {
        if (part.type === "word") return [part.word];
        return part.type === "list" ? part.items.flatMap(words) : [part.reason];
      }`;
    expect(await compileWith("unions", program)).toBe("");
  });

  it("name the message of one type, and all types", async () => {
    const program = `
      import { MESSAGE_TYPES, type MessageOf, type MessageType, type NoteMessage, type UnknownMessage } from "./generated/types.gen.js";
      type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
      export const note: Same<MessageOf<"note">, NoteMessage> = true;
      export const unknown: Same<MessageOf<"unknown">, UnknownMessage> = true;
      export const types: Same<MessageType, "note" | "todo"> = true;
      export const list: Same<typeof MESSAGE_TYPES, readonly ["note", "todo"]> = true;
      export type None = MessageOf<"memo">;`;
    expect(await compileWith("bases", program)).toMatch(
      /^program\.ts\(8,\d+\): error TS2344: Type '"memo"' does not satisfy/,
    );
  });

  it("rely on a default, but not on what may be absent", async () => {
    const program = `
      import type { CardData } from "./generated/types.gen.js";
      export const pinned = (card: CardData): boolean => card.pinned;
      export const size = (card: CardData): number => card.style.size;
      export const hint = (card: CardData): string => card.hint;`;
    const complaint = await compileWith("optional-and-default", program);
    expect(complaint).toMatch(
      /^program\.ts\(5,\d+\): error TS2322: Type 'string \| undefined' is not assignable to type 'string'\./,
    );
  });

  it("write nothing into a message, at any depth", async () => {
    const program = `
      import type { SampleMessage } from "./generated/types.gen.js";
      declare const sample: SampleMessage;
      sample.type = "sample";
      sample.data.count = 1;
      sample.data.words[0] = "a";
      sample.data.words.push("b");
      sample.data.grid[0]![0] = 1;
      sample.data.weights["a"] = 1;`;
    const lines = (await compileWith("limits", program))
      .split("\n")
      .flatMap((line) => /^program\.ts\((\d+),/.exec(line)?.[1] ?? []);
    expect(lines).toEqual(["4", "5", "6", "7", "8", "9"]);
  });

  it("invent no property", async () => {
    const program = `
      import type { NoteMessage } from "./generated/types.gen.js";
      export const text = (note: NoteMessage): unknown => note.data.txet;`;
    expect(await compileWith("bases", program)).toContain("Property 'txet' does not exist on type 'NoteData'");
  });
});

describe("the text of the types", () => {
  it("has the documentation of the schema: description, default, examples, deprecation", async () => {
    const types = await typesOf(schemasOf("optional-and-default"));
    expect(types).toContain(`  /**
   * A default beside a reference.
   *
   * @defaultValue \`"calm"\`
   */
  readonly tone: Tone;`);
    expect(types).toContain(`   * @example \`"old"\`
   * @example \`"older"\`
   * @deprecated
   */
  readonly legacy?: string;`);
    expect(types).toContain(`/**
 * How it sounds.
 *
 * @deprecated
 */
export type Tone = "calm" | "loud";`);
  });

  it("declares each shared type once, under its name", async () => {
    const types = await typesOf(schemasOf("unions"));
    expect(types.match(/^export (interface|type) ListPart\b/gm)).toHaveLength(1);
    expect(types).not.toMatch(/^export (interface|type) \w*[0-9]\b/m);
  });

  it("keeps a name that stands for another definition", async () => {
    const types = await typesOf(schemasWithData({ $ref: "#/$defs/Other" }, { Other: { type: "boolean" } }));
    expect(types).toContain("export type Data = Other;");
  });

  it("has an index signature for maps alone", async () => {
    expect(await typesOf(schemasOf("unions"))).not.toContain("[k: string]");
    expect((await typesOf(schemasOf("limits"))).match(/\[k: string\]/g)).toHaveLength(1);
  });

  it("has no line over 120 characters", async () => {
    const long = "word ".repeat(200).trim();
    const types = await typesOf(
      schemasWithData({ type: "object", additionalProperties: true, description: long, properties: {} }),
    );
    expect(Math.max(...types.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  it("cannot be ended by a description", async () => {
    const types = await typesOf(schemasWithData({ type: "string", description: "*/ export const evil = 1; /*" }));
    expect(types).toContain("/** *\\/ export const evil = 1; /* */\nexport type Data = string;");
  });
});

describe("the pass that makes types readonly", () => {
  it.each([
    ["interface A { a: string }", "interface A { readonly a: string }"],
    ["interface A { readonly a: string }", "interface A { readonly a: string }"],
    ["interface A { [k: string]: number[] }", "interface A { readonly [k: string]: readonly number[] }"],
    ["type A = string[][]", "type A = readonly (readonly string[])[]"],
    ["type A = string[][][]", "type A = readonly (readonly (readonly string[])[])[]"],
    ["type A = ({ a: B[] } | C)[]", "type A = readonly ({ readonly a: readonly B[] } | C)[]"],
    ['type A = "a: string[]" // a: string[]', 'type A = "a: string[]" // a: string[]'],
  ])("turns %s into %s", (code, expected) => {
    expect(makeReadonly(code)).toBe(expected);
  });
});
