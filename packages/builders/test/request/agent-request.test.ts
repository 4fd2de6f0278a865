/** Requests made in one call, their computed values, changed copies, and the validation of requests from elsewhere. */

import { describe, expect, it } from "vitest";
import {
  AgentRequest,
  AgentRequestBuilder,
  ChatMessage,
  ConversationHistory,
  FileContext,
  ToolAvailabilityContext,
  ToolCall,
  ToolPermission,
} from "../../src/index.js";
import { isDeeplyFrozen, issuesOf, placesOf } from "../refusal.js";
import { CONVERSATION, FIRST, fullRequest, NOW, SECOND, surroundings, THIRD, toolResult } from "./fixtures.js";

/** What a JavaScript caller may pass where TypeScript would refuse it. */
const anything = (value: unknown): never => value as never;

describe("a request made in one call", () => {
  it("is simple: the message, new ids, the time, and tools enabled", () => {
    expect(AgentRequest.simple("Hello", surroundings())).toEqual({
      schema_version: 2,
      request_id: FIRST,
      conversation_id: SECOND,
      created_at: NOW,
      message: "Hello",
      enable_tools: true,
    });
  });

  it("is chat only: the same without tools", () => {
    expect(AgentRequest.chatOnly("Hello", surroundings())).toEqual({
      schema_version: 2,
      request_id: FIRST,
      conversation_id: SECOND,
      created_at: NOW,
      message: "Hello",
      enable_tools: false,
    });
  });

  it("is the next message of a conversation, with what was said before", () => {
    const history = [ChatMessage.createUser("Hi"), ChatMessage.createAssistant("Hello")];
    const request = AgentRequest.inConversation("And now?", CONVERSATION, history, surroundings());
    expect(request).toMatchObject({ request_id: FIRST, conversation_id: CONVERSATION, message: "And now?", history });
    expect(AgentRequest.inConversation("And now?", CONVERSATION)).not.toHaveProperty("history");
    expect(AgentRequest.inConversation("And now?", CONVERSATION, null)).not.toHaveProperty("history");
  });

  it("takes its history from a live history, a generator or a set", () => {
    const live = ConversationHistory.create({ order: "lenient" });
    live.add(ChatMessage.createUser("Hi"));
    live.add(ChatMessage.createAssistant("Hello"));
    const expected = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Hello" },
    ];
    function* generator(): Generator<ChatMessage> {
      yield* live;
    }
    for (const history of [live, live.messages, generator(), new Set(live)]) {
      expect(AgentRequest.inConversation("x", CONVERSATION, history).history).toEqual(expected);
    }
  });

  it("has ids of its own and the time of now where nothing else is injected", () => {
    const before = Date.now();
    const [one, other] = [AgentRequest.simple("Hello"), AgentRequest.simple("Hello")];
    expect(new Set([one.request_id, other.request_id, one.conversation_id, other.conversation_id]).size).toBe(4);
    expect(Date.parse(one.created_at)).toBeGreaterThanOrEqual(before);
  });

  it("is plain frozen data that survives JSON, a structured clone and the codec", () => {
    const request = fullRequest();
    expect(isDeeplyFrozen(request)).toBe(true);
    expect(Object.getPrototypeOf(request)).toBe(Object.prototype);
    expect(structuredClone(request)).toEqual(request);
    expect(AgentRequest.parse(JSON.parse(JSON.stringify(request)))).toEqual(request);
    expect(AgentRequest.decode(AgentRequest.encode(request))).toEqual(request);
  });

  it("may have an empty message only where that is asked for; white space is a message", () => {
    expect(issuesOf(() => AgentRequest.simple(""))).toEqual([
      { code: "too_short", path: "/message", keyword: "", expected: "a text that is not empty", found: "0 characters" },
    ]);
    expect(placesOf(() => AgentRequest.inConversation("", CONVERSATION))).toEqual(["/message: too_short"]);
    expect(AgentRequest.chatOnly("", { allowEmpty: true }).message).toBe("");
    expect(AgentRequest.simple(" \n").message).toBe(" \n");
  });

  it.each([
    ["a message that is no text", () => AgentRequest.simple(anything(7)), ["/message: wrong_type"]],
    ["no message", () => AgentRequest.simple(anything(undefined)), [": missing_property"]],
    [
      "a conversation that is no UUID",
      () => AgentRequest.inConversation("x", "y"),
      ["/conversation_id: pattern_mismatch"],
    ],
    [
      "ids that are no UUIDs",
      () => AgentRequest.simple("x", { newId: () => "1" }),
      ["/request_id: pattern_mismatch", "/conversation_id: pattern_mismatch"],
    ],
    [
      "a history that is one message",
      () => AgentRequest.inConversation("x", CONVERSATION, anything({ role: "user", content: "x" })),
      ["/history: wrong_type"],
    ],
    [
      "a history that is a text",
      () => AgentRequest.inConversation("x", CONVERSATION, anything("abc")),
      ["/history: wrong_type"],
    ],
  ])("refuses %s", (_, make, places) => {
    expect(placesOf(make)).toEqual(places);
  });

  it("refuses a history with a result that no call waits for", () => {
    const history = [ChatMessage.createUser("x"), toolResult("1")];
    expect(placesOf(() => AgentRequest.inConversation("x", CONVERSATION, history))).toEqual([
      "/history/1/tool_call_id: call_not_open",
    ]);
  });

  it("refuses a history that still waits for the result of a call, since nobody else may speak before", () => {
    const history = (fullRequest().history ?? []).slice(0, 2);
    expect(placesOf(() => AgentRequest.inConversation("x", CONVERSATION, history))).toEqual([
      "/history/1/tool_calls/0: call_not_answered",
    ]);
  });

  it("reads no more of an endless history than a request may hold", () => {
    function* endless(): Generator<ChatMessage> {
      for (;;) yield MESSAGE;
    }
    const MESSAGE = ChatMessage.createUser("x");
    expect(placesOf(() => AgentRequest.inConversation("x", CONVERSATION, endless()))).toContain("/history: too_many");
  });
});

