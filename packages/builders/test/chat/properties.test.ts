/** Laws that hold for every message, call and result. */

import { isDeepStrictEqual } from "node:util";
import { parseJson, stringifyJson } from "@parlance/core/json";
import { anyCharacter, anyJsonObject, anyText, arbitraryOf } from "@parlance/sampler";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ChatMessage, ToolCall, ToolResult } from "../../src/index.js";
import { isDeeplyFrozen } from "../refusal.js";

const ROLES = ["SystemChatMessage", "UserChatMessage", "AssistantChatMessage", "ToolChatMessage"];

const text = fc.string({ unit: anyCharacter });
const id = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
const name = fc.stringMatching(/^[A-Za-z0-9_]{1,64}$/);
const call = fc.tuple(id, name, anyJsonObject).map(([ownId, ownName, args]) => ToolCall.create(ownId, ownName, args));
const modelCall = fc.tuple(id, id, text).map(([ownId, ownName, written]) => ToolCall.fromText(ownId, ownName, written));
const calls = fc.uniqueArray(fc.oneof(call, modelCall), { selector: (one) => one.id, maxLength: 4 });
const message = fc.oneof(
  text.map((content) => ChatMessage.createSystem(content, { allowEmpty: true })),
  fc
    .tuple(text, fc.option(id, { nil: undefined }))
    .map(([content, ownName]) => ChatMessage.createUser(content, { name: ownName, allowEmpty: true })),
  fc.tuple(text, calls).map(([content, own]) => ChatMessage.createAssistant(content, own)),
  fc
    .tuple(id, text, fc.boolean())
    .map(([ownId, content, isError]) => ChatMessage.createToolResult(ownId, content, isError)),
);

describe("for every value", () => {
  it("building and then decoding what was encoded gives the same value", () => {
    fc.assert(
      fc.property(message, (built) => {
        const decoded = ChatMessage.decode(ChatMessage.encode(built));
        expect(isDeepStrictEqual(decoded, built)).toBe(true);
        expect(ChatMessage.equals(decoded, built)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.oneof(call, modelCall), (built) => {
        expect(isDeepStrictEqual(ToolCall.decode(ToolCall.encode(built)), built)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(id, text, fc.boolean(), (ownId, result, isError) => {
        const built = isError ? ToolResult.error(ownId, result) : ToolResult.success(ownId, result);
        expect(isDeepStrictEqual(ToolResult.decode(ToolResult.encode(built)), built)).toBe(true);
      }),
    );
  });

  it("what a factory gives is valid, frozen to its last level and ready for a worker", () => {
    fc.assert(
      fc.property(message, (built) => {
        expect(ChatMessage.is(built)).toBe(true);
        expect(isDeeplyFrozen(built)).toBe(true);
        expect(isDeepStrictEqual(structuredClone(built), built)).toBe(true);
      }),
    );
  });

  it("a decoded message goes through its factory unchanged", () => {
    fc.assert(
      fc.property(
        fc.oneof(...ROLES.map((role) => arbitraryOf(ChatMessage.schema, role, { unknownFields: false }))),
        (wire) => {
          const decoded = ChatMessage.parse(wire);
          const own = decoded.role === "assistant" ? (decoded.tool_calls ?? []).map(({ id: ownId }) => ownId) : [];
          fc.pre(new Set(own).size === own.length);
          const parts = typeof decoded.content === "object" ? decoded.content : [];
          fc.pre(parts.every(({ type }) => type !== "call_place"));
          expect(isDeepStrictEqual(rebuilt(decoded), decoded)).toBe(true);
        },
      ),
    );
  });

  it("a model's text is never lost: it is the JSON of the arguments, or stands beside them", () => {
    fc.assert(
      fc.property(fc.oneof(text, anyText, anyJsonObject.map(stringifyJson)), (written) => {
        const made = ToolCall.fromText("c", "run", written);
        expect(made.arguments_text ?? stringifyJson(made.arguments)).toBe(written);
      }),
    );
  });

  it("a model's text is executable exactly when it is blank or a JSON object", () => {
    fc.assert(
      fc.property(
        fc.oneof(text, fc.json(), anyJsonObject.map(stringifyJson), fc.constantFrom("", " \n")),
        (written) => {
          expect(ToolCall.isExecutable(ToolCall.fromText("c", "run", written))).toBe(isBlankOrObject(written));
        },
      ),
    );
  });

  it("cutting a call off at any place gives a call that is never executed", () => {
    fc.assert(
      fc.property(anyJsonObject.map(stringifyJson), fc.nat(), (written, at) => {
        const part = written.slice(0, at % (written.length + 1));
        expect(ToolCall.isExecutable(ToolCall.truncated("c", "run", part))).toBe(false);
      }),
    );
  });

  it("no argument is found that the model did not give", () => {
    fc.assert(
      fc.property(
        anyJsonObject,
        fc.oneof(text, fc.constantFrom("__proto__", "constructor", "toString")),
        (args, key) => {
          const found = ToolCall.tryGetArgument(ToolCall.create("c", "run", args), key).found;
          expect(found).toBe(Object.hasOwn(args, key));
        },
      ),
    );
  });
});

function rebuilt(decoded: ChatMessage): ChatMessage {
  switch (decoded.role) {
    case "system":
      return ChatMessage.createSystem(decoded.content, { name: decoded.name, allowEmpty: true });
    case "user":
      return ChatMessage.createUser(decoded.content, { name: decoded.name, allowEmpty: true });
    case "assistant":
      return ChatMessage.createAssistant(decoded.content ?? null, decoded.tool_calls, {
        name: decoded.name,
        provider_state: decoded.provider_state,
      });
    case "tool":
      return ChatMessage.createToolResult(decoded.tool_call_id, decoded.content, decoded.is_error, {
        provider_state: decoded.provider_state,
      });
  }
}

function isBlankOrObject(written: string): boolean {
  if (written.trim() === "") return true;
  try {
    const value = parseJson(written);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
