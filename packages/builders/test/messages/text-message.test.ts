/** Text messages: roles, parts, emptiness, and the envelope that every factory fills in. */

import { CURRENT_VERSION, ValidationError } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { TextMessage, TextMessageBuilder } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, issuesOf, placesOf, SECRET } from "../refusal.js";
import { ENVELOPE, FIXED, ID, NOW } from "./fixtures.js";

/** What a JavaScript caller may pass where TypeScript would refuse it. */
const untyped = TextMessage as unknown as Record<"user", (...given: unknown[]) => TextMessage>;

describe("a plain text message from user or assistant (text message representation)", () => {
  it.each(["user", "assistant", "system"] as const)("is a text message that includes the role %s", (role) => {
    expect(TextMessage[role]("Hello", FIXED)).toEqual({
      type: "text",
      ...ENVELOPE,
      data: { role, parts: [{ type: "text", text: "Hello" }] },
    });
  });

  it("supports multiple content parts", () => {
    const message = TextMessage.assistant(
      [
        {
          type: "reasoning",
          text: "hm",
          provider_state: [{ provider: "anthropic", kind: "signature", value: "sig" }],
        },
        { type: "text", text: "Hello" },
        { type: "refusal", text: "No" },
      ],
      FIXED,
    );
    expect(message.data.parts.map(({ type }) => type)).toEqual(["reasoning", "text", "refusal"]);
  });

  it("keeps a part of a type from the future exactly", () => {
    const parts = [{ type: "hologram", depth: 3 }];
    const message = untyped.user(parts, FIXED);
    expect(message.data.parts).toEqual([
      { type: "unknown", reason: "unknown_type", original: { type: "hologram", depth: 3 } },
    ]);
    expect(JSON.parse(TextMessage.encode(message)).data.parts).toEqual(parts);
  });

  it("keeps text exactly: no trimming, no normalisation, halves of surrogate pairs too", () => {
    for (const text of [" x\n", "e\u0301", "\ud83d", "\u0000"]) {
      expect(TextMessage.user(text).data.parts).toEqual([{ type: "text", text }]);
    }
  });

  it("cannot be changed, and neither can what it was made from reach it", () => {
    const part = { type: "text" as const, text: "before" };
    const metadata = { tags: ["a"] };
    const message = TextMessage.user([part], { metadata });
    part.text = "after";
    metadata.tags.push("b");
    expect(message.data.parts).toEqual([{ type: "text", text: "before" }]);
    expect(message.metadata).toEqual({ tags: ["a"] });
    expect([message, TextMessage.user("x")].every(isDeeplyFrozen)).toBe(true);
  });
});

describe("validating a text message", () => {
  it("refuses empty content unless explicitly allowed", () => {
    expect(issuesOf(() => TextMessage.user(""))).toEqual([
      {
        code: "too_short",
        path: "/data/parts",
        keyword: "",
        expected: "parts that are not empty",
        found: "0 characters",
      },
    ]);
    expect(TextMessage.user("", { allowEmpty: true }).data.parts).toEqual([{ type: "text", text: "" }]);
    expect(placesOf(() => TextMessage.user("", { allowEmpty: false }))).toEqual(["/data/parts: too_short"]);
  });

  it("refuses a role that is none of the valid roles", () => {
    for (const role of ["tool", "User", "", 0, null]) {
      const builder = TextMessageBuilder.create()
        .withRole(role as never)
        .withText("a");
      expect(placesOf(() => builder.build())).toEqual([
        typeof role === "string"
          ? "/data/role: not_allowed_value"
          : `/data${role === null ? ": missing_property" : "/role: wrong_type"}`,
      ]);
    }
  });

  it("takes white space as content", () => {
    expect(TextMessage.user(" ").data.parts).toEqual([{ type: "text", text: " " }]);
  });

  it("refuses parts that together say nothing, and a list of none", () => {
    const empty = [
      { type: "text", text: "" },
      { type: "reasoning", text: "" },
    ] as const;
    expect(placesOf(() => TextMessage.user(empty))).toEqual(["/data/parts: too_short"]);
    expect(placesOf(() => TextMessage.user([]))).toEqual(["/data/parts: too_few"]);
    expect(TextMessage.user(empty, { allowEmpty: true }).data.parts).toHaveLength(2);
  });

  it("takes reasoning whose words the provider withheld: what it gave instead says something", () => {
    const provider_state = [{ provider: "anthropic", kind: "redacted_thinking", value: "b64" }];
    expect(TextMessage.assistant([{ type: "reasoning", text: "", provider_state }]).data.parts).toHaveLength(1);
  });

  it("validates content parts individually", () => {
    const parts = [{ type: "text", text: 1 }, { type: "text", text: "fine" }, { type: "refusal" }, null];
    expect(placesOf(() => untyped.user(parts))).toEqual([
      "/data/parts/0/text: wrong_type",
      "/data/parts/2: missing_property",
      "/data/parts/3: wrong_type",
    ]);
  });

  it.each([
    ["a number", 7, "/data/parts: wrong_type"],
    ["null", null, "/data/parts: wrong_type"],
    ["nothing", undefined, "/data: missing_property"],
    ["an object", {}, "/data/parts: wrong_type"],
    ["a function", () => SECRET, "/data/parts: not_json_value"],
    ["a class instance", [new Date(0)], "/data/parts: not_json_value"],
    ["a list with holes", new Array(2), "/data/parts: not_json_value"],
  ])("refuses %s as content", (_, content, place) => {
    expect(placesOf(() => untyped.user(content))).toEqual([place]);
  });
});

