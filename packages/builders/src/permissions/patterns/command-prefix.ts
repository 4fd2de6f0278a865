/** The leading words of one plain command. */

import parse from "shell-quote/parse.js";
import type { Compiled } from "./compiled.js";

/** Longer commands are refused: in UTF-16 code units. */
const MAX_COMMAND = 4096;

/**
 * A pattern that matches commands whose first words are its words, letter by letter. What follows them is free, and so is the
 * meaning of the words themselves: which program a name stands for is up to whoever runs the command.
 */
export function compileCommandPrefix(prefix: string): Compiled {
  const words = plainWords(prefix);
  if (words === undefined) return { ok: false, expected: PLAIN_COMMAND };
  if (words[0] === "" || words[0]?.includes("="))
    return { ok: false, expected: "the name of a program as the first word" };
  return {
    ok: true,
    matches: (command) => {
      const given = plainWords(command);
      return given !== undefined && words.every((word, at) => word === given[at]);
    },
  };
}

/**
 * The words of a command that is nothing but words; undefined for every other one, and for one that a POSIX shell, PowerShell and
 * the command prompt of Windows could take apart in different ways.
 */
function plainWords(command: string): readonly string[] | undefined {
  if (command.length > MAX_COMMAND || !PLAIN.test(command)) return undefined;
  const words = parse(command);
  return words.every((word) => typeof word === "string") ? words : undefined;
}

const PLAIN_COMMAND =
  "one command of plain words, quoted where they need it, without operators, variables, wildcards, escapes and line breaks";

/** Nothing in it has a meaning to any shell. A tilde stands for a folder only where a name does not come before it, as in `HEAD~1`. */
const BARE = "(?:[A-Za-z0-9_@+=:,./-]|(?<=[A-Za-z0-9])~)";

/** Refused even between quotes: controls, what some shell expands or escapes with there, and the curly quotes, which close others in PowerShell. */
const NEVER = String.raw`\p{C}\p{Zl}\p{Zp}\\$!%^\x60\u2018-\u201f`;
const DOUBLE_QUOTED = `"[^"${NEVER}]*"`;

/** The command prompt of Windows does not know single quotes: what is an operator to it stays one there. */
const SINGLE_QUOTED = `'[^'"&|<>()${NEVER}]*'`;

const WORD = `(?:${BARE}|${DOUBLE_QUOTED}|${SINGLE_QUOTED})+`;
const PLAIN: RegExp = /* @__PURE__ */ new RegExp(`^ *${WORD}(?: +${WORD})* *$`, "u");
