/** Requests that the provider takes, made of what others have sent and of tools with any names. */

import { ChatMessage } from "@parlance/builders";
import { ToolDefinition } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import { anyCharacter } from "@parlance/sampler";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import { loadProvider } from "../../src/load-provider.js";
import { PROVIDER_NAMES } from "../../src/shared/provider-names.js";
import type { Conversation } from "../../src/shared/types.js";
import { isPresent, recordsOf } from "../corpora/records.js";
import { PROFILES } from "../profile/profile.js";
import { publishedSchema } from "../profile/published.js";

const OPTIONS = { model: "claude-opus-4-7", max_tokens: 1000 };

const faultsBySchema = publishedSchema("anthropic");

function faultsOf(conversation: Conversation): readonly string[] {
  const body = JSON.parse(stringifyJson(anthropic.toRequest(conversation).body));
  return [...PROFILES.anthropic(body), ...faultsBySchema(body)].filter((fault) => !IN_NATIVE.test(fault));
}

/** What blocks that only the provider has hold is its own: no files of a program that it ran are an empty list. */
const IN_NATIVE = /\/content\/\d+\/content\/content is an empty list$/;

describe("a request to the provider", () => {
  it("is taken with tools of every name, and choices among them", () => {
    const anyName = fc.string({ minLength: 1, maxLength: 80, unit: anyCharacter });
    const anyNames = fc.uniqueArray(anyName, { minLength: 1, maxLength: 5 });
    const anyChoice = fc.constantFrom("auto", "none", "required", undefined);
    fc.assert(
      fc.property(anyNames, anyChoice, fc.boolean(), (names, choice, parallel_tool_calls) => {
        const tools = names.map((name) =>
          ToolDefinition.parse({ name, description: "A tool.", parameters: { type: "object", properties: {} } }),
        );
        const messages = [ChatMessage.createUser("Go.")];
        const tool_choice = choice ?? { name: names[0] as string };
        const options = { ...OPTIONS, parallel_tool_calls };
        expect(faultsOf({ messages, tools, tool_choice, options })).toEqual([]);
      }),
      { numRuns: propertyRuns(50) },
    );
  });

  it("holds the model to no more strict tools than the provider takes, and says so of the others", () => {
    const tools = Array.from({ length: 22 }, (_, at) =>
      ToolDefinition.parse({
        name: `tool_${at}`,
        description: "A tool.",
        parameters: { type: "object", properties: {}, additionalProperties: false },
      }),
    );
    const { body, report } = anthropic.toRequest({
      messages: [ChatMessage.createUser("Go.")],
      tools,
      options: OPTIONS,
    });
    expect(body.tools?.filter(({ strict }) => strict === true)).toHaveLength(20);
    expect(report.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "strict_dropped /tools/20",
      "strict_dropped /tools/21",
    ]);
  });
});

describe.skipIf(!isPresent("requests to Anthropic"))("recorded requests of every provider", () => {
  it.each(PROVIDER_NAMES)("recorded requests of %s are taken by Anthropic", async (name) => {
    const { importRequest } = await loadProvider(name);
    const records = recordsOf(`${name}.request`);
    for (const { body, source } of records) {
      const { options, ...conversation } = importRequest(body);
      expect(faultsOf({ ...conversation, options: { ...OPTIONS, ...options } }), source).toEqual([]);
    }
    console.log(`requests of ${name} to anthropic: ${records.length}`);
  });
});
