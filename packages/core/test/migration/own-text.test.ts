/** What a migration does not touch keeps its own text, character for character, whichever way a record is migrated. */

import { CURRENT_VERSION, decode, encode, examineRecord, migrateRecord, VERSIONS, type Warning } from "@parlance/core";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { validExamples } from "../examples.js";
import { QUIET } from "../messages.js";
import { repeating, respelled } from "./respelled.js";

const ID = "11111111-1111-4111-8111-111111111111";
const HEAD = `"id":"${ID}","created_at":"2026-01-02T03:04:05.678Z"`;

/** A request of version 1 whose one call has these arguments. */
function request(args: string, rest = ""): string {
  return `{"type":"tool_request",${HEAD},"data":{"tool_calls":[{"id":"c1","name":"run","arguments":${args}}],"approval_status":"pending"}${rest}}`;
}

/** The text of a record in the current version, which both ways of migrating must agree on. */
function migrated(text: string): string {
  const result = migrateRecord(text);
  if (!result.ok) throw result.error;
  expect(encode(decode(text, QUIET))).toBe(result.text);
  return result.text;
}

function stateOf(text: string, to: number): string {
  const result = migrateRecord(text, { to });
  return result.ok ? result.state : "refused";
}

function inVersion1(text: string): string {
  const result = migrateRecord(text, { to: 1 });
  if (!result.ok) throw result.error;
  expect(encode(decode(text, QUIET), { schemaVersion: 1 }).text).toBe(result.text);
  return result.text;
}

function warningsOf(text: string): readonly Warning[] {
  const warnings: Warning[] = [];
  decode(text, { logger: { warn: (warning) => warnings.push(warning) } });
  return warnings;
}

describe("user data of an older version", () => {
  it.each([
    ["a number with a zero after the point", '{"a":1.0}'],
    ["a zero with a sign", '{"a":-0}'],
    ["a power of ten", '{"a":1E5,"b":1e+2}'],
    ["a number that a double cannot hold", '{"a":12345678901234567890}'],
    ["keys that look like numbers, in their order", '{"b":1,"2":2,"1":3}'],
    ["escapes that nobody needs", '{"a":"caf\\u00e9 \\/"}'],
    ["an escape in a key", '{"caf\\u00e9":1}'],
    ["spaces between tokens", '{ "a" : [ 1, 2 ] }'],
    ["a key of the prototype", '{"__proto__":{"a":1.0}}'],
    ["what lies deep inside", '{"a":[{"b":{"2":1.50,"1":-0.0}}]}'],
  ])("keeps %s", (_, args) => {
    expect(migrated(request(args))).toContain(`"arguments":${args}`);
  });

  it("keeps white space between tokens and drops the line breaks", () => {
    expect(migrated(request('{\n  "a": 1.0\r\n}'))).toContain('"arguments":{  "a": 1.0}');
  });

  it("keeps the metadata of the envelope", () => {
    expect(migrated(request("{}", ',"metadata":{"cost":1.10,"2":1,"1":2}'))).toContain(
      '"metadata":{"cost":1.10,"2":1,"1":2}',
    );
  });

  it.each(["1.0", "-0", "1E5", '"caf\\u00e9"', '[1.0,"\\u0041"]', "null"])("keeps an output that is %s", (output) => {
    const text = `{"type":"tool_result",${HEAD},"data":{"request_id":"${ID}","tool_call_id":"c1","output":${output},"is_error":false}}`;
    expect(migrated(text)).toContain(`"output":${output}`);
  });
});

describe("what an older version does not know", () => {
  it("keeps the text of an unknown field in the envelope, in the data and in an item", () => {
    const text = `{"type":"tool_request",${HEAD},"trace":{"2":1.0,"1":"\\u0041"},"data":{"tool_calls":[{"id":"c1","name":"run","arguments":{},"cost":1.50}],"approval_status":"pending","tag":"\\u0041"}}`;
    const current = migrated(text);
    expect(current).toContain('"trace":{"2":1.0,"1":"\\u0041"}');
    expect(current).toContain('"cost":1.50');
    expect(current).toContain('"tag":"\\u0041"');
  });

  it("writes what it knows anew, however it was spelled", () => {
    const text = `{"type":"text",${HEAD},"data":{"role":"\\u0075ser","content":"caf\\u00e9"}}`;
    expect(migrated(text)).toBe(
      `{"type":"text","schema_version":${CURRENT_VERSION},${HEAD},"data":{"role":"user","parts":[{"type":"text","text":"café"}]}}`,
    );
  });

  it("keeps a field that is in the way of a new one in residue as it was spelled, and brings it back", () => {
    const text = `{"type":"text",${HEAD},"data":{"role":"user","content":"a","parts":{"2":1.0,"1":[-0]}}}`;
    const current = migrated(text);
    expect(current).toContain('"residue":{"1":{"/data/parts":{"2":1.0,"1":[-0]}}}');
    expect(inVersion1(current)).toContain('"parts":{"2":1.0,"1":[-0]}');
  });
});

