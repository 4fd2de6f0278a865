/** Reads migration files into typed operations; spelling alone is judged here, not what it means. */

import { isArray } from "../json.js";
import type { MigrationFile } from "../load.js";
import type { Json } from "../model.js";
import {
  type Case,
  CODECS,
  type DefinitionMigration,
  type Example,
  type Migration,
  type Operation,
  type Pair,
  type State,
} from "./format.js";
import { readTest } from "./read-test.js";
import { Reader } from "./reader.js";

/**
 * Reads one migration file.
 * @throws SchemaError at the first thing that is not as `migration.schema.json` says.
 */
export function readMigration(source: MigrationFile): Migration {
  const reader = new Reader(source.path, "", source.json);
  reader.only("$schema", "from", "to", "allow_custom", "definitions", "all", "types", "examples");
  const from = reader.number("from");
  const to = reader.number("to");
  if (to !== from + 1) reader.fail("a migration leads to the next version", "to");
  if (source.path !== `migrations/v${from}-to-v${to}.json`)
    reader.fail(`the file must be migrations/v${from}-to-v${to}.json`);
  return {
    file: source.path,
    from,
    to,
    allowsCustom: reader.has("allow_custom") && reader.json("allow_custom") === true,
    all: readOperations(reader, "all"),
    types: readTypes(reader),
    definitions: readDefinitions(reader),
    examples: reader.has("examples") ? reader.list("examples").map(readExample) : [],
  };
}

function readTypes(reader: Reader): Map<string, readonly Operation[]> {
  const types = reader.inner("types");
  return new Map(types.keys().map((type) => [type, readOperations(types, type)]));
}

function readDefinitions(reader: Reader): Map<string, DefinitionMigration> {
  if (!reader.has("definitions")) return new Map();
  const definitions = reader.inner("definitions");
  return new Map(definitions.keys().map((name) => [name, readDefinition(definitions.inner(name), name)]));
}

function readDefinition(reader: Reader, name: string): DefinitionMigration {
  reader.only("from", "to", "do");
  return {
    from: reader.has("from") ? reader.text("from") : name,
    to: reader.has("to") ? reader.text("to") : name,
    do: readOperations(reader, "do"),
  };
}

function readExample(reader: Reader): Example {
  reader.only("type", "direction", "from", "to");
  return {
    type: reader.text("type"),
    direction: reader.choice("direction", ["both", "up", "down"]),
    from: reader.json("from"),
    to: reader.json("to"),
    pointer: reader.place,
  };
}

function readOperations(reader: Reader, key: string): Operation[] {
  if (!reader.has(key)) return [];
  return reader.list(key).map(readOperation);
}

type Read = (reader: Reader) => Operation;

const READERS: { readonly [op: string]: Read } = {
  rename: (reader) => {
    reader.only("op", "at", "from", "to");
    return {
      ...head(reader),
      op: "rename",
      at: reader.pointer("at", true),
      from: reader.name("from"),
      to: reader.name("to"),
    };
  },
  move: (reader) => {
    reader.only("op", "from", "to");
    return { ...head(reader), op: "move", from: reader.pointer("from"), to: reader.pointer("to") };
  },
  add: (reader) => ({ ...head(reader), op: "add", ...readConstant(reader) }),
  remove: (reader) => ({ ...head(reader), op: "remove", ...readConstant(reader) }),
  wrap: (reader) => ({ ...head(reader), op: "wrap", ...readWrapping(reader) }),
  unwrap: (reader) => ({ ...head(reader), op: "unwrap", ...readWrapping(reader) }),
  mapValue: readMapValue,
  convert: readConvert,
  setAbsent: (reader) => {
    reader.only("op", "at", "states", "up", "down");
    const states = reader.list("states").map(readState);
    const [up, down] = [readState(reader.inner("up")), readState(reader.inner("down"))];
    return { ...head(reader), op: "setAbsent", at: reader.pointer("at"), states, up, down };
  },
  each: (reader) => {
    reader.only("op", "at", "of", "key", "do");
    return {
      ...head(reader),
      op: "each",
      at: reader.pointer("at"),
      of: reader.choice("of", ["items", "values"]),
      ...reader.optional("key", (key) => reader.name(key)),
      do: readOperations(reader, "do"),
    };
  },
  joinParts: (reader) => {
    reader.only("op", "at", "tag", "text_tag", "field", "limit", "bound");
    const [tag, textTag, field] = [reader.name("tag"), reader.text("text_tag"), reader.name("field")];
    return {
      ...head(reader),
      op: "joinParts",
      at: reader.pointer("at"),
      tag,
      textTag,
      field,
      limit: reader.number("limit"),
      ...reader.optional("bound", (key) => reader.names(key)),
    };
  },
  spread: readSpread,
  split: readSplit,
  when: readWhen,
  apply: (reader) => {
    reader.only("op", "at", "type");
    return { ...head(reader), op: "apply", at: reader.pointer("at", true), type: reader.text("type") };
  },
  variant: (reader) => {
    reader.only("op", "at", "tag", "cases");
    const cases = reader.list("cases").map(readCase);
    return { ...head(reader), op: "variant", at: reader.pointer("at", true), tag: reader.name("tag"), cases };
  },
  custom: (reader) => {
    reader.only("op", "at", "name");
    return { ...head(reader), op: "custom", at: reader.pointer("at"), name: reader.name("name") };
  },
};

function readOperation(reader: Reader): Operation {
  const op = reader.text("op");
  const read = Object.hasOwn(READERS, op) ? READERS[op] : undefined;
  return read === undefined ? reader.fail(`there is no operation "${op}"`, "op") : read(reader);
}