describe("the envelope of every message", () => {
  it("gets a new id and the time now", () => {
    const before = Date.now();
    const [a, b] = [TextMessage.user("a"), TextMessage.user("b")];
    expect(a.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(a.id).not.toBe(b.id);
    expect(Date.parse(a.created_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(a.created_at)).toBeLessThanOrEqual(Date.now());
  });

  it("takes the caller's id, time and metadata instead", () => {
    const message = TextMessage.user("a", { id: ID.toUpperCase(), created_at: NOW, metadata: { pinned: true } });
    expect([message.id, message.created_at, message.metadata]).toEqual([ID.toUpperCase(), NOW, { pinned: true }]);
  });

  it("has type and version first, as stored messages do", () => {
    const message = TextMessage.user("a", { metadata: { n: 1 } });
    expect(Object.keys(message)).toEqual(["type", "schema_version", "id", "created_at", "data", "metadata"]);
  });

  it("leaves out what is undefined or null", () => {
    const message = untyped.user("a", { metadata: null, id: undefined, created_at: null, ...FIXED });
    expect(message).toEqual({
      type: "text",
      ...ENVELOPE,
      data: { role: "user", parts: [{ type: "text", text: "a" }] },
    });
    expect("metadata" in message).toBe(false);
  });

  it("refuses everything that is wrong with it at once, together with the content", () => {
    const options = { id: "no", created_at: "yesterday", metadata: [] };
    expect(placesOf(() => untyped.user("", options))).toEqual([
      "/data/parts: too_short",
      "/id: pattern_mismatch",
      "/created_at: pattern_mismatch",
      "/metadata: wrong_type",
    ]);
  });

  it("tells of the other problems, too, when the metadata is not JSON", () => {
    const options = { id: "no", metadata: { secret: () => SECRET } };
    expect(placesOf(() => untyped.user([{ type: "text" }], options))).toEqual([
      "/metadata: not_json_value",
      "/id: pattern_mismatch",
      "/data/parts/0: missing_property",
    ]);
  });

  it("refuses ids of an injected source that are none", () => {
    expect(placesOf(() => TextMessage.user("a", { newId: () => "1" }))).toEqual(["/id: pattern_mismatch"]);
  });

  it("refuses metadata that nests deeper than a record may, and takes what just fits", () => {
    const nested = (levels: number): object => JSON.parse(`${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`);
    expect(TextMessage.user("a", { metadata: nested(255) as never }).type).toBe("text");
    expect(placesOf(() => TextMessage.user("a", { metadata: nested(256) as never }))).toEqual([": too_deep"]);
    expect(placesOf(() => TextMessage.user("a", { metadata: nested(5000) as never }))).toEqual(["/metadata: too_deep"]);
  });

  it("never lets `__proto__` reach a prototype", () => {
    const metadata = JSON.parse('{"__proto__":{"polluted":true}}');
    const message = TextMessage.user("a", { metadata });
    expect([Object.keys(message.metadata ?? {}), "polluted" in {}]).toEqual([["__proto__"], false]);
  });

  it("reads accessors once, and survives proxies that throw what they hold", () => {
    let reads = 0;
    const metadata = {
      get count() {
        return ++reads;
      },
    };
    expect(TextMessage.user("a", { metadata }).metadata).toEqual({ count: 1 });
    const trap = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error(SECRET);
        },
      },
    );
    const error = errorOf(() => TextMessage.user("a", { metadata: trap }));
    expect(error).toBeInstanceOf(ValidationError);
    expectNoSecret(error);
  });

  it("never shows content in an error", () => {
    for (const run of [
      () => untyped.user([{ type: "text", text: { SECRET } }]),
      () => TextMessage.user(SECRET, { id: SECRET, created_at: SECRET }),
      () => untyped.user([{ type: SECRET }, { type: "text", text: [SECRET] }]),
    ]) {
      expectNoSecret(errorOf(run));
    }
  });
});

