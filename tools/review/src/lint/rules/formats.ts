/** PP13 and PP14: formats describe, patterns decide; a time has one form. */
import { settle } from "../facts.js";
import type { Rule } from "../finding.js";
import type { JsonObject } from "../json.js";
import { has, pointerTo } from "../json.js";

const TIMESTAMP_LENGTH = 24;
const TIMESTAMP = "2026-11-21T10:00:00.000Z";
/** Forms of a time that some engine or other lets pass. */
const OTHER_TIMES = [
  "2026-11-21T10:00:00.00Z",
  "2026-11-21t10:00:00.000Z",
  "2026-11-21T10:00:00.000z",
  "2026-11-21 10:00:00.000Z",
  "2026-11-21T10:00:00,000Z",
  "2026-11-21T10:00:00+00:00",
  "26-11-21T10:00:00.00000Z",
];

const pp13: Rule = {
  id: "PP13",
  sentence: "`format` is an annotation and always stands beside a `pattern` that decides.",
  mend: "Add the pattern and the length that the format stands for, or take the format away.",
  bundles: true,
  *check(set) {
    for (const { file, pointer, schema } of set.places) {
      if (!has(schema, "format") || has(schema, "pattern")) continue;
      yield { file, pointer: pointerTo(pointer, "format"), message: "No pattern stands beside the format." };
    }
  },
};

const pp14: Rule = {
  id: "PP14",
  sentence: "A time has the one form `YYYY-MM-DDTHH:mm:ss.sssZ` of 24 characters.",
  mend: "Refer to the shared definition of a timestamp.",
  bundles: true,
  *check(set) {
    for (const place of set.places) {
      const { file, pointer, schema } = place;
      const format = schema.format;
      if (format === "date" || format === "time" || format === "duration") {
        yield { file, pointer: pointerTo(pointer, "format"), message: `\`${format}\` is another form of a time.` };
      } else if (format === "date-time" && !hasTheOneForm(schema)) {
        yield { file, pointer, message: "The pattern and the length allow another form." };
      }
      if (place.position !== "property" || place.condition || !isTimeName(place.name ?? "")) continue;
      const target = settle(set, place).schema;
      // What is published has no format: there the pattern and the length alone say that it is a time.
      if (target.type === "string" && target.format === undefined && !hasTheOneForm(target)) {
        yield { file, pointer, message: "The name promises a time, and the value is any text." };
      }
    }
  },
};

export const formatRules: readonly Rule[] = [pp13, pp14];

function isTimeName(name: string): boolean {
  return name.endsWith("_at") || name === "timestamp";
}

function hasTheOneForm(schema: JsonObject): boolean {
  const { pattern, maxLength } = schema;
  if (typeof pattern !== "string" || maxLength !== TIMESTAMP_LENGTH) return false;
  const expression = compilePattern(pattern);
  // PP10 says what is wrong with a pattern that does not compile.
  if (expression === undefined) return true;
  return expression.test(TIMESTAMP) && !OTHER_TIMES.some((text) => expression.test(text));
}

function compilePattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}
