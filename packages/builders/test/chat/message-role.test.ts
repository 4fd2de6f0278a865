/** Roles of chat messages: words, numbers and the parsing of what people type. */

import { describe, expect, expectTypeOf, it } from "vitest";
import { MessageRole } from "../../src/index.js";
import { errorOf, expectNoSecret, issuesOf, SECRET } from "../refusal.js";

describe("MessageRole", () => {
  it("has system, user, assistant and tool, and no reserved or unused value", () => {
    expect(["system", "user", "assistant", "tool"].filter((role) => MessageRole.is(role))).toHaveLength(4);
    expect([0, 1, 2, 3].map(MessageRole.ofNumber)).toEqual(["system", "user", "assistant", "tool"]);
    expect(issuesOf(() => MessageRole.ofNumber(4))).toEqual([
      { code: "not_allowed_value", path: "", keyword: "", expected: "0, 1, 2 or 3", found: "number" },
    ]);
  });

  it("has the explicit numbers 0 to 3", () => {
    expect((["system", "user", "assistant", "tool"] as const).map(MessageRole.numberOf)).toEqual([0, 1, 2, 3]);
  });

  it.each([-1, 0.5, 4, Number.NaN, Number.POSITIVE_INFINITY, "0", null, undefined, [0]])(
    "knows no role with the number %j",
    (number) => {
      expect(issuesOf(() => MessageRole.ofNumber(number as number))).toHaveLength(1);
    },
  );

  it("refuses the number of what is not a role", () => {
    expect(issuesOf(() => MessageRole.numberOf("boss" as "user"))[0]?.code).toBe("not_allowed_value");
    expect(issuesOf(() => MessageRole.numberOf("toString" as "user"))[0]?.code).toBe("not_allowed_value");
  });

  it("serialises to lowercase words", () => {
    expect(MessageRole.encode("assistant")).toBe('"assistant"');
    expect(MessageRole.decode('"tool"')).toBe("tool");
  });

  it.each([
    ["SYSTEM", "system"],
    ["User", "user"],
    ["aSSiStAnT", "assistant"],
    ["tool", "tool"],
  ])("parses %s whatever the case of its letters", (text, role) => {
    expect(MessageRole.parseRole(text)).toBe(role);
  });

  it.each([
    ["a role that does not exist", "developer"],
    ["the long s, which is an S in capitals", "\u017fystem"],
    ["a Turkish dotted capital I", "ASS\u0130STANT"],
    ["a Turkish dotless i", "ass\u0131stant"],
    ["full-width letters", "ｕｓｅｒ"],
    ["space around it", " user "],
    ["a line break after it", "user\n"],
    ["empty text", ""],
    ["the name of an inherited member", "constructor"],
    ["the prototype", "__proto__"],
    ["the number as text", "1"],
  ])("throws for %s", (_, text) => {
    expect(issuesOf(() => MessageRole.parseRole(text)).map(({ code }) => code)).toEqual(["not_allowed_value"]);
  });

  it.each([[undefined], [null], [1], [{}], [["user"]], [Symbol("user")], [new String("user")]])(
    "throws the same error for what is not text: %s",
    (value) => {
      expect(errorOf(() => MessageRole.parseRole(value as string)).code).toBe("invalid");
    },
  );

  it("never shows the text in the error", () => {
    expectNoSecret(errorOf(() => MessageRole.parseRole(SECRET)));
  });
});

it("has a name for each role, of the role's own type", () => {
  expect([MessageRole.System, MessageRole.User, MessageRole.Assistant, MessageRole.Tool]).toEqual([
    "system",
    "user",
    "assistant",
    "tool",
  ]);
  expectTypeOf(MessageRole.System).toEqualTypeOf<"system">();
});
