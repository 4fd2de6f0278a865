/** Callers that pass what no type allows, and models that write what no schema expects. */

import { describe, expect, it } from "vitest";
import { ChatMessage, ConversationHistory, ToolCall, ToolResult } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, placesOf, SECRET } from "../refusal.js";

const anything = (value: unknown): never => value as never;

function revoked(target: object): never {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy as never;
}

const throwing = (): never =>
  anything(
    new Proxy([{}], {
      get: () => {
        throw new Error(SECRET);
      },
    }),
  );

describe("whatever is passed for content or calls", () => {
  const values: readonly (readonly [string, never])[] = [
    ["a function", anything(() => SECRET)],
    ["a symbol", anything(Symbol(SECRET))],
    ["a bigint", anything(1n)],
    ["an instance of a class", anything(new Map([[SECRET, SECRET]]))],
    ["a String object", anything(new String(SECRET))],
    ["a list with a hole", anything(new Array(2))],
    ["a list that holds itself", holdingItself()],
    ["a revoked proxy of an object", revoked({})],
    ["a revoked proxy of a list", revoked([])],
    ["a proxy that throws", throwing()],
    [
      "a list of accessors that throw",
      anything([Object.defineProperty({}, "type", { enumerable: true, get: throwing })]),
    ],
    ["a part that is a text", anything([SECRET])],
    ["a part of a type that is none", anything([{ type: { [SECRET]: 1 } }])],
  ];

  it.each(values)("%s is refused by a typed error without content", (_, value) => {
    const constructions = [
      () => ChatMessage.createSystem(value),
      () => ChatMessage.createUser(value, { allowEmpty: true }),
      () => ChatMessage.createAssistant(value),
      () => ChatMessage.createAssistant("text", value),
      () => ChatMessage.createToolResult("c", value),
      () => ChatMessage.createToolResult(value, "x"),
      () => ToolResult.success("c", value),
      () => ToolCall.create("c", "run", { value }),
      () => ToolCall.create("c", value, {}),
      () => ToolCall.fromText("c", "run", value),
      () => ToolCall.truncated(value, value, value),
    ];
    for (const construct of constructions.filter((one) => !isFine(one))) {
      const error = errorOf(construct);
      expect(error.code).toBe("invalid");
      expectNoSecret(error);
    }
    expect(constructions.filter(isFine).length).toBeLessThanOrEqual(1);
  });

  it("nothing is lost because a list of calls cannot be read", () => {
    expect(placesOf(() => ChatMessage.createAssistant("text", revoked([])))).toEqual(["/tool_calls: not_json_value"]);
  });

  it("text of one character more than the largest size is refused", () => {
    expect(placesOf(() => ChatMessage.createUser("x".repeat(16_777_217)))).toEqual(["/content: too_long"]);
  });
});

it("a list with more items than a message may have is refused", () => {
  const parts = new Array(65_537).fill({ type: "text", text: "x" });
  expect(placesOf(() => ChatMessage.createUser(parts))).toEqual(["/content: too_many"]);
});

describe("keys that objects inherit", () => {
  it("never reach a prototype", () => {
    const part = JSON.parse('{"type":"text","text":"x","__proto__":{"polluted":1}}');
    const message = ChatMessage.createUser([part]);
    expect("polluted" in Object(message.content[0])).toBe(false);
    expect("polluted" in {}).toBe(false);
    expect(ChatMessage.encode(message)).toContain('"__proto__":{"polluted":1}');
  });

  it("are not options", () => {
    const message = ChatMessage.createUser("x", JSON.parse('{"__proto__":{"name":"x","allowEmpty":true}}'));
    expect(Object.keys(message)).toEqual(["role", "content"]);
  });
});

describe("a call as deep as a call may be", () => {
  it("still fits into a message, a history and a request", () => {
    const deepest = `${'{"a":'.repeat(250)}{}${"}".repeat(250)}`;
    const message = ChatMessage.createAssistant(null, [ToolCall.fromText("c", "run", deepest)]);
    expect(ToolCall.isExecutable(message.tool_calls?.[0] as ToolCall)).toBe(true);
    expect(ChatMessage.decode(ChatMessage.encode(message))).toEqual(message);
  });

  it("is refused by a history when it fits into a message and not into a history", () => {
    const message = (levels: number) => {
      let deep: object = {};
      for (let level = 1; level < levels; level++) deep = { a: deep };
      return ChatMessage.createAssistant(null, [ToolCall.parse({ id: "c", name: "run", arguments: deep })]);
    };
    const history = ConversationHistory.create({ order: "lenient" });
    expect(placesOf(() => history.add(message(252)))).toEqual([": too_deep"]);
    history.add(message(251));
    expect(ConversationHistory.restore(ConversationHistory.serialise(history)).count).toBe(1);
  });

  it("is refused in a message that nobody could read again", () => {
    let deep: object = {};
    for (let level = 1; level < 255; level++) deep = { a: deep };
    const call = ToolCall.parse({ id: "c", name: "run", arguments: deep });
    expect(placesOf(() => ChatMessage.createAssistant(null, [call]))).toEqual(["/tool_calls: too_deep"]);
  });
});

it("freezing the parts of a message leaves the caller's own objects alone", () => {
  const source = { type: "url", url: "https://example.com" } as const;
  const message = ChatMessage.createUser([{ type: "image", source }]);
  expect(isDeeplyFrozen(message)).toBe(true);
  expect(Object.isFrozen(source)).toBe(false);
});

function isFine(construct: () => unknown): boolean {
  try {
    construct();
    return true;
  } catch {
    return false;
  }
}

function holdingItself(): never {
  const list: unknown[] = [];
  list.push(list);
  return anything(list);
}
