/** What holds for every request. */

import { isDeepStrictEqual } from "node:util";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AgentRequest, AgentRequestBuilder, InferenceOptionsBuilder } from "../../src/index.js";
import { isDeeplyFrozen } from "../refusal.js";
import { samplesOf } from "../samples.js";
import { THIRD } from "./fixtures.js";

const REQUESTS = samplesOf(AgentRequest);
/** Those that no schema can state, so that samples of it break them. */
const RULES = ["end_before_start", "cursor_with_text", "other_tool"];
const CHANGING = ["request_id", "parent_request_id", "created_at"];

function withoutIdentity(request: AgentRequest): object {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !CHANGING.includes(name)));
}

describe("every request", () => {
  it("is changed by `with` of nothing in its id, its parent and its time, and in nothing else", () => {
    fc.assert(
      fc.property(REQUESTS, (request) => {
        const copy = AgentRequest.with(request, {}, { now: () => 0, newId: () => THIRD });
        expect(copy).toMatchObject({ request_id: THIRD, parent_request_id: request.request_id });
        expect(copy.created_at).toBe("1970-01-01T00:00:00.000Z");
        expect(isDeepStrictEqual(withoutIdentity(copy), withoutIdentity(request))).toBe(true);
        expect(isDeeplyFrozen(copy)).toBe(true);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it("gets back by `with` what another `with` changed", () => {
    fc.assert(
      fc.property(REQUESTS, REQUESTS, (request, other) => {
        const { message, system_prompt = null, inference_options = null } = request;
        const { message: otherMessage, system_prompt: otherPrompt, inference_options: otherOptions } = other;
        const there = { message: otherMessage, system_prompt: otherPrompt, inference_options: otherOptions };
        const back = { message, system_prompt, inference_options };
        const copy = AgentRequest.with(AgentRequest.with(request, there, EMPTY), back, EMPTY);
        expect(isDeepStrictEqual(withoutIdentity(copy), withoutIdentity(request))).toBe(true);
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it("every request that is built decodes to the same value", () => {
    fc.assert(
      fc.property(REQUESTS, (sample) => {
        const result = AgentRequestBuilder.create({ allowEmpty: true })
          .withMessage(sample.message)
          .withConversationId(sample.conversation_id)
          .withAttachedFiles(sample.attached_files)
          .withSystemPrompt(sample.system_prompt)
          .withToolContext(sample.tool_context)
          .withInferenceOptions(sample.inference_options)
          .withTools(sample.enable_tools)
          .withMaxIterations(sample.max_iterations)
          .tryBuild();
        if (result.ok) {
          expect(isDeepStrictEqual(AgentRequest.decode(AgentRequest.encode(result.value)), result.value)).toBe(true);
        } else {
          for (const { code } of result.issues) expect(RULES).toContain(code);
        }
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it("is refused by `build` exactly where `validate` finds something", () => {
    fc.assert(
      fc.property(REQUESTS, (sample) => {
        const result = AgentRequestBuilder.create()
          .withMessage(sample.message)
          .withHistory(sample.history)
          .withAttachedFiles(sample.attached_files)
          .tryBuild();
        const { message, history, attached_files } = sample;
        const issues = AgentRequest.validate({
          ...AgentRequest.simple("x"),
          message,
          ...only({ history, attached_files }),
        });
        const places = (list: typeof issues): string[] => list.map(({ path, code }) => `${path}: ${code}`).sort();
        expect(places(result.ok ? [] : result.issues)).toEqual(places(issues));
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});

const EMPTY = { allowEmpty: true };

function only<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

describe("a builder that only sets fields", () => {
  it("gives back whatever valid fields it was given, in any order", () => {
    type Setter = (builder: InferenceOptionsBuilder) => InferenceOptionsBuilder;
    const setters = fc
      .tuple(
        fc.integer({ min: 1, max: 99 }),
        fc.double({ min: 0, max: 2, noNaN: true }),
        fc.string({ minLength: 1, maxLength: 20 }),
      )
      .chain(([topK, temperature, stop]) =>
        fc.tuple(
          fc.constant({ top_k: topK, temperature, stop: [stop] }),
          fc.shuffledSubarray<Setter>(
            [(b) => b.withTopK(topK), (b) => b.withTemperature(temperature), (b) => b.withStop([stop])],
            { minLength: 3 },
          ),
        ),
      );
    fc.assert(
      fc.property(setters, ([expected, steps]) => {
        const built = steps.reduce((builder, step) => step(builder), InferenceOptionsBuilder.create()).build();
        expect(built).toEqual(JSON.parse(JSON.stringify(expected)));
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});
