/** `parlance tool-schema`: types of TypeScript as the parameters of tools. */

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { BadData } from "../src/failure.js";
import { loadGenerator } from "../src/typescript/generator.js";
import { readSource } from "../src/typescript/source.js";
import { schemaOfType } from "../src/typescript/type-schema.js";
import { COMMAND, ENVIRONMENT, run, temporaryFolder } from "./support/run.js";
import { runHere } from "./support/run-here.js";

const SENTINEL = "s3ntinel-7f1e";
const folder = temporaryFolder();
/** A copy of the command without what is optional. */
const home = temporaryFolder();

const TOOLS = `import type { Mode } from "./modes.js";
export type { Mode as FileMode } from "./modes.js";

/** What write_file takes. */
export interface WriteFileArgs {
  /**
   * Where to write.
   * @minLength 1
   */
  readonly path: string;
  /** What to write. */
  content: string;
  mode?: Mode;
  backup?: { suffix: string | null };
  labels?: Record<string, string>;
  then?: WriteFileArgs;
  describe(): string;
}
export type Renamed = WriteFileArgs;
interface Local { n: number }
export type Several = Local | { q: string };
export interface Boxed<Value> { value: Value }
export interface Callback {
  run: (${SENTINEL.replace("-", "_")}: string) => void;
}
export interface Mapped { sizes: Map<string, number> }
export interface Promised { text: Promise<string> }
export interface Binary { bytes?: Uint8Array[] }
export interface Large { id: bigint }
export interface Twice { a: string }
export interface Twice { b: string }
`;

mkdirSync(join(folder, "strange #1"));
writeFileSync(join(folder, "tools.ts"), TOOLS);
writeFileSync(join(folder, "modes.ts"), "export interface Mode { octal: number }\n");
writeFileSync(join(folder, "strange #1", "local.mts"), "interface Local { n: number }\nexport {};\n");
writeFileSync(join(folder, "broken.ts"), `export interface Args { a: Missing }\nconst n: number = "${SENTINEL}";\n`);
// A small library is read faster.
const OPTIONS = { strict: true, lib: ["es5", "es2015.collection"], types: [], module: "nodenext", target: "es2022" };
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: OPTIONS }));

const toolSchema = async (...args: readonly string[]): ReturnType<typeof runHere> =>
  runHere(["tool-schema", ...args], { cwd: folder });

const WRITE_FILE = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {
    path: { type: "string", description: "Where to write.", minLength: 1 },
    content: { type: "string", description: "What to write." },
    mode: { $ref: "#/definitions/Mode" },
    backup: {
      type: "object",
      properties: { suffix: { type: ["string", "null"] } },
      required: ["suffix"],
      additionalProperties: false,
    },
    labels: { type: "object", additionalProperties: { type: "string" } },
    [`${"then"}`]: { $ref: "#" },
  },
  required: ["path", "content"],
  additionalProperties: false,
  description: "What write_file takes.",
  definitions: {
    Mode: {
      type: "object",
      properties: { octal: { type: "number" } },
      required: ["octal"],
      additionalProperties: false,
    },
  },
};

describe("types as JSON Schema", () => {
  it("a type is printed with descriptions, tags, imports, maps and itself, closed, in the order of the declaration", async () => {
    const { code, stdout, stderr } = await toolSchema("tools.ts#WriteFileArgs");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`${JSON.stringify(WRITE_FILE, null, 2)}\n`);
  });

  it("a type is printed also by another name, into a file in a folder that was not there", () => {
    const { code, stdout, stderr } = run(["tool-schema", "tools.ts#Renamed", "-o", "made/write-file.json"], {
      cwd: folder,
    });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(JSON.parse(readFileSync(join(folder, "made/write-file.json"), "utf8"))).toEqual(WRITE_FILE);
    expect(readdirSync(join(folder, "made"))).toEqual(["write-file.json"]);
  });

  it("a type is printed also when it is not exported, and the file has a number sign in its path", async () => {
    const { code, stdout } = await toolSchema("strange #1/local.mts#Local");
    expect({ code, properties: JSON.parse(stdout).properties }).toEqual({
      code: 0,
      properties: { n: { type: "number" } },
    });
  });
});

describe("exit code 1 and the place are given for", () => {
  it("a type that is not an object, and nothing is written", async () => {
    const { code, stdout, stderr } = await toolSchema("tools.ts#Several", "-o", "never.json");
    const message = "parlance: tools.ts:21:13: Several is not an object type, which arguments must have\n";
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "", stderr: message });
    expect(existsSync(join(folder, "never.json"))).toBe(false);
  });

  it("a file with errors, without a word of it", async () => {
    const { code, stdout, stderr } = await toolSchema("broken.ts#Args");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe("parlance: broken.ts has errors:\n  broken.ts:1:28 TS2304\n  broken.ts:2:7 TS2322\n");
  });
});

describe("the types of a file", async () => {
  const generator = await loadGenerator();
  const source = readSource(generator, join(folder, "tools.ts"));
  const schemaOf = (type: string): unknown => schemaOfType(generator, { ...source, name: "tools.ts" }, type);

  it("a type that the file passes on from another file is found", () => {
    expect(schemaOf("FileMode")).toEqual({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { octal: { type: "number" } },
      required: ["octal"],
      additionalProperties: false,
    });
  });

  it.each([
    ["Boxed", "tools.ts:22:18: Boxed is generic; give it a name with its arguments filled in"],
    ["Callback", "tools.ts:24:8: JSON Schema cannot say this type"],
    ["Mapped", "tools.ts:26:34: JSON Schema cannot say this type"],
    ["Promised", "tools.ts:27:35: JSON Schema cannot say this type"],
    ["Binary", "tools.ts:28:35: JSON Schema cannot say this type"],
    ["Large", "tools.ts:29:30: JSON Schema cannot say this type"],
    ["Twice", "tools.ts:30:18: Twice is declared in more than one place"],
  ])("%s is refused", (type, message) => {
    expect(() => schemaOf(type)).toThrow(new BadData(message));
  });
});

it("exit code 2 is given for a type that is not there, with those that are", async () => {
  const { code, stdout, stderr } = await toolSchema("tools.ts#\u001b[31mArgs");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toBe(
    "parlance: tools.ts has no type \\u001b[31mArgs; it has WriteFileArgs, Renamed, Local, Several, Boxed, Callback, Mapped, Promised, Binary, Large, Twice, FileMode\n",
  );
});

it("the command does without ts-json-schema-generator until it is asked for a type, and then says what to install", () => {
  const own = dirname(dirname(COMMAND));
  cpSync(join(own, "dist"), join(home, "dist"), { recursive: true });
  cpSync(join(own, "package.json"), join(home, "package.json"));
  mkdirSync(join(home, "node_modules"));
  for (const name of ["@parlance", "commander", "picocolors"])
    symlinkSync(join(own, "node_modules", name), join(home, "node_modules", name));
  const command = (...args: readonly string[]): readonly unknown[] => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(home, "dist/main.js"), ...args], {
      cwd: folder,
      env: ENVIRONMENT,
      encoding: "utf8",
    });
    return [status, stdout.slice(0, 5), stderr];
  };
  expect(command("schema", "text")).toEqual([0, '{\n  "', ""]);
  expect(command("tool-schema", "tools.ts#WriteFileArgs")).toEqual([
    2,
    "",
    "parlance: tool-schema needs one more package beside this command: npm install ts-json-schema-generator@2.4.0\n",
  ]);
});
