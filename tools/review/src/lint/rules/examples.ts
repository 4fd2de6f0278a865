/** EX01 to EX04: examples exist for everything, and are what they say. */
import { refusalsAt } from "../compiled.js";
import type { Found, Rule } from "../finding.js";
import { arrayOf, has, isObject, pointerTo } from "../json.js";
import type { SchemaDocument, SchemaSet } from "../schema-set.js";
import { rootName, versionOf } from "../schema-set.js";

const ex01: Rule = {
  id: "EX01",
  sentence: "Every root type has examples: `minimal`, `full`, at least one `edge-…`, and invalid ones.",
  mend: "Add the file to `examples/<root>/` of the version; an invalid one lies in `invalid/`.",
  bundles: false,
  *check(set) {
    for (const document of set.documents) {
      const root = rootName(document);
      if (root === undefined) continue;
      const own = set.examples.filter(
        (example) => example.root === root && example.version === versionOf(document.file),
      );
      const valid = own.filter((example) => !example.invalid).map((example) => example.name);
      const missing = [
        ...["minimal", "full"].filter((name) => !valid.includes(name)),
        ...(valid.some((name) => name.startsWith("edge-")) ? [] : ["edge-…"]),
        ...(own.some((example) => example.invalid) ? [] : ["invalid/…"]),
      ];
      if (missing.length === 0) continue;
      const names = missing.map((name) => `${root}/${name}.json`).join(", ");
      yield { file: document.file, pointer: "", message: `Missing are ${names}.` };
    }
  },
};

const ex02: Rule = {
  id: "EX02",
  sentence: "A valid example satisfies its schema.",
  mend: "Mend the example, or the schema when the example is right.",
  bundles: false,
  *check(set) {
    for (const { file, root, version, invalid, value } of set.examples) {
      const document = documentOf(set, version, root);
      if (document === undefined)
        yield { file, pointer: "", message: `No schema of the version has the root name \`${root}\`.` };
      else if (!invalid) yield* refusalsOf(set, document, file, value);
    }
  },
};

const ex03: Rule = {
  id: "EX03",
  sentence:
    "An invalid example has a `description`, an `instance`, and the `pointer` and `keyword` that it fails with.",
  mend: "Put the pointer and keyword there that a validator reports, or break the instance where it should break.",
  bundles: false,
  *check(set) {
    for (const { file, root, version, invalid, value } of set.examples) {
      const document = documentOf(set, version, root);
      if (!invalid || document === undefined) continue;
      if (!isObject(value) || typeof value.description !== "string" || !has(value, "instance")) {
        yield {
          file,
          pointer: "",
          message: "The file is not an object with `description`, `pointer`, `keyword` and `instance`.",
        };
        continue;
      }
      const refusals = refusalsAt(set, document.file, "", value.instance ?? null);
      const { pointer, keyword } = value;
      if (refusals === undefined) continue;
      if (refusals.length === 0) yield { file, pointer: "/instance", message: "The schema takes the instance." };
      else if (!refusals.some((each) => each.pointer === pointer && isNamed(each.keyword, keyword))) {
        yield {
          file,
          pointer: "/pointer",
          message: `It fails elsewhere: ${refusals.map((each) => `${each.pointer} ${each.keyword}`).join(", ")}.`,
        };
      }
    }
  },
};

const ex04: Rule = {
  id: "EX04",
  sentence: "The `examples` of a definition satisfy it.",
  mend: "Mend the example beside the definition.",
  bundles: false,
  *check(set) {
    for (const { file, pointer, schema, condition } of set.places) {
      if (condition) continue;
      for (const [index, value] of arrayOf(schema.examples).entries()) {
        const refusals = refusalsAt(set, file, pointer, value) ?? [];
        for (const { message } of refusals.slice(0, 1))
          yield { file, pointer: pointerTo(pointer, "examples", index), message };
      }
    }
  },
};

export const exampleRules: readonly Rule[] = [ex01, ex02, ex03, ex04];

/** A validator that goes by the tag names an unknown tag by `enum`, one that tries each branch by its `const`. */
function isNamed(reported: string, expected: unknown): boolean {
  return reported === expected || (reported === "const" && expected === "enum");
}

function documentOf(set: SchemaSet, version: string, root: string): SchemaDocument | undefined {
  return set.documents.find((document) => rootName(document) === root && versionOf(document.file) === version);
}

function* refusalsOf(
  set: SchemaSet,
  document: SchemaDocument,
  file: string,
  value: Parameters<typeof refusalsAt>[3],
): Iterable<Found> {
  for (const { pointer, message } of refusalsAt(set, document.file, "", value) ?? []) yield { file, pointer, message };
}