describe("what is computed from a request", () => {
  const simple = AgentRequest.simple("Hello", surroundings());
  const full = fullRequest();

  it("tells whether files are attached, and how long they are together", () => {
    expect([AgentRequest.hasAttachedFiles(simple), AgentRequest.totalAttachedContentLength(simple)]).toEqual([
      false,
      0,
    ]);
    expect([AgentRequest.hasAttachedFiles(full), AgentRequest.totalAttachedContentLength(full)]).toEqual([true, 7]);
    const empty = AgentRequest.with(full, { attached_files: [] });
    expect([AgentRequest.hasAttachedFiles(empty), AgentRequest.totalAttachedContentLength(empty)]).toEqual([false, 0]);
    const files = ["abc", "😀"].map((content) => FileContext.fromContent("b.txt", content));
    expect(AgentRequest.totalAttachedContentLength(AgentRequest.with(full, { attached_files: files }))).toBe(5);
  });

  it("tells whether there is a history, and of how many messages", () => {
    expect([AgentRequest.hasHistory(simple), AgentRequest.historyMessageCount(simple)]).toEqual([false, 0]);
    expect([AgentRequest.hasHistory(full), AgentRequest.historyMessageCount(full)]).toEqual([true, 3]);
    expect(AgentRequest.hasHistory(AgentRequest.with(full, { history: [] }))).toBe(false);
  });

  it("tells the workspace from the tool context", () => {
    expect(AgentRequest.workspacePath(simple)).toBeUndefined();
    expect(AgentRequest.workspacePath(full)).toBe("/work");
    const context = ToolAvailabilityContext.default();
    expect(AgentRequest.workspacePath(AgentRequest.with(full, { tool_context: context }))).toBeUndefined();
  });

  it("describes it by id, length and counts, and shows the message only when asked to", () => {
    expect(AgentRequest.describe(full)).toBe(`AgentRequest(${FIRST}, 16 characters, 1 file, 3 messages before)`);
    expect(AgentRequest.describe(AgentRequest.chatOnly("Hello", surroundings()))).toBe(
      `AgentRequest(${FIRST}, 5 characters, 0 files, 0 messages before, no tools)`,
    );
    expect(AgentRequest.describe(full, { content: true, max: 4 })).toBe(
      `AgentRequest(${FIRST}, 16 characters, 1 file, 3 messages before): "What…"`,
    );
  });
});

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
      schema_version: 2,
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

  it("refuses a name that is no field, since it would change nothing", () => {
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

  it.each([[null], [undefined], [5], ["text"], [[]], [{}]])("refuses to copy %j, which is no request", (value) => {
    expect(issuesOf(() => AgentRequest.with(anything(value), {})).length).toBeGreaterThan(0);
  });

  it.each([[null], [5], ["text"]])("refuses the patch %j", (patch) => {
    expect(placesOf(() => AgentRequest.with(fullRequest(), anything(patch)))[0]).toBe(": wrong_type");
  });
});

