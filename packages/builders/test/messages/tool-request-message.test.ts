/** Tool requests: the calls that a model asks for, all pending, with arguments that nobody can change any more. */

import { inexactNumbers } from "@parlance/core";
import { parseJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { ToolCall, ToolRequestMessage, ToolRequestMessageBuilder } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, issuesOf, placesOf, SECRET } from "../refusal.js";
import { ENVELOPE, FIXED, ID, twoCalls } from "./fixtures.js";

/** What a JavaScript caller may pass where TypeScript would refuse it. */
const untyped = ToolRequestMessage as unknown as { create: (...given: unknown[]) => ToolRequestMessage };

const LONG = "12345678901234567890";

describe("an LLM's wish to invoke tools (tool request message representation)", () => {
  it("has multiple tool calls in one message, each with its id, name, structured arguments and approval", () => {
    expect(twoCalls()).toEqual({
      type: "tool_request",
      ...ENVELOPE,
      data: {
        tool_calls: [
          {
            id: "call_1",
            name: "write_file",
            arguments: { path: "a.ts", content: "hi" },
            approval: { status: "pending" },
          },
          { id: "call_2", name: "run", arguments: {}, approval: { status: "pending" } },
        ],
      },
    });
  });

  it("makes every call pending, whatever approval it comes with", () => {
    const approved = ToolRequestMessage.approve(twoCalls(), "call_1", { decided_by: "ann" });
    const again = ToolRequestMessage.create(approved.data.tool_calls);
    expect(again.data.tool_calls.map(({ approval }) => approval)).toEqual([
      { status: "pending" },
      { status: "pending" },
    ]);
    expect(ToolRequestMessage.mayExecute(again, "call_1")).toBe(false);
  });

  it("keeps defects and what the model wrote", () => {
    const calls = [ToolCall.fromText("a", "run", "not json"), ToolCall.truncated("b", "run", '{"x":')];
    expect(ToolRequestMessage.create(calls).data.tool_calls).toEqual([
      {
        id: "a",
        name: "run",
        arguments: {},
        arguments_text: "not json",
        defect: "invalid",
        approval: { status: "pending" },
      },
      {
        id: "b",
        name: "run",
        arguments: {},
        arguments_text: '{"x":',
        defect: "truncated",
        approval: { status: "pending" },
      },
    ]);
  });

  it("takes any name of a model: an unknown tool is answered, not lost", () => {
    expect(ToolRequestMessage.create([ToolCall.fromText("a", "files.write now!", "{}")]).data.tool_calls[0]?.name).toBe(
      "files.write now!",
    );
  });

  it("keeps unknown fields of calls", () => {
    const message = untyped.create([{ id: "a", name: "run", arguments: {}, thought_signature: { s: "x" } }]);
    expect(message.data.tool_calls[0]).toEqual({
      id: "a",
      name: "run",
      arguments: {},
      thought_signature: { s: "x" },
      approval: { status: "pending" },
    });
  });

  it("keeps every digit of arguments, in whatever form the call comes", () => {
    const args = parseJson(`{"id":${LONG}}`);
    for (const call of [
      ToolCall.fromText("a", "run", `{"id":${LONG}}`),
      { id: "a", name: "run", arguments: args },
      { id: "a", name: "run", arguments: args, extra: true },
    ]) {
      const message = untyped.create([call]);
      expect(inexactNumbers(message)).toEqual(["/data/tool_calls/0/arguments/id"]);
      expect(ToolRequestMessage.encode(message)).toContain(`"arguments":{"id":${LONG}}`);
    }
  });

  it("copies arguments, so that nobody can change them after the decision", () => {
    const frozen = { a: 1 };
    const args = { path: "a.ts", list: [{ n: 1 }], frozen: Object.freeze(frozen) };
    const message = ToolRequestMessage.create([{ id: "a", name: "run", arguments: args }]);
    args.path = "b.ts";
    args.list.push({ n: 2 });
    expect(message.data.tool_calls[0]?.arguments).toEqual({ path: "a.ts", list: [{ n: 1 }], frozen: { a: 1 } });
    expect(isDeeplyFrozen(message)).toBe(true);
  });

  it("makes data of accessors, frozen ones too", () => {
    let reads = 0;
    const args = Object.freeze({
      get path() {
        return ++reads > 1 ? "evil" : "good";
      },
    });
    const [call] = untyped.create([{ id: "a", name: "run", arguments: args }]).data.tool_calls;
    expect([call?.arguments.path, call?.arguments.path]).toEqual(["good", "good"]);
  });
});