function head(reader: Reader): { readonly place: string } {
  return { place: reader.place };
}

function readConstant(reader: Reader): { readonly at: string; readonly value?: Json; readonly copy?: string } {
  reader.only("op", "at", "value", "copy");
  if (reader.has("value") && reader.has("copy")) reader.fail("either a value or a copy", "copy");
  return {
    at: reader.pointer("at"),
    ...reader.optional("value", (key) => reader.json(key)),
    ...reader.optional("copy", (key) => reader.pointer(key)),
  };
}

function readWrapping(reader: Reader): { readonly at: string; readonly key?: string } {
  reader.only("op", "at", "key", "array");
  if (reader.has("key") === reader.has("array")) reader.fail('needs either "key" or "array": true');
  return { at: reader.pointer("at"), ...reader.optional("key", (key) => reader.name(key)) };
}

function readMapValue(reader: Reader): Operation {
  reader.only("op", "at", "pairs", "only_up", "only_down", "unmapped");
  const table = {
    ...head(reader),
    op: "mapValue" as const,
    at: reader.pointer("at"),
    pairs: readPairs(reader, "pairs"),
    onlyUp: reader.has("only_up") ? readPairs(reader, "only_up") : [],
    onlyDown: reader.has("only_down") ? readPairs(reader, "only_down") : [],
  };
  if (!reader.has("unmapped")) return table;
  const unmapped = reader.inner("unmapped");
  unmapped.only("up", "down");
  const substitute = (key: "up" | "down"): { readonly to: Json } => ({ to: unmapped.inner(key).json("to") });
  return { ...table, unmapped: { ...unmapped.optional("up", substitute), ...unmapped.optional("down", substitute) } };
}

function readPairs(reader: Reader, key: string): Pair[] {
  return reader.array(key).map((pair): Pair => {
    const [older, newer] = isArray(pair) && pair.length === 2 ? pair : [];
    return older === undefined || newer === undefined
      ? reader.fail("a pair is an array of two values", key)
      : [older, newer];
  });
}

function readConvert(reader: Reader): Operation {
  reader.only("op", "at", "codec", "by", "names", "reverse");
  const codec = reader.text("codec");
  const known = CODECS.find((name) => name === codec) ?? reader.fail(`there is no codec "${codec}"`, "codec");
  if (known === "scale" && !(reader.number("by") > 0)) reader.fail("must be positive", "by");
  return {
    ...head(reader),
    op: "convert",
    at: reader.pointer("at"),
    codec: known,
    ...reader.optional("by", (key) => reader.number(key)),
    ...reader.optional("reverse", (key) => reader.json(key) === true),
    ...(known === "booleanToEnum" ? { names: readNames(reader) } : {}),
  };
}

function readNames(reader: Reader): readonly [string, string] {
  const [whenFalse, whenTrue] = reader.array("names");
  if (typeof whenFalse !== "string" || typeof whenTrue !== "string" || whenFalse === whenTrue) {
    return reader.fail("must be two different strings, for false and for true", "names");
  }
  return [whenFalse, whenTrue];
}

function readState(reader: Reader): State {
  reader.only("absent", "value");
  if (reader.has("value") === reader.has("absent")) reader.fail('needs either "absent": true or "value"');
  return reader.has("value") ? { value: reader.json("value") } : { absent: true };
}

function readSpread(reader: Reader): Operation {
  reader.only("op", "from", "to", "host", "field", "key", "any", "else", "unless");
  return {
    ...head(reader),
    op: "spread",
    from: reader.pointer("from"),
    to: reader.pointer("to"),
    host: reader.name("host"),
    field: reader.name("field"),
    key: reader.name("key"),
    any: reader.array("any"),
    else: reader.json("else"),
    ...reader.optional("unless", (key) => {
      const unless = reader.inner(key);
      unless.only("present", "value");
      return { present: unless.name("present"), value: unless.json("value") };
    }),
  };
}

function readSplit(reader: Reader): Operation {
  reader.only("op", "at", "to", "separator", "limit", "else");
  const separator = reader.text("separator");
  if (separator === "") reader.fail("must not be empty", "separator");
  return {
    ...head(reader),
    op: "split",
    at: reader.pointer("at"),
    to: reader.pointers("to"),
    separator,
    limit: reader.number("limit"),
    ...reader.optional("else", (key) => reader.text(key)),
  };
}

function readWhen(reader: Reader): Operation {
  reader.only("op", "test", "down", "do", "else");
  const test = readTest(reader.inner("test"));
  return {
    ...head(reader),
    op: "when",
    test,
    down: reader.has("down") ? readTest(reader.inner("down")) : test,
    do: readOperations(reader, "do"),
    else: readOperations(reader, "else"),
  };
}

function readCase(reader: Reader): Case {
  reader.only("from", "to", "test", "down", "do", "substitute", "collision");
  if (!reader.has("from") && !reader.has("to")) reader.fail('needs "from" or "to"');
  const isShared = reader.has("from") && reader.has("to");
  if (isShared === reader.has("substitute"))
    reader.fail('a branch of one version alone, and no other, needs a "substitute"');
  return {
    ...head(reader),
    ...reader.optional("from", (key) => reader.text(key)),
    ...reader.optional("to", (key) => reader.text(key)),
    ...reader.optional("test", (key) => readTest(reader.inner(key))),
    ...reader.optional("down", (key) => readTest(reader.inner(key))),
    ...reader.optional("substitute", (key) => reader.json(key)),
    ...reader.optional("collision", (key) => reader.json(key)),
    do: readOperations(reader, "do"),
  };
}
