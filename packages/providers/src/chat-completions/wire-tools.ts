/** Tool definitions and the choice between them, to the wire. */

import type { JsonObject, ToolDefinition } from "@parlance/core";
import { equalJson, replaceMembers } from "@parlance/core/json";
import type { ReportWriter } from "../shared/report/report-writer.js";
import type { NameMap } from "../shared/request/names.js";
import type { Prepared } from "../shared/request/prepare.js";
import { strictParameters } from "../shared/strict/parameters.js";
import type { ToolChoice } from "../shared/types.js";
import type { Dialect } from "./dialect.js";
import type { ToolChoiceWire, ToolWire } from "./wire.js";

/** The members of the request that are about tools, and where nulls were allowed that the definitions do not allow. */
interface WrittenTools {
  readonly tools?: ToolWire[];
  readonly tool_choice?: ToolChoiceWire;
}

export interface ToolsAndNulls {
  readonly members: WrittenTools;
  readonly added_nulls: Readonly<Record<string, readonly string[]>>;
}

/** A request without tools has no empty list of them: servers refuse it. */
export function writeTools(prepared: Prepared, dialect: Dialect, report: ReportWriter): ToolsAndNulls {
  const { tools: definitions, tool_choice: choice, names } = prepared;
  if (definitions.length === 0) return { members: {}, added_nulls: {} };
  const nulls: [string, readonly string[]][] = [];
  const tools = definitions.map((definition, at) => {
    const schema = parametersOf(definition, `/tools/${at}`, dialect, report);
    if (schema.added_nulls.length > 0) nulls.push([definition.name, schema.added_nulls]);
    return toolOf(definition, schema, names);
  });
  const chosen = choice === undefined ? {} : { tool_choice: choiceOf(choice, names) };
  return { members: { tools, ...chosen }, added_nulls: Object.fromEntries(nulls) };
}

interface WrittenSchema {
  readonly parameters: JsonObject;
  readonly strict: boolean;
  readonly added_nulls: readonly string[];
}

/** Strict parameters where they were asked for and can be said. */
function parametersOf(tool: ToolDefinition, path: string, dialect: Dialect, report: ReportWriter): WrittenSchema {
  const { parameters, strict } = tool;
  const plain = (isStrict: boolean): WrittenSchema => ({
    parameters: dialect.wantsProperties ? withProperties(parameters, `${path}/parameters`, report) : parameters,
    strict: isStrict,
    added_nulls: [],
  });
  if (!strict || dialect.strictTools === undefined) return plain(strict);
  const result = strictParameters(tool, dialect.strictTools);
  if (!result.ok) {
    report.add("strict_dropped", "dropped", `${path}/parameters${result.path}`, result.reason);
    return plain(false);
  }
  if (!equalJson(result.parameters, parameters))
    report.add("strict_schema_rewritten", "rewritten", `${path}/parameters`, STRICT_SCHEMA);
  return { parameters: result.parameters, strict, added_nulls: result.added_nulls };
}

const STRICT_SCHEMA =
  "strict tools have closed objects, plain alternatives, and optional properties that are required and may be null";

/** Arguments are an object in any case, and an object without properties lists none: nothing else is said. */
function withProperties(parameters: JsonObject, path: string, report: ReportWriter): JsonObject {
  const { type = "object", properties = NO_PROPERTIES } = parameters;
  if (parameters.type !== undefined && parameters.properties !== undefined) return parameters;
  report.add("schema_rewritten", "rewritten", path, "the provider wants an object that lists its properties");
  return replaceMembers(parameters, { type, properties });
}

const NO_PROPERTIES: JsonObject = Object.freeze({});

function toolOf(
  { name, description }: ToolDefinition,
  { parameters, strict }: WrittenSchema,
  names: NameMap,
): ToolWire {
  return {
    type: "function",
    function: { name: names.toolName(name), description, parameters, ...(strict ? { strict } : {}) },
  };
}

function choiceOf(choice: ToolChoice, names: NameMap): ToolChoiceWire {
  return typeof choice === "string" ? choice : { type: "function", function: { name: names.toolName(choice.name) } };
}