describe("an unknown part on the way down and up again", () => {
  const PART = '{"type":"acme","n":1.0,"2":"\\u0041","1":-0}';

  it("is the same text in residue, and where it comes back", () => {
    const current = `{"type":"text","schema_version":2,${HEAD},"data":{"role":"user","parts":[{"type":"text","text":"a"},${PART}]}}`;
    const older = inVersion1(current);
    expect(older).toContain(`{"part":${PART}}`);
    expect(migrated(older)).toContain(`"parts":[{"type":"text","text":"a"},${PART}]`);
  });

  it("keeps the fields of a text part that nobody knows", () => {
    const current = `{"type":"text","schema_version":2,${HEAD},"data":{"role":"user","parts":[{"type":"text","text":"a","score":1.0,"mark":"\\u0041"}]}}`;
    const older = inVersion1(current);
    expect(older).toContain('"with":{"score":1.0,"mark":"\\u0041"}');
    expect(migrated(older)).toContain('"text":"a","score":1.0,"mark":"\\u0041"}');
  });
});

describe("residue that another program has spelled anew", () => {
  const older = (residue: string): string =>
    `{"type":"text",${HEAD},"data":{"role":"user","content":"a"},"residue":{"2":${residue}}}`;

  it("gives the fields that come back as the schema describes them their values", () => {
    const image = `{"type":"image",${HEAD},"data":{"source":{"type":"url","url":"u"},"recognition_mode":"auto"},"residue":{"2":{"/data/recognition/status":"complet\\u0065d","/data/recognition":{"notice":"caf\\u00e9"}}}}`;
    expect(migrated(image)).toContain('"recognition":{"status":"completed","notice":"café"}');
  });

  it("belongs to its text still, so that the parts come back where they were", () => {
    const parts = '{"parts":[{"length":1},{"part":{"type":"acme"}}],"checksum":"e40c292\\u0063"}';
    expect(migrated(older(`{"/data/parts":${parts}}`))).toContain(
      '"parts":[{"type":"text","text":"a"},{"type":"acme"}]',
    );
    const only = '{"parts":[{"part":{"type":"acme"}}],"checksum":"811c9dc\\u0035"}';
    const empty = older(`{"/data/parts":${only}}`).replace('"content":"a"', '"content":""');
    expect(migrated(empty)).toContain('"parts":[{"type":"acme"}]');
  });
});

