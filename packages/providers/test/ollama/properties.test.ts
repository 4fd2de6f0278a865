/** What holds for whatever is given. */

import { ToolCall } from "@parlance/builders";
import { type ChatMessage, type InferenceOptions, type JsonObject, ParlanceError } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import { schemaOf } from "@parlance/core/schemas";
import { anyJson, anyJsonObject, arbitraryOf } from "@parlance/sampler";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OllamaMessage, OllamaParameters, OllamaProperty } from "../../src/ollama/index.js";
import { fromResponse, importRequest, toRequest } from "../../src/ollama/index.js";
import type { Conversation } from "../../src/shared/types.js";

const { $defs } = schemaOf("conversation_history", { id: false });
const anyMessage = arbitraryOf({ $defs: $defs as object }, "ChatMessage", {
  nulls: false,
}) as fc.Arbitrary<ChatMessage>;

const { $defs: _, ...optionsSchema } = schemaOf("inference_options", { id: false });
const anyOptions = arbitraryOf({ $defs: { ...(_ as object), InferenceOptions: optionsSchema } }, "InferenceOptions", {
  nulls: false,
}) as fc.Arbitrary<InferenceOptions>;

const words = fc.string({ unit: "grapheme", minLength: 1 });
const image = fc.constantFrom("iVBORw0KGgoAAAANSUhEUg==", "R0lGODlhLi4u").map((data) => {
  const mime_type = data.startsWith("i") ? "image/png" : "image/gif";
  return { type: "image", source: { type: "base64", mime_type, data } } as const;
});
const text = words.map((one) => ({ type: "text", text: one }) as const);
const reasoning = words.map((one) => ({ type: "reasoning", text: one }) as const);

const USER: ChatMessage = { role: "user", content: "Go." };

/** A question and what the model made of it, of everything that Ollama can say. */
const exchange = fc
  .record({
    asked: fc.oneof(words, fc.tuple(image, text), fc.tuple(image, image)),
    said: fc.oneof(words, fc.tuple(reasoning, text), fc.tuple(reasoning)),
    args: fc.array(anyJsonObject, { maxLength: 3 }),
    results: fc.oneof(fc.string(), fc.tuple(image, text)),
  })
  .map(({ asked, said, args, results }): ChatMessage[] => {
    const tool_calls = args.map((one, at) => ToolCall.fromText(`c${at}`, "a.tool", stringifyJson(one)));
    const answers = tool_calls.map(
      ({ id }): ChatMessage => ({ role: "tool", tool_call_id: id, content: results, is_error: false }),
    );
    const answer: ChatMessage = { role: "assistant", content: said, ...(tool_calls.length > 0 && { tool_calls }) };
    return [{ role: "user", content: asked }, answer, ...answers];
  });

describe("any conversation", () => {
  it("any conversation that Ollama can say comes back as it was", () => {
    fc.assert(
      fc.property(exchange, (messages) => {
        const { body, report } = toRequest({ messages, options: { model: "m" } });
        expect(report).toEqual([]);
        const imported = importRequest(stringifyJson(body));
        expect(imported.report).toEqual([]);
        expect(stringifyJson(imported.messages)).toBe(stringifyJson(messages.map(inOrder)));
      }),
    );
  });

  it("any conversation that was sent and imported is sent the same again", () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 5 }), anyOptions, (messages, options) => {
        const sent = toRequest({ messages: [USER, ...messages], options: { ...options, model: "m" } });
        const { report, ...imported } = importRequest(stringifyJson(sent.body));
        const again = toRequest(imported as Conversation);
        if (report.length === 0) expect(stringifyJson(again.body)).toBe(stringifyJson(sent.body));
        expect(stringifyJson(again.body.messages)).toBe(stringifyJson(sent.body.messages));
        expect(faultsOf(sent.body.messages)).toEqual([]);
      }),
    );
  });
});

