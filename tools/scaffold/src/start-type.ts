/** Starts a message type in the newest version of a folder of schemas: its schema, its examples and its line in the union. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { versionsIn } from "@parlance/review";
import { type ExampleFiles, examplesOf } from "./type-examples.js";
import { TypeNameError, type TypeNames, typeNamesOf } from "./type-names.js";
import { typeSchema } from "./type-schema.js";

const UNION = "message/message.schema.json";
/** The last branch of the union, which takes every other type. */
const LAST_BRANCH = /^ *\{ "\$ref": "#\/\$defs\/UnknownMessage" \}/m;

export interface StartedType extends TypeNames {
  readonly version: number;
}

/**
 * Writes a message type with one text, which keeps all rules and can be generated from as it is.
 * @param schemas the folder with `v1`, `v2` and so on
 * @param name what the type is called, in words, in any of the usual ways: `audio-clip`, `audio_clip` or `AudioClip`
 * @throws TypeNameError when it is no name, or the newest version has such a type or root already
 */
export function startType(schemas: string, name: string): StartedType {
  const version = versionsIn(schemas).length;
  const folder = join(schemas, `v${version}`);
  const names = typeNamesOf(name);
  refuseTaken(folder, names);
  addToUnion(join(folder, UNION), names);
  writeJson(join(folder, "message", `${names.file}.schema.json`), typeSchema(names));
  writeExamples(join(folder, "examples", names.tag), examplesOf(names, version));
  return { ...names, version };
}

function refuseTaken(folder: string, { file, tag }: TypeNames): void {
  const isTaken =
    existsSync(join(folder, "message", `${file}.schema.json`)) || existsSync(join(folder, "examples", tag));
  if (isTaken) throw new TypeNameError("this name is taken");
}

/** The line stands above the branch for all other types. */
function addToUnion(path: string, { file }: TypeNames): void {
  const union = readFileSync(path, "utf8");
  const line = `    { "$ref": "${file}.schema.json" },\n`;
  const extended = union.replace(LAST_BRANCH, (last) => line + last);
  if (extended === union) throw new Error(`${path} has no branch for other types on a line of its own`);
  writeFileSync(path, extended);
}

function writeExamples(folder: string, examples: ExampleFiles): void {
  for (const [name, example] of Object.entries(examples)) writeJson(join(folder, `${name}.json`), example);
}

function writeJson(path: string, json: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(json, null, 2)}\n`, { flag: "wx" });
}