describe("a key that stands twice in a record of an older version", () => {
  const TWICE = '{"a":1,"a":2}';

  it("travels inside user data, with a warning", () => {
    const text = request(TWICE);
    expect(migrated(text)).toContain(`"arguments":${TWICE}`);
    expect(warningsOf(text).map(({ code, path }) => [code, path])).toEqual([["duplicate_key", "/data"]]);
    const result = migrateRecord(text);
    expect(result.ok && result.warnings.map(({ code, path }) => [code, path])).toEqual([["duplicate_key", "/data"]]);
  });

  it("travels into residue and back", () => {
    const text = `{"type":"mcp_resource","schema_version":2,${HEAD},"data":{"server_name":"s","resource_uri":"u","contents":[{"type":"text","text":"a"}],"mime_type":"text/plain","retrieved_at":"2026-01-02T03:04:05.678Z"},"residue":{"1":{"/data/x":${TWICE}}}}`;
    const older = inVersion1(text);
    expect(older).toContain(`"/data/x":${TWICE}`);
    expect(migrated(older)).toContain(`"/data/x":${TWICE}`);
  });

  it.each([
    ["a field of the data", `{"type":"text",${HEAD},"data":{"role":"user","content":"a","content":"b"}}`],
    ["a field of the envelope", `{"type":"text",${HEAD},${HEAD},"data":{"role":"user","content":"a"}}`],
    ["the type", `{"type":"image","type":"text",${HEAD},"data":{"role":"user","content":"a"}}`],
    ["an unknown field", `{"type":"text",${HEAD},"x":1,"x":2,"data":{"role":"user","content":"a"}}`],
    ["a field inside an unknown one", `{"type":"text",${HEAD},"x":${TWICE},"data":{"role":"user","content":"a"}}`],
  ])("keeps the whole record as it came where it is %s", (_, text) => {
    const message = decode(text, QUIET);
    expect(message).toMatchObject({ type: "unknown", reason: "duplicate_key" });
    expect(encode(message)).toBe(text);
    expect(warningsOf(text).map(({ code }) => code)).toEqual(["duplicate_key"]);
    expect(migrateRecord(text)).toMatchObject({
      ok: true,
      state: "unchanged",
      text,
      notes: [{ code: "duplicate_key", direction: "up" }],
    });
    expect(examineRecord(text)).toMatchObject({ ok: true, warnings: [{ code: "duplicate_key" }] });
  });

  it.each([
    ['{"length":"x"}', '[{"id":"c1","name":"run","arguments":{}}]'],
    ['{"0":1.5,"length":12345678901234567890}', '[{"id":"c1","name":"run","arguments":{}}]'],
    ["[[]]", '[{"id":"c1","name":"run","arguments":{}}]'],
    ["[1,2,3,12345678901234567890]", '[{"id":"c1","name":"run","arguments":{}}]'],
    ["12345678901234567890", '[{"id":"c1","name":"run","arguments":{}}]'],
  ])("is told where its first value is of another kind than the last: %s", (first, last) => {
    const text = `{"type":"tool_request",${HEAD},"data":{"tool_calls":${first},"tool_calls":${last},"approval_status":"pending"}}`;
    expect(migrateRecord(text)).toMatchObject({
      state: "unchanged",
      text,
      notes: [{ code: "duplicate_key", path: "/data" }],
    });
    expect(decode(text, QUIET)).toMatchObject({ type: "unknown", reason: "duplicate_key" });
  });

  it("is told on the way down as well", () => {
    const text = `{"type":"text","schema_version":2,${HEAD},"data":{"role":"user","parts":[{"type":"text","text":"a","text":"b"}]}}`;
    expect(migrateRecord(text, { to: 1 })).toMatchObject({
      state: "unchanged",
      text,
      notes: [{ code: "duplicate_key", direction: "down" }],
    });
    expect(encode(decode(text), { schemaVersion: 1 })).toEqual({
      text,
      notes: [{ code: "duplicate_key", path: "/data", direction: "down" }],
    });
  });

  it("says nothing of its name or its values", () => {
    const text = `{"type":"text",${HEAD},"data":{"role":"user","content":"a","s3cret":1,"s3cret":2}}`;
    const result = migrateRecord(text);
    const told = JSON.stringify([warningsOf(text), result.ok && result.notes, examineRecord(text)]);
    expect(told.match(/duplicate_key/g)).toHaveLength(3);
    expect(told).not.toContain("s3cret");
  });

  it("is refused by strict reading", () => {
    expect(() => decode(request(TWICE), { strict: true })).toThrowError("a property name twice in one object");
  });
});

const stored = validExamples().filter(({ value }) => typeof value === "object" && value !== null && "type" in value);

describe("a record with keys that stand twice, wherever they are and whatever the first value is", () => {
  it("goes to another version with their text, or stays as it came and says so", () => {
    fc.assert(
      fc.property(fc.constantFrom(...stored), fc.infiniteStream(fc.nat(99)), ({ value }, choices) => {
        const text = repeating(value, choices);
        // What no version migrates is passed on without being looked into.
        const migratedTo = VERSIONS.filter((to) => stateOf(JSON.stringify(value), to) === "migrated");
        for (const to of migratedTo) {
          const moved = migrateRecord(text, { to });
          if (!moved.ok) throw new Error("an example is refused");
          const told = [...moved.notes, ...moved.warnings].some(({ code }) => code === "duplicate_key");
          expect(told).toBe(text !== JSON.stringify(value));
          if (moved.notes.some(({ code }) => code === "duplicate_key")) expect(moved.text).toBe(text);
          expect(encode(decode(text, QUIET), { schemaVersion: to }).text).toBe(moved.text);
        }
      }),
      { numRuns: propertyRuns(2000) },
    );
  });
});

describe("a record spelled in any other way", () => {
  it("is the same text in another version, decoded on the way or not, and says the same", () => {
    fc.assert(
      fc.property(fc.constantFrom(...stored), fc.infiniteStream(fc.nat(99)), ({ value }, choices) => {
        const text = respelled(value, choices);
        const { schema_version } = value as { schema_version?: number | null };
        for (const to of VERSIONS.filter((version) => version !== (schema_version ?? 1))) {
          const moved = migrateRecord(text, { to });
          const printed = migrateRecord(JSON.stringify(value), { to });
          if (!moved.ok || !printed.ok) throw new Error("an example is refused");
          expect(encode(decode(text, QUIET), { schemaVersion: to }).text).toBe(moved.text);
          expect(JSON.parse(moved.text)).toEqual(JSON.parse(printed.text));
        }
      }),
      { numRuns: propertyRuns(2000) },
    );
  });
});
