/** The validation of requests from elsewhere, and of tool contexts that contradict themselves. */

import { describe, expect, it } from "vitest";
import { AgentRequest, AgentRequestBuilder, ToolAvailabilityContext, ToolPermission } from "../../src/index.js";
import { placesOf } from "../refusal.js";
import { anything, FIRST, fullRequest, surroundings } from "./fixtures.js";

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

  it.each([[null], [7], ["text"], [[]]])("finds that %j is not a request", (value) => {
    expect(AgentRequest.validate(anything(value)).map(({ path, code }) => `${path}: ${code}`)).toEqual([
      ": wrong_type",
    ]);
  });
});
