/** What can be typed after `parlance`, gathered from the commands themselves, for the scripts that complete it in a shell. */

import type { Command, Option } from "commander";

export interface OptionWords {
  /** `-o` and `--output`. */
  readonly flags: readonly string[];
  readonly about: string;
  /** Whether a word has to follow. */
  readonly takesValue: boolean;
  /** The words that may follow; empty where it may be any, such as the name of a file. */
  readonly values: readonly string[];
}

export interface CommandWords {
  readonly name: string;
  readonly about: string;
  readonly options: readonly OptionWords[];
  /** The words that its argument may be; empty where it may be any, such as the name of a file. */
  readonly values: readonly string[];
}

/** @param types The types that there is a schema of. */
export function commandWords(program: Command, types: readonly string[]): readonly CommandWords[] {
  const commands = program.commands.map((command) => ({
    name: command.name(),
    about: command.summary(),
    options: [...command.options.map(optionWords), HELP],
    values: command.registeredArguments[0]?.argChoices ?? (command.name() === "schema" ? types : []),
  }));
  const names = commands.map(({ name }) => name);
  return [...commands, { name: "help", about: "print the help of a command", options: [], values: names }];
}

const HELP: OptionWords = { flags: ["-h", "--help"], about: "print this help", takesValue: false, values: [] };

function optionWords({ short, long, description, required, argChoices }: Option): OptionWords {
  const flags = [short, long].filter((flag) => flag !== undefined);
  return { flags, about: description, takesValue: required, values: argChoices ?? [] };
}

/** Text for a shell, in single quotes. */
export function quotedForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** For each option after which only some words make sense: a line of a shell's `case` on `command:option`. */
export function valueCases(
  commands: readonly CommandWords[],
  body: (values: readonly string[]) => string,
): readonly string[] {
  return commands.flatMap(({ name, options }) =>
    options
      .filter(({ values }) => values.length > 0)
      .map(({ flags, values }) => `    ${flags.map((flag) => `${name}:${flag}`).join("|")}) ${body(values)} ;;`),
  );
}
