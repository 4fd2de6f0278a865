/** Changed copies of requests: what a patch keeps, clears and replaces. */

import { CURRENT_VERSION } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { AgentRequest, ChatMessage, FileContext, ToolAvailabilityContext, ToolCall } from "../../src/index.js";
import { isDeeplyFrozen, issuesOf, placesOf } from "../refusal.js";
import { anything, CONVERSATION, FIRST, fullRequest, SECOND, surroundings, THIRD, toolResult } from "./fixtures.js";

describe("a changed copy", () => {
  it("is a new request with a new id and time that names the one it was copied from; that one stays as it was", () => {
    const request = AgentRequest.simple("Hello", surroundings());
    const copy = AgentRequest.with(
      request,
      { message: "Bye", enable_tools: false, max_iterations: 2 },
      {
        now: () => 0,
        newId: () => THIRD,
      },
    );
    expect(copy).toEqual({
      schema_version: CURRENT_VERSION,
      request_id: THIRD,
      parent_request_id: FIRST,
      conversation_id: SECOND,
      created_at: "1970-01-01T00:00:00.000Z",
      message: "Bye",
      enable_tools: false,
      max_iterations: 2,
    });
    expect(request.message).toBe("Hello");
    expect(isDeeplyFrozen(copy)).toBe(true);
  });

  it("shares what it does not change with a request that was made, decoded or copied here", () => {
    const made = fullRequest();
    for (const request of [made, AgentRequest.decode(AgentRequest.encode(made)), AgentRequest.with(made)]) {
      const copy = AgentRequest.with(request, { message: "Bye" });
      expect(copy.history).toBe(request.history);
      expect(copy.attached_files).toBe(request.attached_files);
      expect(copy.tool_context).toBe(request.tool_context);
      expect(isDeeplyFrozen(copy)).toBe(true);
    }
  });

  it("shares nothing with a request from elsewhere, which may still change", () => {
    const request = { ...fullRequest(), history: [{ role: "user", content: "before" }] };
    const copy = AgentRequest.with(request as unknown as AgentRequest);
    (request.history[0] as { content: string }).content = "after";
    expect(copy.history).toEqual([{ role: "user", content: "before" }]);
    expect(isDeeplyFrozen(copy)).toBe(true);
  });

  it("checks what it keeps of a patch, which may be read only once", () => {
    const asked = ChatMessage.createAssistant(null, [ToolCall.create("call_1", "read_file", {})]);
    const ids = ["call_1", "call_2"];
    const sly = {
      role: "tool",
      content: "",
      get tool_call_id() {
        return ids.shift() ?? "call_3";
      },
    };
    const copy = AgentRequest.with(fullRequest(), { history: [asked, sly as ChatMessage] });
    expect(AgentRequest.validate(copy)).toEqual([]);
  });

  it("keeps what the patch leaves out or gives as undefined", () => {
    const request = fullRequest();
    const copy = AgentRequest.with(request, { message: "Bye", history: undefined, system_prompt: undefined });
    expect(copy).toEqual({
      ...request,
      message: "Bye",
      request_id: copy.request_id,
      parent_request_id: request.request_id,
      created_at: copy.created_at,
    });
  });

  it("clears what the patch gives as null; a default comes back", () => {
    const copy = AgentRequest.with(fullRequest(), {
      history: null,
      attached_files: null,
      system_prompt: null,
      tool_context: null,
      inference_options: null,
      enable_tools: null,
      max_iterations: null,
    });
    expect(Object.keys(copy).sort()).toEqual([
      "conversation_id",
      "created_at",
      "enable_tools",
      "message",
      "parent_request_id",
      "request_id",
      "schema_version",
    ]);
    expect(copy.enable_tools).toBe(true);
  });

  it("can replace every field that is not its identity", () => {
    const patch = {
      message: "Bye",
      conversation_id: CONVERSATION,
      history: new Set([ChatMessage.createUser("Hi")]),
      attached_files: new Set([FileContext.fromContent("b.ts", "b")]),
      system_prompt: "Be long.",
      tool_context: ToolAvailabilityContext.readOnly(),
      inference_options: { model: "m" },
      enable_tools: false,
      max_iterations: 9,
    };
    const expected = { ...patch, history: [...patch.history], attached_files: [...patch.attached_files] };
    expect(AgentRequest.with(fullRequest(), patch)).toMatchObject(expected);
  });

  it.each(["schema_version", "request_id", "parent_request_id", "created_at"])("refuses a patch of %s", (name) => {
    expect(placesOf(() => AgentRequest.with(fullRequest(), anything({ [name]: FIRST })))).toContain(
      `/${name}: not_allowed`,
    );
  });

  it("refuses a name that is not a field, since it would change nothing", () => {
    expect(placesOf(() => AgentRequest.with(fullRequest(), anything({ mesage: "x" })))).toEqual(["/*: unknown_field"]);
  });

  it("tells everything that is wrong with a patch at once", () => {
    const patch = { message: "", max_iterations: 0, conversation_id: null, history: [toolResult("1")] };
    expect([...placesOf(() => AgentRequest.with(fullRequest(), patch))].sort()).toEqual([
      "/history/0/tool_call_id: call_not_open",
      "/max_iterations: too_small",
      "/message: too_short",
      ": missing_property",
    ]);
  });

  it("can be made of a request from elsewhere whose message is empty, as long as the patch does not say so", () => {
    const stored = { ...AgentRequest.simple("x", surroundings()), message: "" };
    expect(AgentRequest.with(stored, { max_iterations: 1 }).message).toBe("");
    expect(AgentRequest.with(stored, { message: "" }, { allowEmpty: true }).message).toBe("");
  });

  it("keeps fields that this version does not know, the version of a newer writer, and every digit of a number", () => {
    const text =
      '{"schema_version":3,"request_id":"00000000-0000-4000-8000-000000000001","conversation_id":"aaaaaaaa-0000-4000-8000-000000000000",' +
      '"created_at":"2026-11-21T10:00:00.000Z","message":"x","history":[{"role":"assistant","tool_calls":[{"id":"c","name":"f",' +
      '"arguments":{"n":12345678901234567890}}]},{"role":"tool","tool_call_id":"c","content":"","is_error":false}],' +
      '"enable_tools":true,"x_new":{"big":1e400}}';
    const copy = AgentRequest.with(AgentRequest.decode(text), {}, { now: () => 0, newId: () => THIRD });
    const written = AgentRequest.encode(copy);
    expect(written).toContain('"arguments":{"n":12345678901234567890}');
    expect(written).toContain('"x_new":{"big":1e400}');
    expect(copy.schema_version).toBe(3);
  });

  it.each([[null], [undefined], [5], ["text"], [[]], [{}]])("refuses to copy %j, which is not a request", (value) => {
    expect(issuesOf(() => AgentRequest.with(anything(value), {})).length).toBeGreaterThan(0);
  });

  it.each([[null], [5], ["text"]])("refuses the patch %j", (patch) => {
    expect(placesOf(() => AgentRequest.with(fullRequest(), anything(patch)))[0]).toBe(": wrong_type");
  });
});

