/** NAME01 to NAME03: one name for one thing, in the file, the type and the tag. */

import { follow, tagsOf } from "../facts.js";
import type { Found, Rule } from "../finding.js";
import { arrayOf, isObject, pointerTo } from "../json.js";
import type { SchemaDocument, SchemaSet } from "../schema-set.js";
import { rootName, versionOf } from "../schema-set.js";

const PASCAL_CASE = /^[A-Z][A-Za-z0-9]*$/;
const MESSAGE_FILE = /^(v[0-9]+)\/message\/([a-z0-9-]+)\.schema\.json$/;

interface Named {
  readonly file: string;
  readonly pointer: string;
  readonly name: string;
}

const name01: Rule = {
  id: "NAME01",
  sentence: "A file's `title` and the keys of its `$defs` are type names in PascalCase.",
  mend: "Write the name of the type that the definition becomes, such as `TextMessage`.",
  bundles: false,
  *check(set) {
    for (const { file, pointer, name } of namesOf(set)) {
      if (!PASCAL_CASE.test(name)) yield { file, pointer, message: `\`${name}\` is not a name in PascalCase.` };
    }
    for (const { file, schema } of set.documents) {
      const shapes = Object.keys(schema).some((keyword) =>
        ["type", "oneOf", "anyOf", "allOf", "enum"].includes(keyword),
      );
      if (shapes && typeof schema.title !== "string")
        yield { file, pointer: "", message: "The file defines a type and has no `title`." };
    }
  },
};

const name02: Rule = {
  id: "NAME02",
  sentence: "Every `title`, every key of `$defs` and every file's name is unique within a version.",
  mend: "Refer to the definition that exists, or give this one a name that tells it apart.",
  bundles: false,
  *check(set) {
    const first = new Map<string, Named>();
    for (const named of [...namesOf(set), ...rootNamesOf(set)]) {
      const key = `${versionOf(named.file)} ${named.name}`;
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, named);
      else
        yield {
          file: named.file,
          pointer: named.pointer,
          message: `\`${named.name}\` is also in ${earlier.file}${earlier.pointer}.`,
        };
    }
  },
};

const name03: Rule = {
  id: "NAME03",
  sentence:
    "A message's file, tag and title say the same, and the union lists it: `tool-request.schema.json`, `tool_request`, `ToolRequestMessage`.",
  mend: 'Add one line `{ "$ref": "<file>" }` to the union in `message.schema.json`, before its last, and name file, tag and title alike.',
  bundles: false,
  *check(set) {
    for (const document of set.documents) {
      const [, version, stem] = MESSAGE_FILE.exec(document.file) ?? [];
      if (version === undefined || stem === undefined || stem === "message" || stem === "envelope") continue;
      yield* messageNames(set, document, stem);
      if (!isListed(set, `${version}/message/message.schema.json`, document.file)) {
        yield { file: document.file, pointer: "", message: "The union of messages does not list the file." };
      }
    }
  },
};

export const nameRules: readonly Rule[] = [name01, name02, name03];

function* messageNames(set: SchemaSet, { file, schema }: SchemaDocument, stem: string): Iterable<Found> {
  const tag = stem.replaceAll("-", "_");
  const title = `${stem
    .split("-")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("")}Message`;
  if (schema.title !== title) yield { file, pointer: "/title", message: `The title is not \`${title}\`.` };
  const tags = tagsOf(set, { file, schema });
  if (!tags.some((each) => each.kind === "const" && each.name === "type" && each.value === tag)) {
    yield { file, pointer: "/properties/type", message: `The tag is not \`${tag}\`.` };
  }
}

function isListed(set: SchemaSet, unionFile: string, file: string): boolean {
  const union = set.documents.find((document) => document.file === unionFile);
  const branches = arrayOf(union?.schema.oneOf).filter(isObject);
  return branches.some((branch) => follow(set, { file: unionFile, schema: branch })?.file === file);
}

/** Examples are filed after these. */
function rootNamesOf(set: SchemaSet): Named[] {
  return set.documents.flatMap((document) => {
    const name = rootName(document);
    return name === undefined ? [] : [{ file: document.file, pointer: "", name }];
  });
}

function* namesOf(set: SchemaSet): Iterable<Named> {
  for (const { file, schema } of set.documents) {
    if (typeof schema.title === "string") yield { file, pointer: "/title", name: schema.title };
    for (const name of Object.keys(isObject(schema.$defs) ? schema.$defs : {})) {
      yield { file, pointer: pointerTo("", "$defs", name), name };
    }
  }
}
