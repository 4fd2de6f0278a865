/** Names such as __proto__, constructor and toString are data like any other, wherever they stand. */

import { describe, expect, it } from "vitest";
import { decode, encode, encodeHistory, equals, migrateRecord, safeDecode } from "../../src/index.js";
import { HEAD, ID, QUIET, resultWith, TIME, textWith } from "../messages.js";

const NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "__defineGetter__",
  "toJSON",
  "then",
];

function placesOf(name: string): { readonly [place: string]: string } {
  const key = JSON.stringify(name);
  const poison = `${key}:{"polluted":true}`;
  return {
    "the envelope": `{"type":"text",${HEAD},${poison},"data":{"role":"user","parts":[{"type":"text","text":"a"}]}}`,
    metadata: `{"type":"text",${HEAD},"metadata":{${poison}},"data":{"role":"user","parts":[{"type":"text","text":"a"}]}}`,
    data: `{"type":"text",${HEAD},"data":{${poison},"role":"user","parts":[{"type":"text","text":"a"}]}}`,
    "a part": textWith(`{"type":"text","text":"a",${poison}}`),
    "an unknown part": textWith(`{"type":"later",${poison}}`),
    "a tag of a part": textWith(`{"type":${key},"x":1}`),
    "an unknown message": `{"type":"later",${poison}}`,
    "a tag of a message": `{"type":${key},"x":1}`,
    output: resultWith(`{${poison},"list":[{${poison}}]}`),
    arguments: `{"type":"tool_request",${HEAD},"data":{"tool_calls":[{"id":"c","name":${key},"arguments":{${poison}}}]}}`,
    "a call": `{"type":"tool_request",${HEAD},"data":{"tool_calls":[{"id":${key},"name":"n","arguments":{},${poison}}]}}`,
    control: `{"type":"system_control",${HEAD},"data":{"control":{"type":${key},${poison}}}}`,
    "inexact numbers": resultWith(`{${key}:12345678901234567890,"list":[{${key}:[1e400]}]}`),
    "version 1": `{"type":"text","id":"${ID}","created_at":"${TIME}",${poison},"data":{"role":"user","content":"a",${poison}}}`,
    "version 1 with inexact numbers": `{"type":"text","id":"${ID}","created_at":"${TIME}",${key}:[1e400],"data":{"role":"user","content":"a",${key}:[1e400]}}`,
  };
}

describe.each(NAMES)("the name %s", (name) => {
  it.each(Object.entries(placesOf(name)))("is data in %s", (_place, text) => {
    for (const options of [QUIET, { ...QUIET, strict: true }]) {
      const result = safeDecode(text, options);
      if (!options.strict || !text.includes("1e400")) expect(result.ok || result.error.code).not.toBe("invalid");
    }
    const message = decode(text, QUIET);
    expect(encode(decode(encode(message), QUIET))).toBe(encode(message));
    const anew = encode({ ...message });
    expect(equals(decode(anew, QUIET), message)).toBe(true);
    expect(anew.split(JSON.stringify(name)).length).toBe(text.split(JSON.stringify(name)).length);
    expect(migrateRecord(text)).toMatchObject({ ok: true });
    expect(safeDecode(encode(message, { schemaVersion: 1 }).text, QUIET).ok).toBe(true);
    expect(encodeHistory([message], { format: "json" }).text).toContain(JSON.stringify(name));
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect((message as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(message)).toBe(Object.prototype);
  });
});
