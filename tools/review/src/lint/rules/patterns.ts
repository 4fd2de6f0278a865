/** PP10 to PP12: patterns that every regular expression engine reads alike, and none can be made slow by. */
import type { Rule } from "../finding.js";
import { arrayOf, isObject, objectOf, pointerTo } from "../json.js";
import { PatternError, parsePattern } from "../pattern/parse.js";
import type { PatternNode } from "../pattern/tree.js";
import {
  anchorsCoverNewline,
  findsNewline,
  hasNestedQuantifier,
  hasOverlappingAlternatives,
  isAnchored,
  lengthOf,
} from "../pattern/tree.js";
import type { Place } from "../places.js";
import type { SchemaSet } from "../schema-set.js";

interface PatternPlace {
  readonly file: string;
  readonly pointer: string;
  readonly place: Place;
  readonly pattern: string;
}

const pp10: Rule = {
  id: "PP10",
  sentence:
    "A pattern is ASCII and made of literals, classes, `+ * ? {n,m}`, groups, `|`, `^` and `$`; a backslash precedes only punctuation and n, r, t.",
  mend: "Spell the class out: `[0-9]` for `\\d`, `[A-Za-z0-9_]` for `\\w`, `[^\\n]` for `.`.",
  bundles: true,
  *check(set) {
    for (const { file, pointer, pattern } of patternsOf(set)) {
      try {
        parsePattern(pattern);
      } catch (error) {
        if (!(error instanceof PatternError)) throw error;
        yield { file, pointer, message: `The pattern uses ${error.message}.` };
      }
    }
  },
};

const pp11: Rule = {
  id: "PP11",
  sentence: "An anchored pattern has an exact `maxLength`, or excludes the line break explicitly.",
  mend: 'Give `maxLength` the length that the pattern has, or add `"not": { "pattern": "\\n" }` beside it: in Python `$` also matches before a last line break, in Ruby at each line.',
  bundles: true,
  *check(set) {
    for (const { file, pointer, place, node } of parsedPatterns(set)) {
      if (!isAnchored(node) || anchorsCoverNewline(node) || isExact(place, node) || excludesNewline(place)) continue;
      yield { file, pointer, message: "The pattern is anchored, and a line break at the end could pass." };
    }
  },
};

const pp12: Rule = {
  id: "PP12",
  sentence: "A pattern has no quantifier inside a repeated group, and no two alternatives that begin alike.",
  mend: "Rewrite the pattern so that each character can be matched in one way only: factor the common beginning out, or bound the repetition by `maxLength`.",
  bundles: true,
  *check(set) {
    for (const { file, pointer, node } of parsedPatterns(set)) {
      if (hasNestedQuantifier(node)) yield { file, pointer, message: "A repeated group holds another quantifier." };
      if (hasOverlappingAlternatives(node))
        yield { file, pointer, message: "Two alternatives can begin with the same character." };
    }
  },
};

export const patternRules: readonly Rule[] = [pp10, pp11, pp12];

function* patternsOf(set: SchemaSet): Iterable<PatternPlace> {
  for (const place of set.places) {
    const pattern = place.schema.pattern;
    if (typeof pattern !== "string") continue;
    yield { file: place.file, pointer: pointerTo(place.pointer, "pattern"), place, pattern };
  }
}

/** Those that PP10 accepts. */
function* parsedPatterns(set: SchemaSet): Iterable<PatternPlace & { readonly node: PatternNode }> {
  for (const each of patternsOf(set)) {
    try {
      yield { ...each, node: parsePattern(each.pattern) };
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
    }
  }
}

function isExact(place: Place, node: PatternNode): boolean {
  const { min, max } = lengthOf(node);
  return min === max && place.schema.maxLength === max;
}

function excludesNewline(place: Place): boolean {
  const around = [place.schema, ...(place.position === "allOf" && place.parent ? [place.parent.schema] : [])];
  return around
    .flatMap((schema) => [schema, ...arrayOf(schema.allOf).filter(isObject)])
    .map((schema) => objectOf(schema.not).pattern)
    .some((pattern) => typeof pattern === "string" && isNewlineFinder(pattern));
}

function isNewlineFinder(pattern: string): boolean {
  try {
    return findsNewline(parsePattern(pattern));
  } catch {
    return false;
  }
}
