/** The tools of a request and the choice among them, read into the contract. */

import { type JsonObject, type JsonValue, ToolDefinition } from "@parlance/core";
import type { Members } from "../shared/answer/unread.js";
import {
  dropRest,
  eachOf,
  inPlace,
  listOf,
  presentMembersOf,
  refuseValue,
  requiredObject,
} from "../shared/import/values.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import type { ToolChoice } from "../shared/types.js";
import { importOwnMembers } from "./own-members.js";

/** @throws ValidationError for what is not a list of tools with names. */
export function importTools(given: JsonValue | undefined, report: ReportWriter): readonly ToolDefinition[] {
  const tools = eachOf(listOf(given ?? undefined, "/tools"), "/tools", (tool, path) => {
    const object = requiredObject(tool, path);
    const members = presentMembersOf(object);
    const type = members.text("type") ?? "custom";
    if (type === "custom") return [definitionOf(object, members, path, report)];
    report.add("tool_dropped", "dropped", path, "the contract has no tools that the provider defines itself");
    return [];
  });
  return Object.freeze(tools.flat());
}

function definitionOf(object: JsonObject, members: Members, path: string, report: ReportWriter): ToolDefinition {
  const name = members.text("name") || refuseValue("missing_property", `${path}/name`, "the name of a tool");
  const description = members.text("description") || namedAs(name, path, report);
  const parameters = members.object("input_schema") ?? noParameters(path, report);
  const strict = members.flag("strict") ?? false;
  const own = importOwnMembers("tool", object, members);
  dropRest(members, path, report);
  const draft = { name, description, parameters, strict, ...own };
  return inPlace(path, () => ToolDefinition.parse(draft));
}

function namedAs(name: string, path: string, report: ReportWriter): string {
  const reason = "a tool without a description gets its name for one";
  report.add("description_synthesised", "synthesised", `${path}/description`, reason);
  return name;
}

function noParameters(path: string, report: ReportWriter): JsonObject {
  const reason = "a tool without parameters gets an object without any";
  report.add("parameters_synthesised", "synthesised", `${path}/input_schema`, reason);
  return { type: "object", properties: {} };
}

interface ImportedChoice {
  readonly tool_choice?: ToolChoice;
  readonly parallel_tool_calls?: boolean;
}

/** A choice of a tool that the contract does not have is none. */
export function importToolChoice(
  given: Members | undefined,
  tools: readonly ToolDefinition[],
  report: ReportWriter,
): ImportedChoice {
  if (given === undefined) return {};
  const name = given.text("name");
  const choice = choiceOf(given.text("type"), name);
  const single = given.flag("disable_parallel_tool_use");
  const parallel = single === undefined ? {} : { parallel_tool_calls: !single };
  if (choice !== undefined && (typeof choice === "string" || tools.some((tool) => tool.name === choice.name))) {
    return { tool_choice: choice, ...parallel };
  }
  report.add("tool_choice_dropped", "dropped", "/tool_choice", "the contract has no such choice");
  return parallel;
}

function choiceOf(type: string | undefined, name: string | undefined): ToolChoice | undefined {
  if (type === "tool") return name === undefined ? undefined : Object.freeze({ name });
  if (type === "any") return "required";
  return type === "auto" || type === "none" ? type : undefined;
}
