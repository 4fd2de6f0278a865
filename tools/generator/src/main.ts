/** The generator's command: writes the generated folders of the packages, or checks that they are fresh. */

import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { generate, type Output } from "./generate.js";
import type { Difference } from "./output.js";
import { SchemaError } from "./schema-error.js";

const USAGE = `Usage: node tools/generator/dist/main.js [--check] [--schemas DIR] [--out DIR]

  --check        write nothing; name stale, missing and superfluous files and exit with 1 if there are any
  --schemas DIR  the folder of schemas (default: schemas)
  --out DIR      the folder that holds packages/, whose src/generated folders are written (default: this repository)`;

interface Command {
  readonly schemasDir: string;
  readonly outDir: string;
  readonly check: boolean;
}

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const command = readCommand(args);
  if (typeof command === "number") return command;
  try {
    const outputs = await generate(command);
    return command.check ? reportCheck(outputs, command.outDir) : reportWritten(outputs, command.outDir);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    console.error(`schemas: ${error.message}`);
    return 1;
  }
}

/** The command line, or the exit status when there is nothing to run. */
function readCommand(args: readonly string[]): Command | number {
  try {
    const options = {
      check: { type: "boolean" },
      schemas: { type: "string" },
      out: { type: "string" },
      help: { type: "boolean" },
    } as const;
    const { values } = parseArgs({ args: [...args], options });
    if (values.help === true) {
      console.log(USAGE);
      return 0;
    }
    return {
      check: values.check ?? false,
      schemasDir: values.schemas ?? fromRepository("schemas"),
      outDir: values.out ?? fromRepository(""),
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return 2;
  }
}

function fromRepository(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

function reportCheck(outputs: readonly Output[], outDir: string): number {
  const lines = describe(outputs, outDir, { stale: "stale", missing: "missing", superfluous: "superfluous" });
  if (lines.length === 0) {
    console.log("The generated files are fresh.");
    return 0;
  }
  console.error(`${lines.join("\n")}\nRun \`npm run generate\` and commit what it writes.`);
  return 1;
}

function reportWritten(outputs: readonly Output[], outDir: string): number {
  const lines = describe(outputs, outDir, { stale: "updated", missing: "created", superfluous: "removed" });
  console.log(lines.length === 0 ? "The generated files were fresh already." : lines.join("\n"));
  return 0;
}

type Words = Readonly<Record<keyof Difference, string>>;

function describe(outputs: readonly Output[], outDir: string, words: Words): string[] {
  const kinds = ["stale", "missing", "superfluous"] as const;
  return outputs.flatMap(({ folder, difference }) => {
    const from = relative(process.cwd(), join(outDir, folder));
    return kinds.flatMap((kind) => difference[kind].map((path) => `${words[kind].padEnd(12)}${from}/${path}`));
  });
}
