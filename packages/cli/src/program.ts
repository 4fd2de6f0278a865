/** The command line as a whole: its commands, its help, and how it answers to a line that it does not understand. */

import { readFileSync } from "node:fs";
import { Command } from "commander";
import { examples } from "./commands/arguments.js";
import { addCompletion } from "./commands/completion.js";
import { addExport } from "./commands/export.js";
import { addImport } from "./commands/import.js";
import { addInspect } from "./commands/inspect.js";
import { addMigrate } from "./commands/migrate.js";
import { addPipe } from "./commands/pipe.js";
import { addRepair } from "./commands/repair.js";
import { addSchema } from "./commands/schema.js";
import { addToolSchema } from "./commands/tool-schema.js";
import { addValidate } from "./commands/validate.js";
import { paintFor } from "./terminal/paint.js";
import { visibleLines } from "./terminal/visible.js";

/** In the order of the help. */
const COMMANDS = [
  ...[addValidate, addMigrate, addRepair, addPipe, addSchema, addInspect],
  ...[addImport, addExport, addToolSchema, addCompletion],
];

/** Makes the `parlance` command. It throws commander's errors instead of ending the process. */
export function createProgram(): Command {
  const program = new Command("parlance");
  program
    .description("Reads, checks and migrates stored histories of LLM agents.")
    .version(packageVersion(), "-V, --version", "print the version of this command")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    // `schema` has a --version of its own; this keeps the two apart.
    .enablePositionalOptions()
    .exitOverride()
    // An argument that commander does not understand may come from a file name.
    .configureOutput({ outputError: (text, write) => write(visibleLines(text)) })
    .configureHelp({ styleTitle: (title) => paintFor(process.stdout).bold(title) })
    .addHelpText(
      "after",
      `${examples([
        ["parlance validate session.ndjson", "is it valid, and what is in it?"],
        ["parlance migrate session.ndjson -o session.ndjson", "bring it up to date"],
        ["parlance inspect session.ndjson", "look at it without reading what was said"],
      ])}\nExit codes: 0 the data are good, 1 the data are bad, 2 the command line is bad or a file cannot be opened.`,
    );
  for (const add of COMMANDS) add(program);
  for (const command of program.commands) command.showHelpAfterError(`Try: parlance ${command.name()} --help`);
  program.showHelpAfterError("Try: parlance --help");
  return program;
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return (manifest as { version: string }).version;
}