describe("validating a tool request message", () => {
  it("refuses a call without a non-empty id, with its place", () => {
    expect(placesOf(() => untyped.create([{ id: "", name: "run", arguments: {} }]))).toEqual([
      "/data/tool_calls/0/id: too_short",
    ]);
    expect(placesOf(() => untyped.create([{ name: "run", arguments: {} }]))).toEqual([
      "/data/tool_calls/0: missing_property",
    ]);
  });

  it("refuses a call without a valid tool name", () => {
    expect(placesOf(() => untyped.create([{ id: "a", name: "", arguments: {} }]))).toEqual([
      "/data/tool_calls/0/name: too_short",
    ]);
    expect(placesOf(() => untyped.create([{ id: "a", name: "x".repeat(257), arguments: {} }]))).toEqual([
      "/data/tool_calls/0/name: too_long",
    ]);
  });

  it.each([
    ["a text", "{}", "/data/tool_calls/0/arguments: wrong_type"],
    ["a list", [], "/data/tool_calls/0/arguments: wrong_type"],
    ["null", null, "/data/tool_calls/0/arguments: wrong_type"],
    ["a function", () => 1, "/data/tool_calls: not_json_value"],
    ["NaN inside", { n: Number.NaN }, "/data/tool_calls: not_json_value"],
    ["a Map", new Map(), "/data/tool_calls: not_json_value"],
  ])("refuses arguments that are not a JSON object: %s", (_, args, place) => {
    expect(placesOf(() => untyped.create([{ id: "a", name: "run", arguments: args }]))).toEqual([place]);
  });

  it("refuses an id that stands twice: nobody could tell which call a decision is about", () => {
    const calls = ["a", "b", "a", "a"].map((id) => ToolCall.create(id, "run", {}));
    expect(issuesOf(() => ToolRequestMessage.create(calls))).toEqual([
      {
        code: "duplicate_call_id",
        path: "/data/tool_calls/2/id",
        keyword: "",
        expected: "an id of its own",
        found: "an earlier id",
      },
      {
        code: "duplicate_call_id",
        path: "/data/tool_calls/3/id",
        keyword: "",
        expected: "an id of its own",
        found: "an earlier id",
      },
    ]);
  });

  it("tells ids apart by letter case, as providers do", () => {
    const calls = ["a", "A"].map((id) => ToolCall.create(id, "run", {}));
    expect(ToolRequestMessage.create(calls).data.tool_calls).toHaveLength(2);
  });

  it("refuses an approval status that is none of the six", () => {
    for (const status of ["allowed", "APPROVED", "", 1, ["approved"]]) {
      const stored = structuredClone(twoCalls()) as unknown as { data: { tool_calls: { approval: object }[] } };
      Object.assign(stored.data.tool_calls[0] ?? {}, { approval: { status } });
      expect(issuesOf(() => ToolRequestMessage.parse(stored)).map(({ path }) => path)).toEqual([
        "/data/tool_calls/0/approval/status",
      ]);
      expect(ToolRequestMessage.is(stored)).toBe(false);
    }
  });

  it("refuses a request without calls, and what is not a list", () => {
    expect(placesOf(() => ToolRequestMessage.create([]))).toEqual(["/data/tool_calls: too_few"]);
    expect(placesOf(() => untyped.create({ length: 1 }))).toEqual(["/data/tool_calls: wrong_type"]);
    expect(placesOf(() => untyped.create())).toEqual(["/data: missing_property"]);
    expect(placesOf(() => untyped.create([null, "x", []]))).toEqual([
      "/data/tool_calls/0: wrong_type",
      "/data/tool_calls/1: wrong_type",
      "/data/tool_calls/2: wrong_type",
    ]);
  });

  it("reports all problems at once, without content", () => {
    const bad = { id: "", name: 7, arguments: SECRET };
    const run = () =>
      untyped.create([bad, { id: "b", name: "run", arguments: { SECRET } }, { id: "b" }], { id: SECRET });
    expect(placesOf(run)).toEqual([
      "/data/tool_calls/2/id: duplicate_call_id",
      "/id: pattern_mismatch",
      "/data/tool_calls/0/id: too_short",
      "/data/tool_calls/0/name: wrong_type",
      "/data/tool_calls/0/arguments: wrong_type",
      "/data/tool_calls/2: missing_property",
      "/data/tool_calls/2: missing_property",
    ]);
    expectNoSecret(errorOf(run));
  });

  it("takes arguments of as many levels as fit into a record, and refuses more", () => {
    const nested = (levels: number): object => JSON.parse(`${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`);
    const create = (levels: number) => () => untyped.create([{ id: "a", name: "run", arguments: nested(levels) }]);
    expect(create(252)().type).toBe("tool_request");
    expect(ToolRequestMessage.decode(ToolRequestMessage.encode(create(252)())).type).toBe("tool_request");
    expect(placesOf(create(253))).toEqual([": too_deep"]);
    expect(placesOf(create(100_000))).toEqual(["/data/tool_calls: too_deep"]);
  });

  it("survives calls that throw what they hold", () => {
    const call = {
      id: "a",
      name: "run",
      get arguments(): object {
        throw new Error(SECRET);
      },
    };
    const error = errorOf(() => untyped.create([call]));
    expectNoSecret(error);
    const proxy = new Proxy([], {
      get: () => {
        throw new Error(SECRET);
      },
    });
    expectNoSecret(errorOf(() => untyped.create(proxy)));
  });

  it("never lets `__proto__` of a call or its arguments reach a prototype", () => {
    const call = JSON.parse(
      '{"id":"a","name":"run","arguments":{"__proto__":{"x":1}},"__proto__":{"defect":"invalid"}}',
    );
    const [made] = untyped.create([call]).data.tool_calls;
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
    expect([made?.defect, Object.keys(made?.arguments ?? {})]).toEqual([undefined, ["__proto__"]]);
  });
});

