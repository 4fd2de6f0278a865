/** Requests of the chat-completions dialect that were read from requests: they are good ones, and say the same again. */

import { ChatMessage } from "@parlance/builders";
import { ValidationError } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import { arbitraryOf } from "@parlance/sampler";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as openai from "../../src/openai/index.js";
import type { Conversation } from "../../src/shared/types.js";
import * as vllm from "../../src/vllm/index.js";
import { isPresent, recordsOf } from "../corpora/records.js";
import { PROFILES } from "../profile/profile.js";
import { publishedSchema } from "../profile/published.js";

const PROVIDERS = { openai, vllm };

const ROLES = ["SystemChatMessage", "UserChatMessage", "AssistantChatMessage", "ToolChatMessage"];

const anyMessage = fc
  .oneof(...ROLES.map((role) => arbitraryOf(ChatMessage.schema, role, { unknownFields: false })))
  .map((message) => ChatMessage.parse(message));

const MODEL = { model: "gpt-4.1" };

describe.each(["openai", "vllm"] as const)("a request to %s", (name) => {
  const { importRequest, toRequest } = PROVIDERS[name];
  const faultsBySchema = publishedSchema(name);

  it("says the same of what was imported from it", () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 12 }), (messages) => {
        const body = bodyOf({ messages, options: MODEL });
        if (body === undefined) return;
        const { messages: again, options } = importRequest(body);
        expect(bodyOf({ messages: again, options })).toEqual(body);
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  /** Undefined when nothing is said at all. */
  function bodyOf(conversation: Conversation): unknown {
    try {
      return toRequest(conversation).body;
    } catch (error) {
      if (!ValidationError.isInstance(error)) throw error;
      expect(error.issues.map(({ path, code }) => `${path}: ${code}`)).toEqual(["/messages: no_message"]);
      return undefined;
    }
  }

  it.runIf(isPresent(`requests to ${name}`))("is a good one after any recorded request was read", () => {
    for (const { body: recorded, source } of recordsOf(`${name}.request`)) {
      const imported = importRequest(recorded);
      const { body } = toRequest({ ...imported, options: { ...MODEL, ...imported.options } });
      const written = JSON.parse(stringifyJson(body));
      expect([...PROFILES[name](written), ...faultsBySchema(written)], source).toEqual([]);
    }
  });

  it("changes nothing that it was given, and is frozen", () => {
    const given = { messages: [{ role: "user", content: [{ type: "text", text: "Go." }] }], options: MODEL };
    const before = structuredClone(given);
    const { body, report, context } = toRequest(given as never);
    expect(given).toEqual(before);
    expect([body, body.messages, body.messages[0], report, context].every(Object.isFrozen)).toBe(true);
  });
});
