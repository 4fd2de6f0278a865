/** Requests made of what nobody should pass: they are refused with places and rules, and nothing of the content shows. */

import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { AgentRequest, AgentRequestBuilder, ChatMessage } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, SECRET, throwingProxy } from "../refusal.js";
import { CONVERSATION, fullRequest } from "./fixtures.js";

/** What a JavaScript caller may pass where TypeScript would refuse it. */
const anything = (value: unknown): never => value as never;

function cyclic(): object {
  const value: Record<string, unknown> = { path: SECRET };
  value.self = value;
  return value;
}

function nested(levels: number): object {
  let value: object = { text: SECRET };
  for (let level = 0; level < levels; level++) value = { [SECRET]: value };
  return value;
}

const HOSTILE: readonly (readonly [string, unknown])[] = [
  ["a text", SECRET],
  ["an object with secret keys", { [SECRET]: SECRET }],
  ["a list of texts", [SECRET, SECRET]],
  ["a value that contains itself", cyclic()],
  ["a value nested too deep", nested(300)],
  ["a function", () => SECRET],
  ["a symbol", Symbol(SECRET)],
  ["a bigint", 12345678901234567890n],
  ["a date", new Date(0)],
  ["a map", new Map([[SECRET, SECRET]])],
  ["a proxy that throws", throwingProxy({})],
  ["a proxy of a list that throws", throwingProxy([])],
  ["a list of proxies that throw", [throwingProxy({})]],
  ["NaN", Number.NaN],
];

describe("hostile fields", () => {
  it.each(HOSTILE)("%s is refused in every field, without its content", (_, value) => {
    expect.hasAssertions();
    const builder = () => AgentRequestBuilder.create();
    const setters = [
      (): unknown =>
        builder()
          .withMessage(anything([value]))
          .build(),
      (): unknown =>
        builder()
          .withMessage("x")
          .withAttachedFiles(anything([value]))
          .build(),
      (): unknown => builder().withMessage("x").withFile(anything(value)).build(),
      (): unknown => builder().withMessage("x").withAttachedFiles(anything(value)).build(),
      (): unknown => builder().withMessage("x").withHistory(anything(value)).build(),
      (): unknown => AgentRequest.with(fullRequest(), { history: anything(value) }),
      (): unknown => AgentRequest.with(fullRequest(), { attached_files: anything(value) }),
      (): unknown =>
        builder()
          .withMessage("x")
          .withHistory(anything([value]))
          .build(),
      (): unknown =>
        builder()
          .withMessage("x")
          .withToolContext(anything({ active_selection: value }))
          .build(),
      (): unknown =>
        builder()
          .withMessage("x")
          .withInferenceOptions(anything({ top_k: value }))
          .build(),
      (): unknown =>
        builder()
          .withMessage("x")
          .withWorkspace(anything([value]))
          .build(),
      (): unknown => builder().withMessage("x").withMaxIterations(anything(value)).build(),
      (): unknown => AgentRequest.inConversation("x", anything([value])),
      (): unknown => AgentRequest.with(fullRequest(), anything({ tool_context: { active_selection: value } })),
      (): unknown => AgentRequest.with(fullRequest(), anything({ [SECRET]: value })),
      (): unknown => AgentRequest.with(anything({ ...fullRequest(), request_id: value }), {}),
      (): unknown => AgentRequest.with(anything(value), {}),
    ];
    for (const set of setters) expectNoSecret(errorOf(set));
  });

  it.each(HOSTILE)("%s in the place of a request is refused without its content", (_, value) => {
    const issues = AgentRequest.validate(anything(value));
    expect(issues.length).toBeGreaterThan(0);
    expect(JSON.stringify(issues)).not.toContain(SECRET);
  });

  it("a patch that throws when it is read is refused without what it threw", () => {
    expectNoSecret(errorOf(() => AgentRequest.with(fullRequest(), throwingProxy({}))));
    expectNoSecret(errorOf(() => AgentRequest.with(fullRequest(), { message: "x", ...{ history: anything(5) } })));
  });

  it("own members named __proto__ stay own members and reach no prototype", () => {
    const stop = JSON.parse('{"stop":["a"],"__proto__":{"polluted":true}}') as object;
    const request = AgentRequestBuilder.create().withMessage("x").withInferenceOptions(anything(stop)).build();
    expect(Object.keys(request.inference_options ?? {})).toContain("__proto__");
    expect((request.inference_options as Record<string, unknown>).polluted).toBeUndefined();
    const patch = JSON.parse('{"__proto__":{"message":"y"}}') as object;
    expect(() => AgentRequest.with(request, anything(patch))).toThrow("a field of the type");
  });

  it("a patch may be nested as deep as a request can hold it, and no deeper", () => {
    const patch = (levels: number): object => ({ inference_options: { deep: nested(levels) } });
    expect(AgentRequest.with(fullRequest(), patch(253)).inference_options).toHaveProperty("deep");
    expect(() => AgentRequest.with(fullRequest(), patch(254))).toThrow("at most 256 levels of nesting");
  });

  it("inherited members count for nothing", () => {
    const patch = Object.create({ message: "y" }) as object;
    expect(AgentRequest.with(fullRequest(), patch).message).toBe("What does it do?");
  });

  it("objects of another realm are copied as they are read", () => {
    const options = runInNewContext('({ stop: ["a"] })') as object;
    const request = AgentRequestBuilder.create().withMessage("x").withInferenceOptions(anything(options)).build();
    expect(request.inference_options).toEqual({ stop: ["a"] });
    expect(Object.getPrototypeOf(request.inference_options)).toBe(Object.prototype);
  });

  it("frozen objects with getters are read once and copied", () => {
    let count = 0;
    const tricky = Object.freeze({
      get temperature(): number {
        return ++count;
      },
    });
    const request = AgentRequestBuilder.create().withMessage("x").withInferenceOptions(tricky).build();
    expect([request.inference_options?.temperature, request.inference_options?.temperature]).toEqual([1, 1]);
    const copy = AgentRequest.with(request, { inference_options: tricky });
    expect([copy.inference_options?.temperature, copy.inference_options?.temperature]).toEqual([2, 2]);
  });

  it("half surrogate pairs and control characters stay as they are, and describe shows none of them", () => {
    const request = AgentRequest.simple("a\ud800\u0000\u202e");
    expect(request.message).toBe("a\ud800\u0000\u202e");
    expect(AgentRequest.describe(request, { content: true })).toMatch(/"a\\u\{d800\}\\u\{0\}\\u\{202e\}"$/);
  });

  it("a history of 10,000 messages is taken whole and frozen", () => {
    const history = Array.from({ length: 10_000 }, (_, at) => ChatMessage.createUser(`${at}`));
    const request = AgentRequest.inConversation("x", CONVERSATION, history);
    expect(AgentRequest.historyMessageCount(request)).toBe(10_000);
    expect(isDeeplyFrozen(request)).toBe(true);
  });
});
