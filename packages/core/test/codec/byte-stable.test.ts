/** Decoding what was encoded, over and over, changes no byte. */

import { arbitraryOf } from "@parlance/sampler";
import { describe, expect, it } from "vitest";
import { CURRENT_VERSION, decode, encode, equals, VERSIONS } from "../../src/index.js";
import { BUNDLES, check, QUIET } from "../messages.js";

describe.each(VERSIONS)("any valid message of version %i", (version) => {
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
      if (version === CURRENT_VERSION) expect(encode(message)).toBe(text);
      expect(equals(decode(encode({ ...message }), QUIET), message)).toBe(true);
    });
  });
});
