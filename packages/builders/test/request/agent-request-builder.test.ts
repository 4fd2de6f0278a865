/** Requests built step by step. */

import { CURRENT_VERSION } from "@parlance/core";
import { describe, expect, it } from "vitest";
import {
  AgentRequest,
  AgentRequestBuilder,
  ChatMessage,
  FileContext,
  ToolAvailabilityContext,
} from "../../src/index.js";
import { isDeeplyFrozen, placesOf } from "../refusal.js";
import { CONVERSATION, FIRST, NOW, SECOND, surroundings, THIRD, toolResult } from "./fixtures.js";

/** What a JavaScript caller may pass where TypeScript would refuse it. */
const anything = (value: unknown): never => value as never;

const minimal = () => AgentRequestBuilder.create(surroundings()).withMessage("Hello");

describe("a request built step by step", () => {
  it("captures all the context an agent needs", () => {
    const history = [ChatMessage.createUser("Hi"), ChatMessage.createAssistant("Hello")];
    const file = FileContext.fromContent("a.ts", "let a;");
    const context = ToolAvailabilityContext.readOnly();
    const request = AgentRequestBuilder.create(surroundings())
      .withMessage("What does it do?")
      .withConversationId(CONVERSATION)
      .withHistory(history)
      .withAttachedFiles([file])
      .withSystemPrompt("Be short.")
      .withToolContext(context)
      .withInferenceOptions({ temperature: 0.5 })
      .withTools(true)
      .withMaxIterations(4)
      .build();
    expect(request).toEqual({
      schema_version: CURRENT_VERSION,
      request_id: FIRST,
      conversation_id: CONVERSATION,
      created_at: NOW,
      message: "What does it do?",
      history,
      attached_files: [file],
      system_prompt: "Be short.",
      tool_context: context,
      inference_options: { temperature: 0.5 },
      enable_tools: true,
      max_iterations: 4,
    });
    expect(isDeeplyFrozen(request)).toBe(true);
  });

  it("writes its fields in the order of the schema, whatever the order of the calls", () => {
    const builder = AgentRequestBuilder.create(surroundings())
      .withMaxIterations(1)
      .withMessage("x")
      .withRequestId(THIRD);
    expect(JSON.stringify(builder.build())).toBe(
      `{"schema_version":${CURRENT_VERSION},"request_id":"${THIRD}","conversation_id":"${FIRST}","created_at":"${NOW}",` +
        '"message":"x","enable_tools":true,"max_iterations":1}',
    );
  });

  it("has tools unless they are switched off", () => {
    expect(minimal().build().enable_tools).toBe(true);
    expect(minimal().withoutTools().build().enable_tools).toBe(false);
    expect(minimal().withTools(false).build().enable_tools).toBe(false);
    expect(minimal().withoutTools().withTools(true).build().enable_tools).toBe(true);
    expect(minimal().withoutTools().withTools(null).build().enable_tools).toBe(true);
  });

  it("keeps what was set last", () => {
    const request = minimal().withMessage("Bye").withMaxIterations(1).withMaxIterations(2).build();
    expect(request).toMatchObject({ message: "Bye", max_iterations: 2 });
  });

  it("leaves out what was cleared by null or undefined", () => {
    const request = minimal()
      .withMaxIterations(1)
      .withMaxIterations(null)
      .withSystemPrompt("x")
      .withSystemPrompt(undefined)
      .withHistory([ChatMessage.createUser("x")])
      .withHistory(null)
      .build();
    expect(Object.keys(request)).not.toContain("max_iterations");
    expect(Object.keys(request)).not.toContain("system_prompt");
    expect(Object.keys(request)).not.toContain("history");
  });

  it("adds files one by one to those there are; setting all of them replaces them", () => {
    const [a, b, c] = ["a", "b", "c"].map((name) => FileContext.fromContent(name, "")) as [
      FileContext,
      FileContext,
      FileContext,
    ];
    expect(minimal().withFile(a).withFile(b).build().attached_files).toEqual([a, b]);
    expect(
      minimal()
        .withAttachedFiles(new Set([a]))
        .withFile(b)
        .build().attached_files,
    ).toEqual([a, b]);
    expect(minimal().withFile(a).withAttachedFiles([c]).build().attached_files).toEqual([c]);
  });

  it("opens a workspace with every tool available", () => {
    expect(minimal().withWorkspace("/work").build().tool_context).toEqual({
      workspace_path: "/work",
      max_auto_approval_risk_level: "safe",
      allow_terminal_tools: true,
      allow_network_tools: true,
      allow_file_writes: true,
    });
  });

  it("opens a workspace in a context that restricts tools, which restricts them still", () => {
    const context = ToolAvailabilityContext.with(ToolAvailabilityContext.readOnly(), {
      enabled_tool_ids: ["read_file"],
    });
    expect(minimal().withToolContext(context).withWorkspace("/work").build().tool_context).toEqual({
      workspace_path: "/work",
      enabled_tool_ids: ["read_file"],
      max_auto_approval_risk_level: "safe",
      allow_terminal_tools: false,
      allow_network_tools: true,
      allow_file_writes: false,
    });
    expect(minimal().withoutTools().withWorkspace("/work").build().enable_tools).toBe(false);
    expect(minimal().withWorkspace("/work").withToolContext(context).build().tool_context).toEqual(context);
  });

  it("says what is wrong with a tool context also when a workspace is opened after it", () => {
    for (const [context, place] of [
      ["abc", "/tool_context: wrong_type"],
      [[], "/tool_context: wrong_type"],
      [{ allow_file_writes: () => false }, "/tool_context: not_json_value"],
      [{ allow_file_writes: "no" }, "/tool_context/allow_file_writes: wrong_type"],
    ])
      expect(placesOf(() => minimal().withToolContext(anything(context)).withWorkspace("/work").build())).toEqual([
        place,
      ]);
  });

  it("can be given ids and a time, as when it is replayed", () => {
    const request = minimal()
      .withRequestId(SECOND)
      .withParentRequestId(FIRST)
      .withConversationId(CONVERSATION)
      .withCreatedAt("2020-01-01T00:00:00.000Z")
      .build();
    expect(request).toMatchObject({
      request_id: SECOND,
      parent_request_id: FIRST,
      conversation_id: CONVERSATION,
      created_at: "2020-01-01T00:00:00.000Z",
    });
  });
});

