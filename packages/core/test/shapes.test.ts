/** The generated functions of every definition of the current version, and the walks over messages of older ones, on random valid payloads. */

import { arbitraryOf } from "@parlance/sampler";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CURRENT_VERSION } from "../src/generated/contract.gen.js";
import * as decoded from "../src/generated/decoded.gen.js";
import { MAX_DEPTH } from "../src/runtime/freeze.js";
import type { Fields, JsonObject } from "../src/runtime/json.js";
import { penFor } from "../src/runtime/pen.js";
import type { TableNode } from "../src/runtime/table-node.js";
import { makeUnknown, type Wrap } from "../src/runtime/unknown.js";
import { encodedByTable } from "../src/runtime/walks/encode.js";
import { freezeDecoded } from "../src/runtime/walks/freeze.js";
import { tidiedByTable } from "../src/runtime/walks/tidy.js";
import { wrappedByTable } from "../src/runtime/walks/wrap.js";
import { CURRENT, type Functions, GENERATED } from "./versions.js";

const RUNS = { numRuns: propertyRuns(60) };
/** The definitions that have functions of their own: all but scalars. */
const NAMES = Object.keys(CURRENT.shapes).flatMap((name) =>
  name.startsWith("equal") ? [name.slice("equal".length)] : [],
);
const OLDER = GENERATED.filter(({ version }) => version !== CURRENT_VERSION);

function call(functions: Functions, name: string, ...values: readonly unknown[]): unknown {
  const wanted = functions[name];
  if (wanted === undefined) throw new Error(`there is no function ${name}`);
  return wanted(...(values as never[]));
}

const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const wrap: Wrap = (original) => makeUnknown("unknown", original);
/** What an open union does not know. */
const isUnknown = (name: string): boolean => name.startsWith("Unknown");

/** A payload tidied, as the wire would have it, and decoded. */
function decode(name: string, payload: unknown): { readonly tidied: unknown; readonly value: unknown } {
  const node = CURRENT.table[name] as TableNode;
  const value = tidiedByTable(node, copyOf(payload));
  const onTheWire = copyOf(value);
  return {
    tidied: onTheWire,
    value: isUnknown(name) ? wrap(value as JsonObject, "") : wrappedByTable(node, value, wrap),
  };
}

describe.each(NAMES)("a valid %s", (name) => {
  const payloads = arbitraryOf(CURRENT.bundle, name);

  it("is of the decoded form once it is tidied and wrapped, and valid again when it is written", () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        const { tidied, value } = decode(name, payload);
        expect(call(CURRENT.predicates as Functions, `is${name}`, tidied)).toBe(true);
        expect(call(decoded, `is${name}`, value)).toBe(true);
        const text = call(CURRENT.shapes, `encode${name}`, value, penFor(false)) as string;
        expect(JSON.parse(text)).toEqual(tidied);
        expect(call(CURRENT.shapes, `encode${name}`, decode(name, JSON.parse(text)).value, penFor(false))).toBe(text);
      }),
      RUNS,
    );
  });

  it("equals its copy, whatever the order of keys, and nothing that is written otherwise", () => {
    fc.assert(
      fc.property(payloads, payloads, (one, other) => {
        const [a, b] = [decode(name, one).value, decode(name, other).value];
        expect(call(CURRENT.shapes, `equal${name}`, a, reversed(a))).toBe(true);
        expect(call(CURRENT.shapes, `equal${name}`, a, b)).toBe(sortedText(a) === sortedText(b));
      }),
      RUNS,
    );
  });

  it("is deeply frozen by freezing", () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        const { value } = decode(name, payload);
        expect(freezeDecoded(CURRENT.table[name] as TableNode, value, MAX_DEPTH)).toBe(true);
        expect(isDeeplyFrozen(value)).toBe(true);
      }),
      RUNS,
    );
  });
});

describe.each(OLDER)("a valid message of version $version", ({ bundle, table, predicates }) => {
  it("is written as it was read, less what means absent and with its defaults", () => {
    const node = table.Message as TableNode;
    fc.assert(
      fc.property(arbitraryOf(bundle, "Message"), (payload) => {
        const value = tidiedByTable(node, copyOf(payload)) as Fields;
        const text = encodedByTable(node, value, penFor(false));
        expect(JSON.parse(text)).toEqual(value);
        expect(predicates.isMessage?.(JSON.parse(text))).toBe(true);
        expect(encodedByTable(node, tidiedByTable(node, JSON.parse(text)) as Fields, penFor(false))).toBe(text);
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe("a message of the current version", () => {
  const message = {
    residue: { "1": { "/data/x": 1 } },
    data: { parts: [{ text: 'say "hi"\n', type: "text" }], role: "user", later: { b: 1, a: 2 } },
    created_at: "2026-11-21T10:00:00.000Z",
    x_trace: [1, 2],
    id: "0B6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11",
    metadata: { b: null, a: [] },
    schema_version: CURRENT_VERSION,
    type: "text",
  };

  it("is written with type and version first, residue last, and what no schema knows after that", () => {
    expect(call(CURRENT.shapes, "encodeMessage", copyOf(message), penFor(false))).toBe(
      `{"type":"text","schema_version":${CURRENT_VERSION},"id":"0B6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11",` +
        '"created_at":"2026-11-21T10:00:00.000Z","data":{"role":"user","parts":[{"type":"text","text":"say \\"hi\\"\\n"}],' +
        '"later":{"b":1,"a":2}},"metadata":{"b":null,"a":[]},"residue":{"1":{"/data/x":1}},"x_trace":[1,2]}',
    );
  });

  it("keeps names of every object as fields, at every level", () => {
    const text =
      `{"type":"text","schema_version":${CURRENT_VERSION},"id":"0b6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11","created_at":"2026-11-21T10:00:00.000Z",` +
      '"data":{"role":"user","parts":[{"type":"text","text":"a","__proto__":{"x":1}}],"constructor":"c"},' +
      '"metadata":{"__proto__":{"isAdmin":true},"toString":null},"toString":"t","__proto__":[1]}';
    const { value } = decode("Message", JSON.parse(text)) as { value: object };
    expect(call(CURRENT.shapes, "encodeMessage", value, penFor(false))).toBe(text);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

/** The text of a value with sorted keys: an equality of its own kind, to compare with. */
function sortedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join(",")}]`;
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "0" : JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${sortedText(member)}`).join(",")}}`;
}