describe("a tool context that contradicts itself", () => {
  const selection = { start_line: 2, start_column: 5, end_line: 2, end_column: 4, text: "x" };
  const permission = ToolPermission.sessionAutoApproval("run_command");
  const END_LINE = "/active_selection/end_line: end_before_start";
  const END_COLUMN = "/active_selection/end_column: end_before_start";
  const TEXT = "/active_selection/text: cursor_with_text";
  const TOOL_ID = "/session_permissions/*/tool_id: other_tool";
  const cases = [
    ["a selection that ends in a line before its start", { active_selection: { ...selection, end_line: 1 } }, END_LINE],
    ["a selection that ends in a column before its start", { active_selection: selection }, END_COLUMN],
    ["a cursor with text", { active_selection: { ...selection, end_column: 5 } }, TEXT],
    ["a permission under the id of another tool", { session_permissions: { read_file: permission } }, TOOL_ID],
  ] as const;

  it.each(cases)("is refused by the builder, in a patch and from elsewhere: %s", (_, given, place) => {
    const tool_context = ToolAvailabilityContext.parse(given);
    const builder = AgentRequestBuilder.create().withMessage("x").withToolContext(tool_context);
    expect(placesOf(() => builder.build())).toEqual([`/tool_context${place}`]);
    expect(placesOf(() => AgentRequest.with(fullRequest(), { tool_context }))).toEqual([`/tool_context${place}`]);
    const request = AgentRequest.parse({ ...fullRequest(), tool_context });
    expect(AgentRequest.validate(request).map(({ path, code }) => `${path}: ${code}`)).toEqual([
      `/tool_context${place}`,
    ]);
  });

  it.each(cases)("is refused in a patch of the tool context itself: %s", (_, patch, place) => {
    const context = ToolAvailabilityContext.default();
    expect(placesOf(() => ToolAvailabilityContext.with(context, patch as ToolAvailabilityContext))).toEqual([place]);
  });
});

describe("the validation of a request from elsewhere", () => {
  it("finds nothing wrong with a good one", () => {
    expect(AgentRequest.validate(fullRequest())).toEqual([]);
  });

  it("finds what the schema takes and no agent can work on", () => {
    const request = AgentRequest.parse({
      ...AgentRequest.simple("x", surroundings()),
      message: "",
      history: [{ role: "tool", tool_call_id: "c", content: "x" }],
      attached_files: [{ path: "a", content: "x", start_line: 4, end_line: 2, file_size_bytes: 1 }],
    });
    expect(AgentRequest.validate(request).map(({ path, code }) => `${path}: ${code}`)).toEqual([
      "/message: too_short",
      "/history/0/tool_call_id: call_not_open",
      "/attached_files/0/end_line: end_before_start",
    ]);
    expect(AgentRequest.validate(request, { allowEmpty: true }).map(({ path }) => path)).not.toContain("/message");
  });

  it("tells what is wrong at one place once, whoever finds it", () => {
    const history = [{ role: "robot" }, { role: "tool", tool_call_id: "c", content: "x" }];
    const request = { ...AgentRequest.simple("x"), history };
    expect(AgentRequest.validate(anything(request)).map(({ path, code }) => `${path}: ${code}`)).toEqual([
      "/history/0/role: not_allowed_value",
      "/history/1/tool_call_id: call_not_open",
    ]);
  });

  it("asks the caller whether the id is new and the workspace there", () => {
    const checks = { isNewRequest: (id: string) => id !== FIRST, workspaceExists: (path: string) => path !== "/work" };
    expect(AgentRequest.validate(fullRequest(), checks)).toEqual([
      {
        code: "not_new",
        path: "/request_id",
        keyword: "",
        expected: "the id of no other request",
        found: "an id in use",
      },
      {
        code: "no_workspace",
        path: "/tool_context/workspace_path",
        keyword: "",
        expected: "a folder that exists",
        found: "no such folder",
      },
    ]);
    expect(AgentRequest.validate(AgentRequest.simple("x"), checks)).toEqual([]);
  });

  it.each([[null], [7], ["text"], [[]]])("finds that %j is no request", (value) => {
    expect(AgentRequest.validate(anything(value)).map(({ path, code }) => `${path}: ${code}`)).toEqual([
      ": wrong_type",
    ]);
  });
});
