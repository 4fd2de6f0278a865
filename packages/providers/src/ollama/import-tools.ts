/** The tools of a request of `/api/chat`, read into tool definitions. */

import { type JsonObject, type JsonValue, ToolDefinition } from "@parlance/core";
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

/** @throws ValidationError for what is not a list of functions with names. */
export function importTools(given: JsonValue | undefined, report: ReportWriter): readonly ToolDefinition[] {
  const tools = eachOf(listOf(given, "/tools"), "/tools", (tool, path) => {
    const members = presentMembersOf(requiredObject(tool, path));
    members.is("type", "function");
    const definition = definitionOf(
      requiredObject(members.any("function"), `${path}/function`),
      `${path}/function`,
      report,
    );
    dropRest(members, path, report);
    return definition;
  });
  return Object.freeze(tools);
}

function definitionOf(object: JsonObject, path: string, report: ReportWriter): ToolDefinition {
  const members = presentMembersOf(object);
  const name = members.text("name") || refuseValue("missing_property", `${path}/name`, "the name of a tool");
  const description = members.text("description") || namedAs(name, path, report);
  const parameters = members.object("parameters") ?? noParameters(path, report);
  dropRest(members, path, report);
  return inPlace(path, () => ToolDefinition.parse({ name, description, parameters, strict: false }));
}

function namedAs(name: string, path: string, report: ReportWriter): string {
  report.add(
    "description_synthesised",
    "synthesised",
    `${path}/description`,
    "a tool without a description gets its name for one",
  );
  return name;
}

function noParameters(path: string, report: ReportWriter): JsonObject {
  report.add(
    "parameters_synthesised",
    "synthesised",
    `${path}/parameters`,
    "a tool without parameters gets an object without any",
  );
  return { type: "object", properties: {} };
}
