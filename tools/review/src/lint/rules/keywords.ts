/** PP01, PP02 and PP21: the keywords that may occur. */
import type { Found, Rule } from "../finding.js";
import type { Json } from "../json.js";
import { pointerTo } from "../json.js";
import type { Place } from "../places.js";
import type { SchemaSet } from "../schema-set.js";
import { ANNOTATIONS, ASSERTIONS, EXTENSIONS, REFUSED } from "../vocabulary.js";

const pp01: Rule = {
  id: "PP01",
  sentence: "Only keywords that draft-07 and 2020-12 share are used, those of the list in the dialect.",
  mend: "Say it with the keywords of the list; an annotation of our own begins with `x-`.",
  bundles: true,
  check: (set) =>
    eachKeyword(set, ({ keyword }) =>
      isListed(keyword) || isRefused(keyword) ? undefined : `The keyword \`${keyword}\` is not on the list.`,
    ),
};

const pp02: Rule = {
  id: "PP02",
  sentence:
    "No `unevaluated*`, `dependent*`, `$dynamic*`, `contains*`, `$anchor`, `multipleOf`, `prefixItems`, `patternProperties` or `contentSchema`, and no list of schemas under `items`.",
  mend: "State the condition with `if` and `then`, or the shape with a named definition of its own.",
  bundles: true,
  check: (set) =>
    eachKeyword(set, ({ keyword, value }) => {
      if (isRefused(keyword)) return `Engines disagree on \`${keyword}\`, or ignore it without a word.`;
      return keyword === "items" && Array.isArray(value)
        ? "A list under `items` means different things in different drafts."
        : undefined;
    }),
};

const pp21: Rule = {
  id: "PP21",
  sentence:
    "Vocabulary of our own begins with `x-` and is on the closed list: x-user-data, x-open-tag, x-note, x-enum-values, x-depth-limit, x-tags, x-role, x-model-text, x-keep-with, x-priority, x-summary, x-checks.",
  mend: "Use an annotation of the list with a value as it is meant, or put the remark into the description.",
  bundles: true,
  check: (set) =>
    eachKeyword(set, ({ keyword, value, place }) => {
      if (!keyword.startsWith("x-")) return undefined;
      const test = Object.hasOwn(EXTENSIONS, keyword) ? EXTENSIONS[keyword] : undefined;
      if (test === undefined) return `\`${keyword}\` is not on the list.`;
      return test(value, place.schema) ? undefined : `The value of \`${keyword}\` is not what the annotation holds.`;
    }),
};

export const keywordRules: readonly Rule[] = [pp01, pp02, pp21];

interface KeywordUse {
  readonly place: Place;
  readonly keyword: string;
  readonly value: Json;
}

function* eachKeyword(set: SchemaSet, complaint: (use: KeywordUse) => string | undefined): Iterable<Found> {
  for (const place of set.places) {
    for (const [keyword, value] of Object.entries(place.schema)) {
      const message = complaint({ place, keyword, value });
      if (message !== undefined) yield { file: place.file, pointer: pointerTo(place.pointer, keyword), message };
    }
  }
}

/** `$id` has a rule of its own (PP07), as has everything under `x-`. */
function isListed(keyword: string): boolean {
  return ASSERTIONS.has(keyword) || ANNOTATIONS.has(keyword) || keyword === "$id" || keyword.startsWith("x-");
}

function isRefused(keyword: string): boolean {
  return REFUSED.test(keyword);
}
