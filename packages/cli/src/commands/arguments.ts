/** What commands share in the way they read their arguments and show their examples. */

import { VERSIONS } from "@parlance/core";
import { InvalidArgumentError } from "commander";

/** A version of the contract that this command knows. */
export function parseVersion(text: string): number {
  const version = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!VERSIONS.includes(version)) throw new InvalidArgumentError(`Known versions are ${VERSIONS.join(", ")}.`);
  return version;
}

/** The examples at the end of a command's help: what to type, and what it is for. */
export function examples(lines: readonly (readonly [command: string, purpose: string])[]): string {
  return `\nExamples:\n${lines.map(([command, purpose]) => `  # ${purpose}\n  $ ${command}`).join("\n")}\n`;
}

/** The text of a command's help; commander breaks it into lines as wide as the terminal. */
export function paragraphs(...texts: readonly string[]): string {
  return texts.join("\n\n");
}
