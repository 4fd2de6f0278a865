/** Which tools this provider holds a model to: references, few items, and the limits of all strict tools of a request. */

import { describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";

/** Whether each tool went out strict, and the report. */
function written(...parameters: readonly object[]): readonly [readonly boolean[], readonly string[]] {
  const tools = parameters.map((one, at) => ({
    name: `t${at}`,
    description: "A tool.",
    parameters: one,
    strict: true,
  }));
  const { body, report } = anthropic.toRequest({
    messages: [{ role: "user", content: "Go." }],
    tools: tools as never,
    options: { model: "claude-sonnet-4-5", max_tokens: 100 },
  });
  return [
    (body.tools ?? []).map(({ strict }) => strict === true),
    report.map(({ code, path, reason }) => `${code} ${path}: ${reason}`),
  ];
}

const closed = (properties: object, more: object = {}) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});

const text = { type: "string" };
const many = (count: number, one: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, one]));

describe("a strict tool", () => {
  it("keeps references to definitions, which are closed as everything else is", () => {
    const $defs = { author: closed({ name: text }) };
    const parameters = closed(
      { author: { $ref: "#/$defs/author" }, others: { type: "array", items: { $ref: "#/$defs/author" } } },
      { $defs },
    );
    expect(written(parameters)).toEqual([[true], []]);
    const open = { ...parameters, $defs: { author: { type: "object", properties: { name: text } } } };
    expect(written(open)).toEqual([
      [true],
      ["strict_schema_rewritten /tools/0/parameters: strict tools have closed objects"],
    ]);
  });

  it("keeps lists of at least none or one, and of no more", () => {
    const list = (minItems: number) => closed({ names: { type: "array", items: text, minItems } });
    expect(written(list(0), list(1), list(2))).toEqual([
      [true, true, false],
      ["strict_dropped /tools/2/parameters/properties/*/minItems: the provider does not hold a list to so many items"],
    ]);
  });

  it.each([
    [
      "in a definition",
      closed(
        { a: { $ref: "#/$defs/n" } },
        { $defs: { n: closed({ next: { anyOf: [{ $ref: "#/$defs/n" }, { type: "null" }] } }) } },
      ),
    ],
    ["as a whole", closed({ next: { anyOf: [{ $ref: "#" }, { type: "null" }] } })],
    [
      "in two steps",
      closed(
        { a: { $ref: "#/$defs/b" } },
        { $defs: { b: closed({ c: { $ref: "#/$defs/c" } }), c: closed({ b: { $ref: "#/$defs/b" } }) } },
      ),
    ],
    ["where nothing refers to it", closed({}, { $defs: { n: closed({ next: { $ref: "#/$defs/n" } }) } })],
  ])("is not one where a schema comes again inside of itself %s", (_, parameters) => {
    expect(written(parameters)).toEqual([
      [false],
      ["strict_dropped /tools/0/parameters: the provider takes no schema that comes again inside of itself"],
    ]);
  });

  it("is not one where a reference leads nowhere, or out of the parameters", () => {
    const reason = "a reference leads to no schema that says what is valid";
    for (const $ref of ["#/$defs/nowhere", "https://example.com/a.json", "#name"])
      expect(written(closed({ a: { $ref } }))).toEqual([[false], [`strict_dropped /tools/0/parameters: ${reason}`]]);
  });

  it("is not one where its root is not an object", () => {
    expect(written({ type: "boolean" })).toEqual([
      [false],
      [
        "strict_dropped /tools/0/parameters/type: the parameters are not a valid schema of an object",
        "schema_rewritten /tools/0/parameters/type: the provider wants an object at the root of the parameters",
      ],
    ]);
  });
});

describe("all strict tools of a request", () => {
  const TOO_MUCH = "the provider takes no more strict tools with this request";
  const union = { type: ["string", "null"] };

  it("have 16 parameters with unions at most, of either form; the one that goes over it is not strict", () => {
    const half = closed({
      ...many(4, union),
      ...Object.fromEntries(
        Object.entries(many(4, { anyOf: [text, { type: "null" }] })).map(([name, one]) => [`q${name}`, one]),
      ),
    });
    expect(written(half, half, closed({ a: union }), closed({ a: text }))).toEqual([
      [true, true, false, true],
      [`strict_dropped /tools/2: ${TOO_MUCH}`],
    ]);
    expect(written(closed(many(17, union)))).toEqual([[false], [`strict_dropped /tools/0: ${TOO_MUCH}`]]);
  });

  it("have what they refer to as often as they refer to it", () => {
    const $defs = { pair: closed({ a: union, b: union }) };
    const with_ = (count: number) => closed(many(count, { $ref: "#/$defs/pair" }), { $defs });
    expect(written(with_(8), with_(9))[0]).toEqual([true, false]);
  });

  it("are counted without going on for ever where references double at every step", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `d${at}`,
        at === 59
          ? closed({ a: union })
          : closed({ a: { $ref: `#/$defs/d${at + 1}` }, b: { $ref: `#/$defs/d${at + 1}` } }),
      ]),
    );
    expect(written(closed({ a: { $ref: "#/$defs/d0" } }, { $defs }))).toEqual([
      [false],
      [`strict_dropped /tools/0: ${TOO_MUCH}`],
    ]);
  });
});
