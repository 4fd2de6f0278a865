/** The leading words of one plain command. */

import type { PermissionPattern } from "@parlance/core";
import type { Compiled } from "./compiled.js";

/** Longer commands are refused: in UTF-16 code units. */
const MAX_COMMAND = 4096;

/**
 * A pattern that matches commands whose first words are its words, letter by letter. After them a word that begins with `-` must be
 * one of the pattern's own words, unless the pattern lets any through: an option can make most programs run or write anything. Other
 * words are free, and so is the meaning of the words themselves: which program a name stands for is up to whoever runs the command.
 */
export function compileCommandPrefix(prefix: string, options: PermissionPattern["options"] = "spelled"): Compiled {
  const words = plainWords(prefix);
  if (words === undefined) return { ok: false, expected: PLAIN_COMMAND };
  if (words[0] === "" || words[0]?.includes("="))
    return { ok: false, expected: "the name of a program as the first word" };
  return {
    ok: true,
    matches: (command) => {
      const given = plainWords(command);
      if (given === undefined || !words.every((word, at) => word === given[at])) return false;
      return (
        options === "any" || given.slice(words.length).every((word) => !word.startsWith("-") || words.includes(word))
      );
    },
  };
}

/**
 * The words of a command that is nothing but words; undefined for every other one, and for one that a POSIX shell, PowerShell and
 * the command prompt of Windows could take apart in different ways.
 */
function plainWords(command: string): readonly string[] | undefined {
  if (command.length > MAX_COMMAND || !PLAIN.test(command)) return undefined;
  return command.match(WORDS)?.map((word) => word.replace(QUOTED_TEXTS, "$1$2"));
}

const PLAIN_COMMAND =
  "one command of plain words, quoted where they need it, without operators, variables, wildcards, escapes and line breaks";

/**
 * Nothing in it has a meaning to any shell. A tilde stands for a folder only where a name does not come before it, as in `HEAD~1`; of what a
 * comma joins, PowerShell makes several words, so none of them may be an option.
 */
const BARE = `(?:[A-Za-z0-9_@+=:./-]|,(?!["'-])|(?<=[A-Za-z0-9])~)`;

/** Refused even between quotes: controls, what some shell expands or escapes with there, and the curly quotes, which close others in PowerShell. */
const NEVER = String.raw`\p{C}\p{Zl}\p{Zp}\\$!%^\x60\u2018-\u201f`;

/** Two double quotes in a row are one in the text to PowerShell, and on Windows the end of the text to some programs. */
const DOUBLE_QUOTED = `"[^"${NEVER}]*"(?!")`;

/** The command prompt of Windows does not know single quotes: what is an operator to it, or an option after a space, stays one there. */
const SINGLE_QUOTED = `'(?:(?! -)[^'"&|<>()${NEVER}])*'`;
const QUOTED = `(?:${DOUBLE_QUOTED}|${SINGLE_QUOTED})`;

/** To zsh a bare `=ls` is the path of the program; to PowerShell a word ends with the quote that it began with. */
const WORD = `(?:(?!=)${BARE}(?:${BARE}|${QUOTED})*|${QUOTED})`;
const PLAIN: RegExp = /* @__PURE__ */ new RegExp(`^ *${WORD}(?: +${WORD})* *$`, "u");

/** The words of a text that `PLAIN` has let through, with their quotes: there a quote ends at the next one of its kind. */
const WORDS = /(?:[^ "']|"[^"]*"|'[^']*')+/g;
const QUOTED_TEXTS = /"([^"]*)"|'([^']*)'/g;
