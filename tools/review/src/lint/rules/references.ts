/** PP06 and PP07: what a reference may name, and who may have an `$id`. */
import type { Found, Rule } from "../finding.js";
import { has, pointerTo } from "../json.js";
import type { Place } from "../places.js";
import type { SchemaSet } from "../schema-set.js";
import { resolveReference, versionOf } from "../schema-set.js";
import { ASSERTIONS } from "../vocabulary.js";

const BUNDLE_REFERENCE = /^#\/\$defs\/[A-Za-z_][A-Za-z0-9_]*$/;
/** Absolute, and its last segment (a file name aside) is a version that never moves. */
const VERSIONED_ID = /^https:\/\/[^#?]+\/v?[0-9]+(\.[0-9]+)*(\/schema)?(\.json)?$/;

const pp06: Rule = {
  id: "PP06",
  sentence:
    "A reference leads to a named definition (in a bundle `#/$defs/Name`, in a source a relative path inside its version) and has no assertion beside it.",
  mend: "Name the definition that is meant; put further assertions into that definition.",
  bundles: true,
  *check(set) {
    for (const place of set.places) {
      const reference = place.schema.$ref;
      if (typeof reference !== "string") continue;
      const at = { file: place.file, pointer: pointerTo(place.pointer, "$ref") };
      const message = complaintAbout(set, place.file, reference);
      if (message !== undefined) yield { ...at, message };
      yield* assertionsBeside(place);
    }
  },
};

const pp07: Rule = {
  id: "PP07",
  sentence: "A bundle has one `$id`, at its root, absolute and ending in an immutable version; a source file has none.",
  mend: "Take the `$id` out: the generator writes the one that a bundle needs.",
  bundles: true,
  *check(set) {
    for (const { file, pointer, position, schema } of set.places) {
      if (!has(schema, "$id")) continue;
      const at = { file, pointer: pointerTo(pointer, "$id") };
      const id = schema.$id;
      if (set.kind === "sources") yield { ...at, message: "A source file has an `$id`." };
      else if (position !== "root") yield { ...at, message: "An `$id` below the root." };
      else if (typeof id !== "string" || !VERSIONED_ID.test(id))
        yield { ...at, message: "The `$id` is not absolute or does not end in a version." };
    }
  },
};

export const referenceRules: readonly Rule[] = [pp06, pp07];

function complaintAbout(set: SchemaSet, file: string, reference: string): string | undefined {
  if (set.kind === "bundle" && !BUNDLE_REFERENCE.test(reference))
    return "The reference is not of the form `#/$defs/Name`.";
  if (/^[a-z][a-z0-9+.-]*:|^\//i.test(reference)) return "The reference is not a relative path.";
  const target = resolveReference(set, file, reference);
  if (target === undefined) return `Nothing is named by \`${reference}\`.`;
  return versionOf(target.file) === versionOf(file) ? undefined : "The reference leads out of its version.";
}

function* assertionsBeside({ file, pointer, schema }: Place): Iterable<Found> {
  for (const keyword of Object.keys(schema)) {
    if (keyword === "$ref" || keyword === "$defs" || !ASSERTIONS.has(keyword)) continue;
    yield {
      file,
      pointer: pointerTo(pointer, keyword),
      message: `\`${keyword}\` stands beside a \`$ref\`, where draft-07 ignores it.`,
    };
  }
}
