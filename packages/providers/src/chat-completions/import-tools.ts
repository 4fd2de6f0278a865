/** The tools of a request that somebody else made, and the choice between them. */

import { type JsonObject, type JsonValue, ToolDefinition } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
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

/** @throws ValidationError for a function without a name. */
export function importTools(body: Members, report: ReportWriter): readonly ToolDefinition[] {
  const tools = eachOf(listOf(body.any("tools"), "/tools"), "/tools", (given, path) => {
    const tool = presentMembersOf(requiredObject(given, path));
    const called = tool.object("function");
    if (called === undefined) {
      report.add("tool_dropped", "dropped", path, "the contract has tools that are functions only");
      return [];
    }
    tool.is("type", "function");
    dropRest(tool, path, report);
    return [definitionOf(called, `${path}/function`, report)];
  });
  const older = eachOf(listOf(body.any("functions"), "/functions"), "/functions", (given, path) =>
    definitionOf(requiredObject(given, path), path, report),
  );
  return Object.freeze([...tools.flat(), ...older]);
}

function definitionOf(given: JsonObject, path: string, report: ReportWriter): ToolDefinition {
  const members = presentMembersOf(given);
  const name = members.text("name") || refuseValue("missing_property", `${path}/name`, "the name of a tool");
  const description = members.text("description") || describedAs(name, path, report);
  const parameters = members.object("parameters") ?? NO_PARAMETERS;
  const strict = members.flag("strict") ?? false;
  dropRest(members, path, report);
  return inPlace(path, () => ToolDefinition.parse({ name, description, parameters, strict }));
}

/** What a function without parameters has. */
const NO_PARAMETERS: JsonObject = { type: "object", properties: {} };

function describedAs(name: string, path: string, report: ReportWriter): string {
  const reason = "a tool without a description has its name for one";
  report.add("description_synthesised", "synthesised", `${path}/description`, reason);
  return name;
}

/** Undefined, and reported, for a choice that the contract cannot say. */
export function importChoice(
  body: Members,
  tools: readonly ToolDefinition[],
  report: ReportWriter,
): ToolChoice | undefined {
  const name = body.any("tool_choice") === undefined ? "function_call" : "tool_choice";
  const given = body.any(name);
  if (given === undefined) return undefined;
  const choice = choiceOf(given, `/${name}`, report);
  const isThere = typeof choice !== "object" || tools.some((tool) => tool.name === choice.name);
  if (choice !== undefined && isThere) return choice;
  report.add("tool_choice_dropped", "dropped", `/${name}`, "the contract cannot say this choice");
  return undefined;
}

function choiceOf(given: JsonValue, path: string, report: ReportWriter): ToolChoice | undefined {
  if (given === "auto" || given === "none" || given === "required") return given;
  // Mistral's word for it.
  if (given === "any") return "required";
  return isJsonObject(given) ? namedChoice(presentMembersOf(given), path, report) : undefined;
}

/** The tool is named in the choice itself, or in an object of its own. */
function namedChoice(choice: Members, path: string, report: ReportWriter): ToolChoice | undefined {
  choice.is("type", "function", "tool");
  const called = choice.object("function");
  const named = called === undefined ? choice : presentMembersOf(called);
  const name = named.text("name");
  if (name === undefined || name === "") return undefined;
  if (called !== undefined) dropRest(named, `${path}/function`, report);
  dropRest(choice, path, report);
  return { name };
}
