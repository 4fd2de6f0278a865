/** `parlance schema`: prints the JSON Schema of a type, self-contained. */

import { CURRENT_VERSION } from "@parlance/core";
import { contractSchemaOf, SCHEMA_NAMES, type SchemaDialect, type SchemaName, schemaOf } from "@parlance/core/schemas";
import { type Command, Option } from "commander";
import { CommandFailure } from "../failure.js";
import { nearName } from "../terminal/near-names.js";
import { writeToStdout } from "../terminal/printer.js";
import { visibleText } from "../terminal/visible.js";
import { examples, paragraphs, parseVersion } from "./arguments.js";

interface SchemaOptions {
  readonly version?: number;
  readonly dialect: SchemaDialect;
  /** False for `--no-id`. */
  readonly id: boolean;
}

export function addSchema(program: Command): void {
  program
    .command("schema")
    .summary("print the JSON Schema of a version or of a type, self-contained")
    .description(
      paragraphs(
        "Prints the JSON Schema of one type, with everything it refers to inside. Without a type: that of the whole version, which any message satisfies, with all types inside.",
        ...Object.entries(SCHEMA_NAMES).map(([version, names]) => `Types of version ${version}: ${names.join(", ")}.`),
      ),
    )
    .argument("[type]", "the name of the type, such as tool_request")
    .option(
      "--version <version>",
      `the version of the contract (default: ${CURRENT_VERSION}, the current one)`,
      parseVersion,
    )
    .addOption(
      new Option("--dialect <dialect>", "the dialect of JSON Schema")
        .choices(["2020-12", "draft-07"])
        .default("2020-12"),
    )
    .option("--no-id", "leave out the $id, for tools that fail on one")
    .addHelpText(
      "after",
      examples([
        ["parlance schema > schema.json", "the schema that any message satisfies"],
        ["parlance schema tool_request", "the schema of one type"],
        ["parlance schema text --version 1 --dialect draft-07", "for an older contract and an older validator"],
      ]),
    )
    .action(printSchema);
}

async function printSchema(type: string | undefined, options: SchemaOptions): Promise<void> {
  const { version = CURRENT_VERSION, dialect, id } = options;
  const asked = { version, dialect, id };
  const schema = type === undefined ? contractSchemaOf(asked) : schemaOf(schemaName(type, version), asked);
  await writeToStdout(`${JSON.stringify(schema, null, 2)}\n`);
}

/** File names write a type with hyphens; both spellings are taken. */
function schemaName(type: string, version: number): SchemaName {
  const names = SCHEMA_NAMES[version] ?? [];
  const name = type.replaceAll("-", "_");
  const found = names.find((candidate) => candidate === name);
  if (found !== undefined) return found;
  const near = nearName(name, names);
  const suggestion = near === undefined ? "" : ` (did you mean ${near}?)`;
  throw new CommandFailure(
    `version ${version} has no type ${visibleText(type)}${suggestion}; it has ${names.join(", ")}`,
  );
}
