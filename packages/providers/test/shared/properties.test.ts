/** What holds for every conversation that the contract allows. */

import { ChatMessage, InferenceOptions, Message, ToolDefinition } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import { schemaOf } from "@parlance/core/schemas";
import { arbitraryOf } from "@parlance/sampler";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { expect, it } from "vitest";
import { callPath, partPath } from "../../src/shared/conversation/placed.js";
import { createReport } from "../../src/shared/report/report-writer.js";
import { prepareConversation } from "../../src/shared/request/prepare.js";
import type { Conversation } from "../../src/shared/types.js";
import { STRICT_NAMES } from "./given.js";

/** Any wire values of a type, all of them valid. */
function anyOf(name: Parameters<typeof schemaOf>[0]): fc.Arbitrary<object> {
  const { $defs, ...root } = schemaOf(name, { id: false });
  return arbitraryOf({ $defs: { ...($defs as object), Sampled: root } }, "Sampled") as fc.Arbitrary<object>;
}

/** A message and its decoded form. */
const message = fc.oneof(
  anyOf("message").map((wire) => [wire, Message.parse(wire)] as const),
  anyOf("chat_message").map((wire) => [wire, ChatMessage.parse(wire)] as const),
);
const given = fc.record({
  pairs: fc.array(message, { maxLength: 6 }),
  system: fc.string(),
  tools: fc.uniqueArray(anyOf("tool_definition"), { maxLength: 2, selector: (tool) => (tool as ToolDefinition).name }),
  options: anyOf("inference_options"),
});

/** A conversation, and the same with its messages in their decoded form. */
const conversation = given.map(
  ({ pairs, ...others }) =>
    [
      { ...others, messages: pairs.map(([wire]) => wire) } as Conversation,
      { ...others, messages: pairs.map(([, decoded]) => decoded) },
    ] as const,
);

const rules = fc.record({
  names: fc.constantFrom(STRICT_NAMES, {}),
  merge: fc.constantFrom("turns" as const, "calls" as const),
  system: fc.constantFrom("first" as const, "in_place" as const),
});

/** Whether a JSON Pointer leads to something in the decoded conversation, or to a member that its own decoding would fill. */
function leadsSomewhere(root: unknown, path: string): boolean {
  let value: unknown = root;
  for (const token of path.split("/").slice(1)) {
    if (token === "*") return typeof value === "object";
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !(name in value)) return false;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return true;
}

it("is prepared, with every place in it a place in what was given, and nothing left that cannot be written", () => {
  fc.assert(
    fc.property(conversation, rules, ([given, decoded], how) => {
      const report = createReport();
      const before = JSON.stringify(given);
      const { messages, tools, options, names } = prepareConversation(given, how, report);
      for (const { path } of report.entries) expect([path, leadsSomewhere(decoded, path)]).toEqual([path, true]);
      for (const placed of messages) {
        expect(ChatMessage.is(placed.message)).toBe(true);
        expect(leadsSomewhere(decoded, placed.path)).toBe(true);
        const { content } = placed.message;
        const parts = typeof content === "object" ? content.length : 0;
        for (let at = 0; at < parts; at++) expect(leadsSomewhere(decoded, partPath(placed, at))).toBe(true);
        const calls = placed.message.role === "assistant" ? (placed.message.tool_calls ?? []) : [];
        for (const [at, call] of calls.entries()) {
          expect(leadsSomewhere(decoded, `${callPath(placed, at)}/id`)).toBe(true);
          if (how.names === STRICT_NAMES) expect(names.callId(call.id)).toMatch(/^[a-zA-Z0-9_-]{1,40}$/);
        }
      }
      const sent = messages.map(({ message: one }) => (typeof one.content === "string" ? one.content : ""));
      expect(/\p{Surrogate}/u.test(sent.join("\n") + JSON.stringify(options))).toBe(false);
      for (const tool of tools) expect(ToolDefinition.is(tool)).toBe(true);
      expect(InferenceOptions.is(options)).toBe(true);
      expect(JSON.stringify(given)).toBe(before);
    }),
    { numRuns: propertyRuns(150) },
  );
});

it("is the same each time", () => {
  fc.assert(
    fc.property(conversation, rules, ([given], how) => {
      const [one, two] = [createReport(), createReport()];
      const first = prepareConversation(given, how, one);
      const second = prepareConversation(given, how, two);
      const text = (messages: typeof first.messages) =>
        messages.map((placed) => ChatMessage.encode(placed.message)).join("\n");
      expect(text(first.messages)).toBe(text(second.messages));
      expect(stringifyJson([first.names.tool_names, first.names.call_ids])).toBe(
        stringifyJson([second.names.tool_names, second.names.call_ids]),
      );
      expect(one.entries).toEqual(two.entries);
    }),
    { numRuns: propertyRuns(30) },
  );
});
