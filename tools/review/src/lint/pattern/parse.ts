/** A parser of the patterns that every regular expression engine reads alike (rule PP10); what it cannot read is not portable. */
import type { CharacterSet, PatternNode } from "./tree.js";

/** Why a pattern is not in the portable subset. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

const ASCII_END = 128;
/** RE2 refuses larger counts. */
const MAX_COUNT = 1000;
/** Characters that ECMAScript with the u flag lets a backslash precede, outside of a class. */
const ESCAPABLE = "^$\\.*+?()[]{}|/";
const ESCAPABLE_IN_CLASS = `${ESCAPABLE}-`;
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
const COUNT = /\{([0-9]+)(,([0-9]*))?\}/y;

/**
 * Parses a pattern of the subset: ASCII literals, classes, `+ * ? {n,m}`, groups, `|`, `^`, `$`.
 * @throws PatternError when the pattern uses anything else.
 */
export function parsePattern(pattern: string): PatternNode {
  const parser = new Parser(pattern);
  return parser.parse();
}

class Parser {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  parse(): PatternNode {
    const outside = [...this.#pattern].findIndex((character) => (character.codePointAt(0) ?? 0) >= ASCII_END);
    if (outside !== -1) throw new PatternError(`a character that is not ASCII, at ${outside}`);
    const node = this.#choice();
    if (this.#at < this.#pattern.length) throw new PatternError("a closing parenthesis without an opening one");
    return node;
  }

  #choice(): PatternNode {
    const branches = [this.#sequence()];
    while (this.#take("|")) branches.push(this.#sequence());
    return branches.length === 1 && branches[0] !== undefined ? branches[0] : { kind: "choice", branches };
  }

  #sequence(): PatternNode {
    const nodes: PatternNode[] = [];
    while (this.#at < this.#pattern.length && this.#peek() !== "|" && this.#peek() !== ")") {
      nodes.push(this.#quantified());
    }
    return { kind: "sequence", nodes };
  }

  #quantified(): PatternNode {
    const node = this.#atom();
    const count = this.#count();
    if (count === undefined) return node;
    if (node.kind === "start" || node.kind === "end") throw new PatternError("a quantifier after an anchor");
    if ("?+".includes(this.#peek() || " ")) throw new PatternError("a lazy or possessive quantifier");
    if ("*{".includes(this.#peek() || " ")) throw new PatternError("a quantifier after a quantifier");
    return { kind: "repeat", node, ...count };
  }

  #count(): { min: number; max: number } | undefined {
    if (this.#take("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#take("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#take("?")) return { min: 0, max: 1 };
    if (this.#peek() !== "{") return undefined;
    COUNT.lastIndex = this.#at;
    const match = COUNT.exec(this.#pattern);
    if (match === null) throw new PatternError("a brace that is not `{n}`, `{n,}` or `{n,m}`");
    this.#at += match[0].length;
    const min = Number(match[1]);
    const max = upperBound(min, match[2], match[3]);
    if (min > max) throw new PatternError("a count whose bounds are swapped");
    if (min > MAX_COUNT || (max > MAX_COUNT && max !== Number.POSITIVE_INFINITY)) {
      throw new PatternError(`a count over ${MAX_COUNT}, which RE2 refuses`);
    }
    return { min, max };
  }

  #atom(): PatternNode {
    const next = this.#peek();
    this.#at += 1;
    switch (next) {
      case "(":
        return this.#group();
      case "[":
        return { kind: "characters", set: this.#class() };
      case "\\":
        return single(this.#escape(ESCAPABLE));
      case ".":
        throw new PatternError("`.`, which engines read differently at line breaks; write a class");
      case "^":
        return { kind: "start" };
      case "$":
        return { kind: "end" };
      case "*":
      case "+":
      case "?":
        throw new PatternError("a quantifier with nothing before it");
      case "{":
      case "}":
      case "]":
        throw new PatternError(`a bare \`${next}\`; put a backslash before it`);
      default:
        return single(next.charCodeAt(0));
    }
  }

  #group(): PatternNode {
    if (this.#peek() === "?") {
      if (!this.#pattern.startsWith("?:", this.#at)) throw new PatternError("look-around, a named group or a flag");
      this.#at += 2;
    }
    const node = this.#choice();
    if (!this.#take(")")) throw new PatternError("a group that is not closed");
    return node;
  }

  #class(): CharacterSet {
    const negated = this.#take("^");
    const ascii = new Set<number>();
    const start = this.#at;
    while (!this.#take("]")) {
      const low = this.#classMember(start);
      const high = this.#rangeEnd(start) ?? low;
      if (high < low) throw new PatternError("a class range whose ends are swapped");
      for (let code = low; code <= high; code += 1) ascii.add(code);
    }
    if (ascii.size === 0) throw new PatternError("an empty class");
    if (!negated) return { ascii, beyond: false };
    const others = Array.from({ length: ASCII_END }, (_, code) => code).filter((code) => !ascii.has(code));
    return { ascii: new Set(others), beyond: true };
  }

  #rangeEnd(start: number): number | undefined {
    if (this.#peek() !== "-" || this.#pattern[this.#at + 1] === "]") return undefined;
    this.#at += 1;
    return this.#classMember(start);
  }

  #classMember(start: number): number {
    const next = this.#peek();
    if (next === "") throw new PatternError("a class that is not closed");
    this.#at += 1;
    if (next === "\\") return this.#escape(ESCAPABLE_IN_CLASS);
    if (next === "[") throw new PatternError("a bare `[` in a class, which Java and Ruby read as a class inside");
    if ("&~|-".includes(next) && this.#peek() === next)
      throw new PatternError("a doubled sign in a class, a set operation in Java, Ruby and Python");
    if (next === "-" && this.#at - 1 !== start && this.#peek() !== "]")
      throw new PatternError("a bare `-` inside a class");
    return next.charCodeAt(0);
  }

  #escape(escapable: string): number {
    const next = this.#peek();
    this.#at += 1;
    const control = Object.hasOwn(CONTROLS, next) ? CONTROLS[next] : undefined;
    if (control !== undefined) return control.charCodeAt(0);
    if (next === "" || !escapable.includes(next)) throw new PatternError(`the escape \`\\${next}\``);
    return next.charCodeAt(0);
  }

  #peek(): string {
    return this.#pattern[this.#at] ?? "";
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }
}

function upperBound(min: number, comma: string | undefined, digits: string | undefined): number {
  if (comma === undefined) return min;
  return digits === "" || digits === undefined ? Number.POSITIVE_INFINITY : Number(digits);
}

function single(code: number): PatternNode {
  return { kind: "characters", set: { ascii: new Set([code]), beyond: false } };
}