describe("a builder", () => {
  it("is changed by every call, also where nobody looks at what the call gives", () => {
    const builder = AgentRequestBuilder.create(surroundings());
    builder.withMessage("Hello");
    builder.withFile(FileContext.fromContent("a", ""));
    builder.withFile(FileContext.fromContent("b", ""));
    builder.withHistory([ChatMessage.createUser("Hi")]);
    builder.withToolContext(ToolAvailabilityContext.readOnly());
    builder.withWorkspace("/work");
    builder.withoutTools();
    expect(builder.withMaxIterations(3)).toBe(builder);
    expect(builder.build()).toMatchObject({
      message: "Hello",
      history: [{ content: "Hi" }],
      attached_files: [{ path: "a" }, { path: "b" }],
      tool_context: { workspace_path: "/work", allow_file_writes: false },
      enable_tools: false,
      max_iterations: 3,
    });
  });

  it("builds as often as it is asked to, each time a request of its own in the one conversation", () => {
    const builder = minimal().withFile(FileContext.fromContent("a", ""));
    const first = builder.build();
    const second = builder.withFile(FileContext.fromContent("b", "")).withMessage("Bye").build();
    expect([first.request_id, first.conversation_id]).toEqual([FIRST, SECOND]);
    expect([second.request_id, second.conversation_id]).toEqual([THIRD, SECOND]);
    expect([first.message, first.attached_files?.length, second.message, second.attached_files?.length]).toEqual([
      "Hello",
      1,
      "Bye",
      2,
    ]);
    expect([isDeeplyFrozen(first), isDeeplyFrozen(second)]).toEqual([true, true]);
    expect(minimal().build().conversation_id).not.toBe(
      AgentRequestBuilder.create().withMessage("x").build().conversation_id,
    );
  });

  it("has a conversation of its own beside one that was set and cleared", () => {
    const builder = minimal().withConversationId(CONVERSATION);
    expect([builder.build().conversation_id, builder.build().conversation_id]).toEqual([CONVERSATION, CONVERSATION]);
    const own = builder.withConversationId(null).build().conversation_id;
    expect(own).not.toBe(CONVERSATION);
    builder.withConversationId(CONVERSATION).build();
    expect(builder.withConversationId(undefined).build().conversation_id).toBe(own);
  });

  it("builds again after something was wrong, once that is mended", () => {
    const builder = minimal().withMaxIterations(0);
    expect(builder.tryBuild().ok).toBe(false);
    builder.withMaxIterations(1);
    expect(builder.tryBuild().ok).toBe(true);
  });

  it("takes what it was given as it was then: later changes come too late", () => {
    const files = [FileContext.fromContent("a", "")];
    const options = { stop: ["END"] };
    const builder = minimal().withAttachedFiles(files).withInferenceOptions(options);
    files.push(FileContext.fromContent("b", ""));
    options.stop.push("STOP");
    expect(builder.build()).toMatchObject({ attached_files: [{ path: "a" }], inference_options: { stop: ["END"] } });
    expect(builder.build().attached_files).toHaveLength(1);
    expect(Object.isFrozen(files)).toBe(false);
  });

  it("reads a history that can be read only once when it is set, and builds twice with it", () => {
    function* history(): Generator<ChatMessage> {
      yield ChatMessage.createUser("Hi");
    }
    const builder = minimal().withHistory(history());
    expect([builder.build().history, builder.build().history]).toEqual([
      [{ role: "user", content: "Hi" }],
      [{ role: "user", content: "Hi" }],
    ]);
  });

  it("shares messages that cannot change, and copies others", () => {
    const made = ChatMessage.createUser("Hi");
    const decoded = ChatMessage.decode('{"role":"assistant","content":"Hello"}');
    const requests = [
      minimal().withHistory([made, decoded]).build(),
      AgentRequest.with(minimal().build(), { history: [made, decoded] }),
    ];
    for (const { history = [] } of requests) {
      expect(history[0]).toBe(made);
      expect(history[1]).toBe(decoded);
      expect(isDeeplyFrozen(history)).toBe(true);
    }
    const own = { role: "user", content: "before" };
    const request = minimal()
      .withHistory([made, anything(own)])
      .build();
    own.content = "after";
    expect(request.history?.[1]).toEqual({ role: "user", content: "before" });
  });

  it("keeps every digit of a number that a double cannot hold", () => {
    const call = '{"role":"assistant","tool_calls":[{"id":"c","name":"f","arguments":{"n":12345678901234567890}}]}';
    const history = [ChatMessage.decode(call), ChatMessage.createToolResult("c", "")];
    const builder = minimal().withHistory(history).withMaxIterations(1);
    expect(AgentRequest.encode(builder.build())).toContain('"arguments":{"n":12345678901234567890}');
  });
});

