/** `parlance tool-schema`: prints the JSON Schema of a TypeScript type, for the parameters of a tool. */

import { access, constants, stat } from "node:fs/promises";
import type { Command } from "commander";
import { CommandFailure, fileFailure } from "../failure.js";
import { commitTargets } from "../output/commit.js";
import { openTarget } from "../output/target.js";
import { visibleText } from "../terminal/visible.js";
import { loadGenerator } from "../typescript/generator.js";
import { readSource } from "../typescript/source.js";
import { schemaOfType } from "../typescript/type-schema.js";
import { examples, paragraphs } from "./arguments.js";

interface ToolSchemaOptions {
  readonly output: string;
}

export function addToolSchema(program: Command): void {
  program
    .command("tool-schema")
    .summary("print the JSON Schema of a TypeScript type, for the parameters of a tool")
    .description(
      paragraphs(
        "Prints the JSON Schema (draft-07) of a TypeScript type that describes the arguments of a tool: self-contained, an object at its root, and closed where the type has no index signature. JSDoc comments become descriptions, tags such as @minimum and @pattern become keywords, and methods are left out. The file is checked as the nearest tsconfig.json says.",
        "Needs the package ts-json-schema-generator beside this command: npm install ts-json-schema-generator@2.4.0",
      ),
    )
    .usage("[options] <file>#<type>")
    .argument("<file#type>", "a TypeScript file, and a type that it declares or exports")
    .option("-o, --output <out>", "the file to write, in a folder that is made if need be", "-")
    .addHelpText(
      "after",
      examples([
        ["parlance tool-schema src/tools.ts#WriteFileArgs", "print the parameters of a tool"],
        ["parlance tool-schema src/tools.ts#WriteFileArgs -o schemas/write-file.json", "write them to a file"],
      ]),
    )
    .action(printToolSchema);
}

async function printToolSchema(place: string, { output }: ToolSchemaOptions): Promise<void> {
  const { file, type } = parsePlace(place);
  await refuseUnreadable(file);
  const generator = await loadGenerator();
  const schema = schemaOfType(generator, readSource(generator, file), type);
  await write(output, `${JSON.stringify(schema, null, 2)}\n`);
}

/** A file name may have a number sign of its own. */
function parsePlace(place: string): { readonly file: string; readonly type: string } {
  const end = place.lastIndexOf("#");
  const type = place.slice(end + 1);
  if (end > 0 && type !== "") return { file: place.slice(0, end), type };
  throw new CommandFailure(`${visibleText(place)} names no type; write it as src/tools.ts#WriteFileArgs`);
}

const TYPESCRIPT = /\.[cm]?tsx?$/i;

/** The compiler would only say that there is nothing. */
async function refuseUnreadable(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK);
    if ((await stat(file)).isDirectory()) throw Object.assign(new Error("not a file"), { code: "EISDIR" });
  } catch (error) {
    throw fileFailure("read", file, error);
  }
  if (!TYPESCRIPT.test(file)) throw new CommandFailure(`${visibleText(file)} is not a TypeScript file`);
}

/** All or nothing. */
async function write(output: string, text: string): Promise<void> {
  const target = await openTarget(output);
  try {
    await target.write(Buffer.from(text));
    await commitTargets([target]);
  } finally {
    await target.close();
  }
}