/** What no schema notices: a call has one result right after it, arguments are an object, and no list is empty. */
function faultsOf(messages: readonly OllamaMessage[]): readonly string[] {
  const faults: string[] = [];
  let open: string[] = [];
  for (const { role, content, images, tool_calls, tool_call_id = "" } of messages) {
    if (typeof content !== "string") faults.push("content is not text");
    if (images?.length === 0 || tool_calls?.length === 0) faults.push("an empty list");
    if (tool_calls?.some((call) => Array.isArray(call.function.arguments))) faults.push("arguments are not an object");
    if (role === "tool" && !open.includes(tool_call_id)) faults.push("a result without a call");
    if (role !== "tool" && open.length > 0) faults.push("a call without a result");
    open = role === "tool" ? open.filter((id) => id !== tool_call_id) : (tool_calls ?? []).map(({ id }) => id);
  }
  return open.length > 0 ? [...faults, "a call without a result"] : faults;
}

/** Members in the order in which reading gives them. */
function inOrder(message: ChatMessage): unknown {
  if (message.role !== "tool") return message;
  return { role: "tool", tool_call_id: message.tool_call_id, content: message.content, is_error: false };
}

/** Keywords with values that fit them, and with any others. */
const { anySchema } = fc.letrec<{ anySchema: object; value: unknown }>((tie) => {
  const leaf = fc.constantFrom<unknown>("string", "#", "#/properties", "#/$defs/a", null, 7, true, [], {}, ["string"]);
  const named = fc.record({ a: tie("value"), b: tie("value") }, { requiredKeys: [] });
  const keywords = [
    "type",
    "anyOf",
    "oneOf",
    "const",
    "items",
    "enum",
    "properties",
    "required",
    "$ref",
    "$defs",
    "description",
  ];
  return {
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      tie("anySchema"),
      named,
      fc.array(tie("value"), { maxLength: 2 }),
    ),
    anySchema: fc.record(Object.fromEntries(keywords.map((keyword) => [keyword, tie("value")])), { requiredKeys: [] }),
  };
});

describe("any JSON", () => {
  it("any JSON as an answer is read or refused by an error of this library", () => {
    const given = fc.oneof(
      anyJsonObject,
      fc.record({ message: anyJsonObject }),
      fc.record({ message: fc.record({ tool_calls: fc.array(anyJson) }) }),
    );
    fc.assert(fc.property(given, (body) => onlyKnownErrors(() => fromResponse(body))));
  });

  it("any JSON as a request is read or refused by an error of this library", () => {
    const given = fc.oneof(
      anyJsonObject,
      fc.record({ messages: fc.array(anyJsonObject) }),
      fc.record({ messages: fc.constant([]), options: anyJsonObject, think: anyJson }),
    );
    fc.assert(fc.property(given, (body) => onlyKnownErrors(() => importRequest(body))));
  });

  it("any JSON as the parameters of a tool becomes what the server can read", () => {
    fc.assert(
      fc.property(anySchema, (parameters) => {
        const tool = { name: "f", description: "F.", parameters: parameters as JsonObject, strict: false };
        const { body } = toRequest({ messages: [USER], tools: [tool], options: { model: "m" } });
        const sent = body.tools?.[0]?.function.parameters as OllamaParameters;
        expect(
          Object.keys(sent).filter((key) => !["type", "$defs", "items", "required", "properties"].includes(key)),
        ).toEqual([]);
        expect(isReadable({ ...sent, $defs: undefined } as OllamaProperty)).toBe(true);
      }),
    );
  });
});

function onlyKnownErrors(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (!ParlanceError.isInstance(error)) throw error;
  }
}

/** What the server's own types say of a property; whatever else makes it answer 400. */
function isReadable({ type, anyOf, description, enum: values, properties, required }: OllamaProperty): boolean {
  const isTexts = (list: unknown): boolean => Array.isArray(list) && list.every((one) => typeof one === "string");
  return (
    (type === undefined || typeof type === "string" || isTexts(type)) &&
    (anyOf === undefined || (Array.isArray(anyOf) && anyOf.every(isReadable))) &&
    (description === undefined || typeof description === "string") &&
    (values === undefined || Array.isArray(values)) &&
    (required === undefined || isTexts(required)) &&
    (properties === undefined || (!Array.isArray(properties) && Object.values(properties).every(isReadable)))
  );
}