describe("building", () => {
  const wrong = AgentRequestBuilder.create({ ...surroundings(), newId: () => "no UUID" })
    .withMessage("")
    .withConversationId("")
    .withHistory([toolResult("1")])
    .withFile(anything({ path: "../a", content: "x", file_size_bytes: 1 }))
    .withFile(anything({ path: "a", content: "x", file_size_bytes: 1, start_line: 3, end_line: 2 }))
    .withFile(anything({ path: "b", content: () => 1, file_size_bytes: 1 }))
    .withWorkspace("")
    .withInferenceOptions({ temperature: 7 })
    .withMaxIterations(0);
  const problems = [
    "/attached_files/0/path: not_allowed",
    "/attached_files/1/end_line: end_before_start",
    "/attached_files/2: not_json_value",
    "/conversation_id: too_short",
    "/history/0/tool_call_id: call_not_open",
    "/inference_options/temperature: too_large",
    "/max_iterations: too_small",
    "/message: too_short",
    "/request_id: pattern_mismatch",
    "/tool_context/workspace_path: too_short",
  ];

  it("reports all problems at once", () => {
    expect([...placesOf(() => wrong.build())].sort()).toEqual(problems);
  });

  it("returns the same problems when it is only tried", () => {
    const result = wrong.tryBuild();
    expect(result.ok ? [] : result.issues.map(({ path, code }) => `${path}: ${code}`).sort()).toEqual(problems);
    expect(AgentRequestBuilder.create(surroundings()).withMessage("x").tryBuild()).toEqual({
      ok: true,
      value: {
        schema_version: CURRENT_VERSION,
        request_id: FIRST,
        conversation_id: SECOND,
        created_at: NOW,
        message: "x",
        enable_tools: true,
      },
    });
  });

  it("misses the message when none was set", () => {
    expect(AgentRequestBuilder.create().tryBuild()).toEqual({
      ok: false,
      issues: [
        {
          code: "missing_property",
          path: "",
          keyword: "required",
          expected: 'property "message"',
          found: "no such property",
        },
      ],
    });
  });

  it("takes an empty message only where that is asked for", () => {
    expect(placesOf(() => AgentRequestBuilder.create().withMessage("").build())).toEqual(["/message: too_short"]);
    expect(AgentRequestBuilder.create({ allowEmpty: true }).withMessage("").build().message).toBe("");
  });

  it("forgets what was wrong with a value once it is replaced, but not with one that was added to", () => {
    const broken = anything({ path: "a", content: Symbol("x") });
    const good = FileContext.fromContent("a", "");
    expect(minimal().withFile(broken).withAttachedFiles([good]).build().attached_files).toEqual([good]);
    expect(placesOf(() => minimal().withFile(broken).withFile(good).build())).toEqual([
      "/attached_files/0: not_json_value",
    ]);
    expect(placesOf(() => minimal().withAttachedFiles(anything("abc")).withFile(good).build())).toEqual([
      "/attached_files: wrong_type",
    ]);
  });
});