describe("describing a tool request", () => {
  it("tells how many calls there are and how they stand, and no content", () => {
    const message = ToolRequestMessage.deny(twoCalls(), "call_2", { decided_by: "ann" });
    expect(ToolRequestMessage.describe(message)).toBe(`ToolRequestMessage(${ID}, 2 tool calls, 1 pending, 1 denied)`);
  });

  it("shows the calls only when asked", () => {
    expect(ToolRequestMessage.describe(twoCalls(), { content: true })).toBe(
      `ToolRequestMessage(${ID}, 2 tool calls, 2 pending): "write_file {"path":"a.ts","content":"hi"}; run {}"`,
    );
  });

  it("shows the arguments that would run, and what the model wrote only where nothing can run", () => {
    const harmless = { id: "a", name: "run", arguments: { command: "rm" }, arguments_text: '{"command":"ls"}' };
    const calls = [harmless, ToolCall.truncated("b", "run", '{"command":"l')];
    const message = ToolRequestMessage.create(calls, FIXED);
    expect(ToolRequestMessage.describe(message, { content: true })).toBe(
      `ToolRequestMessage(${ID}, 2 tool calls, 2 pending): "run {"command":"rm"}; run {"command":"l"`,
    );
  });
});

describe("building a tool request", () => {
  it("adds calls in order, all pending", () => {
    const builder = ToolRequestMessageBuilder.create(FIXED)
      .withToolCall(ToolCall.create("call_1", "write_file", { path: "a.ts", content: "hi" }))
      .withToolCall(ToolCall.create("call_2", "run", {}));
    expect(builder.build()).toEqual(twoCalls());
    expect(ToolRequestMessageBuilder.create(FIXED).withToolCalls(twoCalls().data.tool_calls).build()).toEqual(
      twoCalls(),
    );
  });

  it("lets no approval in", () => {
    const approved = ToolRequestMessage.approve(twoCalls(), "call_1", { decided_by: "ann" });
    const built = ToolRequestMessageBuilder.create().withToolCalls(approved.data.tool_calls).build();
    expect(ToolRequestMessage.approvalStatus(built)).toBe("pending");
  });

  it("has the rules of the factory", () => {
    const call = ToolCall.create("a", "run", {});
    expect(placesOf(() => ToolRequestMessageBuilder.create().withToolCall(call).withToolCall(call).build())).toEqual([
      "/data/tool_calls/1/id: duplicate_call_id",
    ]);
    expect(placesOf(() => ToolRequestMessageBuilder.create().build())).toEqual(["/data: missing_property"]);
  });
});