describe("a text message survives", () => {
  it.each([
    ["a JSON round trip", (message: TextMessage) => JSON.parse(JSON.stringify(message))],
    ["a structured clone", (message: TextMessage) => structuredClone(message)],
    ["encoding and decoding", (message: TextMessage) => TextMessage.decode(TextMessage.encode(message))],
  ])("%s", (_, trip) => {
    const message = TextMessage.user("Hello \u{1f600}", { metadata: { a: [1, null] } });
    expect(trip(message)).toEqual(message);
    expect(TextMessage.is(trip(message))).toBe(true);
  });

  it("encoding with the digits of its metadata", () => {
    const original = TextMessage.decode(
      `{"type":"text","schema_version":${CURRENT_VERSION},"id":"${ID}","created_at":"${NOW}","data":{"role":"user","parts":[{"type":"text","text":"a"}]},"metadata":{"id":12345678901234567890}}`,
    );
    const message = TextMessage.user("b", { metadata: original.metadata });
    expect(TextMessage.encode(message)).toContain('"metadata":{"id":12345678901234567890}');
  });
});

describe("describing a text message", () => {
  it("tells kind, id, role, counts and lengths, and no content", () => {
    const message = TextMessage.user(
      [
        { type: "text", text: SECRET },
        { type: "refusal", text: "" },
      ],
      FIXED,
    );
    expect(TextMessage.describe(message)).toBe(`TextMessage(${ID}, user, 2 parts, 1 refusal part, 14 characters)`);
  });

  it("shows an excerpt only when asked", () => {
    const message = TextMessage.user("one\ntwo three", FIXED);
    expect(TextMessage.describe(message, { content: true, max: 7 })).toBe(
      `TextMessage(${ID}, user, 1 part, 13 characters): "one\\ntwo…"`,
    );
  });
});

describe("building a text message", () => {
  it("adds pieces of text in order", () => {
    const base = TextMessageBuilder.create(FIXED).withRole("assistant");
    expect(base.withText("a").withPart({ type: "refusal", text: "b" }).withText("c").build().data).toEqual({
      role: "assistant",
      parts: [
        { type: "text", text: "a" },
        { type: "refusal", text: "b" },
        { type: "text", text: "c" },
      ],
    });
  });

  it("changes the builder with every call, and nothing that it built before", () => {
    const builder = TextMessageBuilder.create(FIXED);
    builder.withRole("user");
    builder.withText("a");
    const before = builder.build();
    builder.withText("b");
    expect(before.data.parts).toEqual([{ type: "text", text: "a" }]);
    expect(builder.build().data.parts).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]);
  });

  it("reports all problems at once, and those of parts that were not JSON although others followed", () => {
    const builder = TextMessageBuilder.create()
      .withId("no")
      .withPart(new Date() as never)
      .withText("fine");
    expect(builder.tryBuild()).toMatchObject({ ok: false });
    expect(placesOf(() => builder.build())).toEqual([
      "/data/parts: not_json_value",
      "/id: pattern_mismatch",
      "/data: missing_property",
    ]);
  });

  it("has the rules of the factory: empty text is refused unless explicitly allowed", () => {
    expect(placesOf(() => TextMessageBuilder.create().withRole("user").withText("").build())).toEqual([
      "/data/parts: too_short",
    ]);
    const lenient = TextMessageBuilder.create({ ...FIXED, allowEmpty: true });
    expect(lenient.withRole("user").withText("").build().data.parts).toEqual([{ type: "text", text: "" }]);
  });

  it("makes a new id with each build, unless one was set", () => {
    const builder = TextMessageBuilder.create().withRole("user").withText("a");
    expect(builder.build().id).not.toBe(builder.build().id);
    expect(builder.withId(ID).build().id).toBe(ID);
  });

  it("builds what the factory makes", () => {
    expect(TextMessageBuilder.create(FIXED).withRole("user").withText("a").withMetadata({ n: 1 }).build()).toEqual(
      TextMessage.user("a", { ...FIXED, metadata: { n: 1 } }),
    );
  });
});