describe("checks of the world outside", () => {
  it("refuse an id that is in use and a workspace that is not there", () => {
    const builder = minimal().withWorkspace("/gone");
    const checks = { isNewRequest: () => false, workspaceExists: (path: string) => path !== "/gone" };
    expect(placesOf(() => builder.build(checks))).toEqual([
      "/request_id: not_new",
      "/tool_context/workspace_path: no_workspace",
    ]);
    expect(builder.tryBuild(checks).ok).toBe(false);
  });

  it("are told together with everything else that is wrong", () => {
    expect(
      placesOf(() =>
        minimal()
          .withMessage("")
          .build({ isNewRequest: () => false }),
      ),
    ).toEqual(["/message: too_short", "/request_id: not_new"]);
  });

  it("are asked about the id and the path that the request has, once", () => {
    const asked: string[] = [];
    const ask = (value: string): boolean => asked.push(value) > 0;
    const request = minimal().withWorkspace("/work").build({ isNewRequest: ask, workspaceExists: ask });
    expect(asked).toEqual([request.request_id, "/work"]);
  });

  it("are not asked about what is not valid or not there", () => {
    const never = (): boolean => {
      throw new Error("asked");
    };
    expect(minimal().build({ workspaceExists: never }).message).toBe("Hello");
    expect(placesOf(() => minimal().withWorkspace("a/../b").build({ workspaceExists: never }))).toEqual([
      "/tool_context/workspace_path: not_allowed",
    ]);
    expect(placesOf(() => minimal().withRequestId("1").build({ isNewRequest: never }))).toEqual([
      "/request_id: pattern_mismatch",
    ]);
  });

  it("must answer at once: a promise is not a yes", () => {
    const later = anything(async () => true);
    expect(minimal().tryBuild({ isNewRequest: later })).toEqual({
      ok: false,
      issues: [
        { code: "no_answer", path: "/request_id", keyword: "", expected: "true or false at once", found: "object" },
      ],
    });
  });

  it("may fail by themselves, which is not the request's fault", () => {
    const failing = (): boolean => {
      throw new RangeError("no connection");
    };
    expect(() => minimal().tryBuild({ isNewRequest: failing })).toThrow(RangeError);
  });
});