describe("what another version could say of a request", () => {
  const RESIDUE = {
    "3": {
      "/priority": "high",
      "/history/*": { "": [{ "/pinned": 1 }, { "/pinned": 2 }] },
      "/attached_files/*": { "": [{ "/lines": 9 }] },
    },
  };
  const [one, two] = [ChatMessage.createUser("one"), ChatMessage.createAssistant("two")];
  const request = AgentRequest.parse({
    ...AgentRequest.simple("Hello", surroundings()),
    history: [one, two],
    attached_files: [{ path: "a.ts", content: "a", file_size_bytes: 1 }],
    residue: RESIDUE,
  });

  it("stays in a changed copy", () => {
    expect(AgentRequest.with(request, { message: "Bye" }).residue).toEqual(RESIDUE);
    expect(AgentRequest.with(request, { history: [one, two, ChatMessage.createUser("more")] }).residue).toEqual(
      RESIDUE,
    );
  });

  it("goes with the messages that are replaced, and follows those that move", () => {
    const { "/priority": priority, "/attached_files/*": files } = RESIDUE["3"];
    expect(AgentRequest.with(request, { history: [two] }).residue).toEqual({
      "3": { "/priority": priority, "/history/*": { "": [{ "/pinned": 2 }] }, "/attached_files/*": files },
    });
    expect(AgentRequest.with(request, { history: null }).residue).toEqual({
      "3": { "/priority": priority, "/attached_files/*": files },
    });
  });

  it("is written by migrations alone", () => {
    expect(issuesOf(() => AgentRequest.with(request, anything({ residue: {} })))).toMatchObject([
      { code: "not_allowed", path: "/residue" },
    ]);
  });
});
