/** Decoding what was encoded, over and over, changes no byte. */

import { arbitraryOf } from "@parlance/sampler";
import { describe, expect, it } from "vitest";
import { decode, encode, equals } from "../../src/index.js";
import { BUNDLES, check, QUIET } from "../messages.js";

describe.each([1, 2])("any valid message of version %i", (version) => {
  const messages = arbitraryOf(BUNDLES[version] as object, "Message");

  it("is byte-stable over ten rounds of decode and encode, written anew each time", () => {
    check(messages, (value) => {
      let message = decode(JSON.stringify(value), QUIET);
      const first = encode({ ...message });
      for (let round = 0; round < 10; round += 1) {
        message = decode(first, QUIET);
        expect(encode(message)).toBe(first);
        expect(encode({ ...message })).toBe(first);
        expect(encode(decode(encode(message), { ...QUIET, freeze: false }))).toBe(first);
      }
    });
  });

  it("is written as it came while it is unchanged", () => {
    check(messages, (value) => {
      const text = JSON.stringify(value, null, 1);
      const message = decode(text, QUIET);
      if (version === 2) expect(encode(message)).toBe(text);
      expect(equals(decode(encode({ ...message }), QUIET), message)).toBe(true);
    });
  });
});
