/** What stands whole after damage on the line of an array is found, and nothing that a message holds is taken for a message. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wholeAfterDamage } from "../../src/records/after-damage.js";
import { check } from "../messages.js";

const found = (text: string): string[] => wholeAfterDamage(text).map(({ start, end }) => text.slice(start, end));

const C = '{"c":[{"x":1},"{\\"y\\":2}"]}';
const D = '{"d":"a, {"}';

describe("after an element that is damaged", () => {
  it.each([
    ["a value that is missing", `{"b":,${C},${D}]`],
    ["a value that is missing, with spaces", `{"b": , ${C} , ${D} ]`],
    ["a cut before a comma", `{"b":1,${C},${D}]`],
    ["a cut with its comma", `{"b":1${C},${D}]`],
    ["a cut two levels deep", `{"b":{"b":1,${C},${D}]`],
    ["a cut after a comma in an array", `{"b":[1,,${C},${D}]`],
    ["a bracket that is another", `{"b":[1},${C},${D}]`],
    ["a cut in a text", `{"b":"te,${C},${D}]`],
    ["a cut in a text with brackets", `{"b":"if (a) { return list[i,${C},${D}]`],
    ["a cut in a text with quotes", `{"b":"[1, he said \\"yes,${C},${D}]`],
    ["a cut in a name", `{"b":1,"na,${C},${D}]`],
    ["a cut after a text", `{"b":"te",${C},${D}]`],
    ["bytes that are zero", `{"b":"te\0\0\0\0",1],${C},${D}]`],
    ["a line break in a text", `{"b":"te\n,${C},${D}]`],
  ])("whole objects are found: %s", (_, text) => {
    expect(found(text)).toEqual([C, D]);
  });

  it.each([
    ["may be a message that lost its end, with messages inside", '{"b":[{"c":1},{"d":2}]'],
    ["may be one inside another that lost its end", `{"b":{"b":[1,${C},${D}]`],
    ["are in an array that began after the damage", `{"b" 1,"list":[${C},${D}]`],
    ["are in such an array behind something else", `{"b" 1,"list":["c",[2],${D}]`],
    ["are behind a text that could hold the start of one", `{"b":"list [1,${C},${D}]`],
    ["are a member that began after the damage", `{"b" 1,"one":${C}]`],
    ["are quoted", '{"b" 1,"text":"{\\"c\\":1},{\\"d\\":2}]'],
    ["end with no bracket", `{"b":,${C},${D}`],
    ["are no objects", '{"b":,1,"c",[{"d":1}]]'],
    ["are not the whole of it", ""],
  ])("nothing is found where they %s", (_, text) => {
    expect(found(text)).toEqual([]);
  });

  it("what a message holds is not found where it lost the bracket before, the next message is", () => {
    expect(found(`{"a":{"b":1},{"c":2}],"d":3},${D}]`)).toEqual([D]);
    expect(found('{"a":{"b":1},{"c":2}],"d":3}]')).toEqual([]);
  });

  it("what stands before something else than an object stays with the damage", () => {
    expect(found(`{"b":,${C},5,${D}]`)).toEqual([D]);
    expect(found(`{"b":,${C},{"e":tru},${D}]`)).toEqual([D]);
  });

  it("the object in which a missing value could be one is not found, those after it are", () => {
    expect(found(`{"b":${C},${D}]`)).toEqual([D]);
  });
});

const nested = fc.constantFrom(
  C,
  D,
  '{"type":"text","parts":[{"type":"text","text":"Hello"},{"type":"text","text":"you"}],"meta":{}}',
  '{"output":[{"c":1},{"d":[{"e":2}]},{"f":{}}],"text":"a quoted \\"{\\", {\\"type\\":\\"text\\"}, [1]"}',
  '{"é":"€😀\\\\","list":[true,"]",-1.5e3,{"":null}]}',
);

it("an array whose first element lost something, and maybe others after it, gives only elements, whole and in order", () => {
  let sum = 0;
  check(
    fc.tuple(fc.array(nested, { minLength: 1, maxLength: 5 }), fc.constantFrom(",", ", "), fc.nat(), fc.nat()),
    ([elements, comma, one, other]) => {
      const whole = `${elements.join(comma)}]`;
      const lostFrom = one % (elements[0] ?? "").length;
      const lostTo = lostFrom + (other % (whole.length - lostFrom));
      const text = whole.slice(0, lostFrom) + whole.slice(lostTo);
      let offset = 0;
      const starts = elements.map((element) => {
        offset += element.length + comma.length;
        return offset - element.length - comma.length - (lostTo - lostFrom);
      });
      for (const { start, end } of wholeAfterDamage(text)) {
        if (start < lostFrom) expect(text.slice(start, lostFrom)).toMatch(/^\{\s*"?$/);
        else expect(elements[starts.indexOf(start)]).toBe(text.slice(start, end));
        sum += 1;
      }
    },
    6000,
  );
  expect(sum).toBeGreaterThan(100);
});
