/** What commands share in the way they read their arguments and show their examples. */

import { VERSIONS } from "@parlance/core";
import { Argument, InvalidArgumentError } from "commander";

const STDIN = "- for standard input, which is also read where something is piped in";

/** A version of the contract that this command knows. */
export function parseVersion(text: string): number {
  const version = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!VERSIONS.includes(version)) throw new InvalidArgumentError(`Known versions are ${VERSIONS.join(", ")}.`);
  return version;
}

/** The files that a command reads; where none is named, what is piped into it. */
export function fileArgument(purpose: string): Argument {
  return new Argument("[file...]", `${purpose}: files, folders or patterns; ${STDIN}`);
}

/** The one file that a command rewrites; where none is named, what is piped into it. */
export function inputArgument(): Argument {
  return new Argument("[in]", `the history to read; ${STDIN}`);
}

/** The examples at the end of a command's help: what to type, and what it is for. */
export function examples(lines: readonly (readonly [command: string, purpose: string])[]): string {
  return `\nExamples:\n${lines.map(([command, purpose]) => `  # ${purpose}\n  $ ${command}`).join("\n")}\n`;
}

/** The text of a command's help; commander breaks it into lines as wide as the terminal. */
export function paragraphs(...texts: readonly string[]): string {
  return texts.join("\n\n");
}
