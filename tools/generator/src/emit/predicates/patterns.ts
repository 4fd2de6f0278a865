/** What can be read off a regular expression without running it. */

/** One hexadecimal digit in either case, its ranges in any order. */
const HEX = "\\[(?=[^\\]]*0-9)(?=[^\\]]*a-f)(?=[^\\]]*A-F)(?:0-9|a-f|A-F){3}\\]";
const UUID_PATTERN = new RegExp(`^\\^${HEX}\\{8\\}(?:-${HEX}\\{4\\}){3}-${HEX}\\{12\\}\\$$`);

/** Whether the pattern accepts exactly UUIDs with hyphens, in either case. */
export function isUuidPattern(pattern: string): boolean {
  return UUID_PATTERN.test(pattern.replaceAll(/\(\?:-(\[[^\]]*\])\{4\}\)\{3\}/g, "-$1{4}-$1{4}-$1{4}"));
}

/** Whether every text that a pattern accepts stands in JSON as it is: printable ASCII without quotes and backslashes. */
export function excludesEscapes(pattern: string): boolean {
  const anchored = /^\^(.*)\$$/s.exec(pattern)?.[1];
  if (anchored === undefined || hasTopLevelAlternative(anchored)) return false;
  return charactersOf(anchored)?.every(isPlain) ?? false;
}

/** Whether a text in which the pattern, a negated class, finds nothing stands in JSON as it is. */
export function admitsOnlyPlain(pattern: string): boolean {
  const content = /^\[\^((?:\\.|[^\]\\])+)\]$/.exec(pattern)?.[1];
  return content !== undefined && (classCharacters(content)?.every(isPlain) ?? false);
}

function isPlain(char: string): boolean {
  return char >= " " && char <= "~" && char !== '"' && char !== "\\";
}

function hasTopLevelAlternative(pattern: string): boolean {
  let depth = 0;
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (token.startsWith("(")) depth++;
    if (token === ")") depth--;
    if (token === "|" && depth === 0) return true;
  }
  return false;
}

/** An escape, a class, a repetition, the start of a group, or one character. */
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|\{[0-9,]*\}|\(\?:|[\s\S]/gu;

/** The characters that a pattern names, ranges as their ends; undefined for what is not understood. */
function charactersOf(pattern: string): string[] | undefined {
  const characters: string[] = [];
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (token === "." || token.startsWith("[^")) return undefined;
    if (/^(?:\{.*\}|\(\?:|[()|?*+^$])$/.test(token)) continue;
    const named = token.startsWith("[") ? classCharacters(token.slice(1, -1)) : escaped(token);
    if (named === undefined) return undefined;
    characters.push(...named);
  }
  return characters;
}

function classCharacters(content: string): string[] | undefined {
  const named = [...content.matchAll(/\\.|[\s\S]/gu)].map(([token]) => escaped(token));
  return named.every((one) => one !== undefined) ? named.flat() : undefined;
}

/** The character that an escape stands for; classes such as `\d` are not understood. */
function escaped(token: string): string[] | undefined {
  if (!token.startsWith("\\")) return [token];
  return /^\\[^A-Za-z0-9]$/.test(token) ? [token.slice(1)] : undefined;
}
