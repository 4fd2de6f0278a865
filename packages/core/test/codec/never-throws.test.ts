/** No input makes safeDecode throw. */

import { nearlyValid } from "@parlance/sampler";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decode,
  decodeHistory,
  encodeHistory,
  migrateRecord,
  ParlanceError,
  safeDecode,
  VERSIONS,
} from "../../src/index.js";
import { BUNDLES, check, QUIET, TEXTS } from "../messages.js";

function survives(input: string | Uint8Array): void {
  for (const options of [QUIET, { ...QUIET, strict: true }, { ...QUIET, freeze: false }]) {
    const result = safeDecode(input, options);
    if (!result.ok) expect(ParlanceError.isInstance(result.error)).toBe(true);
  }
  const record = migrateRecord(input);
  if (!record.ok) expect(ParlanceError.isInstance(record.error)).toBe(true);
  encodeHistory(decodeHistory(input, QUIET).messages);
}

describe("safeDecode, migrateRecord and decodeHistory take", () => {
  it("random bytes", () => {
    check(fc.uint8Array({ maxLength: 200 }), survives, 400);
  });

  it("random text, half surrogate pairs included", () => {
    check(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
      survives,
      400,
    );
  });

  it("random JSON", () => {
    check(fc.json({ maxDepth: 6 }), survives, 400);
  });

  it("JSON with known tags and random bodies", () => {
    const record = fc.record(
      {
        type: fc.constantFrom(...Object.keys(TEXTS), "later"),
        schema_version: fc.oneof(fc.constantFrom(1, 2, 3), fc.jsonValue()),
        id: fc.jsonValue(),
        data: fc.oneof(
          fc.jsonValue(),
          fc.record({ parts: fc.jsonValue(), role: fc.jsonValue(), control: fc.jsonValue() }),
        ),
        metadata: fc.jsonValue(),
        residue: fc.jsonValue(),
      },
      { requiredKeys: ["type"] },
    );
    check(
      record.map((value) => JSON.stringify(value)),
      survives,
      400,
    );
  });

  it("nearly valid messages", () => {
    for (const version of VERSIONS) {
      check(
        nearlyValid(BUNDLES[version] as object, "Message").map((value) => JSON.stringify(value) ?? ""),
        survives,
        200,
      );
    }
  });

  it("valid texts with bytes changed, lost or doubled", () => {
    const texts = Object.values(TEXTS).map((text) => new TextEncoder().encode(text));
    const damage = fc.tuple(
      fc.constantFrom(...texts),
      fc.nat(),
      fc.nat(255),
      fc.constantFrom("set", "drop", "cut", "double"),
    );
    check(
      damage.map(([bytes, place, value, kind]) => {
        const at = place % bytes.length;
        if (kind === "set") return bytes.with(at, value);
        if (kind === "cut") return bytes.slice(0, at);
        const tail = bytes.subarray(kind === "drop" ? at + 1 : Math.max(at - 1, 0));
        return new Uint8Array([...bytes.subarray(0, at), ...tail]);
      }),
      survives,
      400,
    );
  });

  it.each([[null], [undefined], [5], [{}], [[]], [new Map()], [Symbol("x")], [() => 1]])(
    "%s, which is not an input at all",
    (value) => {
      const result = safeDecode(value as never);
      expect(result.ok ? "" : result.error.code).toBe("not_text");
    },
  );

  it("a logger that throws, which costs no message", () => {
    const logger = {
      warn: () => {
        throw new Error("secret");
      },
    };
    const result = safeDecode('{"type":"later"}', { logger });
    expect(result.ok ? result.value.type : result.error.code).toBe("unknown");
    expect(decode('{"type":"later"}', { logger }).type).toBe("unknown");
  });
});
