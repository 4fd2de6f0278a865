/** No content leaks: a sentinel put into every place of every type never shows in an error, a warning, a note or a stack. */

import { inspect } from "node:util";
import { propertyCases } from "@parlance/sampler/properties";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as core from "../src/index.js";
import {
  decode,
  decodeHistory,
  encode,
  encodeHistory,
  type Message,
  migrateRecord,
  safeDecode,
  ValidationError,
  type Warning,
} from "../src/index.js";
import { validExamples } from "./examples.js";

/** What may leak is in the first lines of a stack; the others are places in files, which take most of the time, mapped to their sources above all. */
const { stackTraceLimit, prepareStackTrace } = Error;
beforeAll(() => {
  Object.assign(Error, { stackTraceLimit: 1, prepareStackTrace: undefined });
});
afterAll(() => {
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
});

const SENTINEL = "s3nt1nel";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Every copy of a value in which one place holds something else; with each, a name is added and a name is changed. */
function* damaged(value: Json): Iterable<Json> {
  yield typeof value === "string" ? `${value}${SENTINEL}`.repeat(50) : SENTINEL;
  yield { [SENTINEL]: [SENTINEL], type: SENTINEL };
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) for (const other of damaged(item)) yield value.with(index, other);
    yield [...value, SENTINEL];
  } else if (typeof value === "object" && value !== null) {
    yield { ...value, [SENTINEL]: SENTINEL };
    for (const [key, member] of Object.entries(value)) {
      for (const other of damaged(member)) yield { ...value, [key]: other };
      const { [key]: _, ...rest } = value;
      yield { ...rest, [`${key}${SENTINEL}`]: member };
    }
  }
}

/** What an error or a warning shows, however it is looked at. */
function shown(value: unknown): string {
  if (!(value instanceof Error)) return JSON.stringify(value) ?? "";
  return `${value.stack} ${value} ${value.message} ${String(value.cause)} ${JSON.stringify(value)} ${inspect(value, { depth: 9 })}`;
}

function assertSilent(...values: unknown[]): void {
  for (const value of values) {
    const text = shown(value);
    if (text.includes(SENTINEL)) throw new Error("content was shown", { cause: text });
  }
}

/** Runs everything that may fail or warn on one record. */
function exercise(text: string): void {
  const warnings: Warning[] = [];
  const options = { logger: { warn: (warning: Warning) => warnings.push(warning) } };
  const result = safeDecode(text, { ...options, strict: true });
  if (!result.ok) assertSilent(result.error);
  else down(result.value);
  const { messages, issues } = decodeHistory(text, options);
  const record = migrateRecord(text);
  assertSilent(issues, warnings, record.ok ? [record.notes, record.warnings] : record.error);
  assertSilent(...messages.map((message) => (message.type === "invalid" ? message.issues : [])));
}

function down(message: Message): void {
  assertSilent(encode(message, { schemaVersion: 1 }).notes, encodeHistory([message], { schemaVersion: 1 }).notes);
  try {
    encode({ ...message, schema_version: SENTINEL } as never);
  } catch (error) {
    assertSilent(error);
  }
}

const messages = validExamples().filter(({ value }) => {
  const result = safeDecode(JSON.stringify(value), { logger: { warn: () => undefined } });
  return result.ok;
});

describe.each(messages)("a sentinel in every field of $file", ({ value }) => {
  it("shows in no error, warning, note or stack", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    for (const other of propertyCases([...damaged(value as Json)])) exercise(JSON.stringify(other));
    assertSilent(warn.mock.calls);
    warn.mockRestore();
  });

  it("shows in no error when the text is cut or broken anywhere", () => {
    const text = JSON.stringify(value).replaceAll(/"(?=[^":,{}[\]]*"[,}\]])/g, `"${SENTINEL}`);
    const places = Array.from({ length: Math.ceil(text.length / 11) }, (_, index) => index * 11);
    for (const at of propertyCases(places)) {
      const cut = safeDecode(text.slice(0, at));
      const broken = safeDecode(`${text.slice(0, at)}\u0001${text.slice(at)}`);
      assertSilent(cut.ok ? "" : cut.error, broken.ok ? "" : broken.error);
    }
  });
});

const companions = Object.values(core).filter((value) => typeof value === "object" && "safeParse" in value) as {
  safeParse: (value: unknown) => { ok: boolean; error?: unknown };
}[];

let refused = 0;
afterAll(() => expect(refused).toBeGreaterThan(500));

describe.each(validExamples().filter(({ version }) => version === 2))(
  "a sentinel in every field of $file",
  ({ value }) => {
    const own = companions.filter(({ safeParse }) => safeParse(value).ok);
    const cases = propertyCases([...damaged(value as Json)]);

    it("shows in no error of a companion of its type", () => {
      expect(own).not.toEqual([]);
      for (const other of cases) {
        for (const { safeParse } of own) {
          const result = safeParse(other);
          if (result.ok) continue;
          refused += 1;
          assertSilent(result.error);
        }
      }
    });

    it("shows in no error of any companion of another type", () => {
      for (const other of [...damaged(value as Json)].slice(0, 12)) {
        for (const { safeParse } of companions) {
          const result = safeParse(other);
          if (!result.ok) assertSilent(result.error);
        }
      }
    });
  },
);

describe("a value that is not JSON", () => {
  it("shows nothing of itself when it is refused", () => {
    const message = decode(JSON.stringify(messages[0]?.value), { logger: { warn: () => undefined } });
    const odd = [
      () => SENTINEL,
      Object.assign(() => 1, { [SENTINEL]: 1 }),
      new Map([[SENTINEL, SENTINEL]]),
      Symbol(SENTINEL),
      { [SENTINEL]: Symbol(SENTINEL) },
      {
        toJSON: () => {
          throw new Error(SENTINEL);
        },
      },
      {
        get [SENTINEL](): never {
          throw new Error(SENTINEL);
        },
      },
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error(SENTINEL);
          },
        },
      ),
    ];
    for (const value of odd) {
      for (const place of [
        { metadata: value },
        { metadata: { a: value } },
        { data: value },
        { type: value },
        { [SENTINEL]: value },
      ]) {
        for (const act of [
          () => encode({ ...message, ...place } as never),
          () => core.Message.parse({ ...message, ...place }),
        ]) {
          try {
            act();
          } catch (error) {
            assertSilent(error);
          }
        }
      }
      expect(() => encodeHistory([value as never])).toThrow(ValidationError);
      for (const { safeParse } of companions) {
        const result = safeParse(value);
        if (!result.ok) assertSilent(result.error);
      }
    }
  });
});
