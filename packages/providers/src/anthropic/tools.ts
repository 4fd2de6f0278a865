/** Tool definitions and the choice among them, as the provider takes them. */

import type { JsonObject, ToolDefinition } from "@parlance/core";
import { equalJson, replaceMembers } from "@parlance/core/json";
import type { ReportWriter } from "../shared/report/report-writer.js";
import type { Prepared } from "../shared/request/prepare.js";
import { strictParameters } from "../shared/strict/parameters.js";
import { takesStrictTools } from "./models.js";
import { ownMembers } from "./own-members.js";
import { isTooMuch, loadOf, NO_LOAD, sumOfLoads } from "./strict-load.js";
import { ANTHROPIC_STRICT, type StrictLoad } from "./strict-rules.js";
import type { AnthropicRequest, WireTool, WireToolChoice } from "./wire.js";

/** The tools and the choice; neither is sent when there are no tools. */
export function toolMembers(prepared: Prepared, report: ReportWriter): Pick<AnthropicRequest, "tools" | "tool_choice"> {
  if (prepared.tools.length === 0) {
    dropParallel(prepared, "the provider takes it only with tools", report);
    return {};
  }
  if (prepared.tool_choice === "none")
    dropParallel(prepared, "the provider takes it only where calls may be made", report);
  const choice = wireChoice(prepared);
  return { tools: wireTools(prepared, report), ...(choice === undefined ? {} : { tool_choice: choice }) };
}

function dropParallel({ options }: Prepared, reason: string, report: ReportWriter): void {
  if (options.parallel_tool_calls !== undefined)
    report.add("option_dropped", "dropped", "/options/parallel_tool_calls", reason);
}

/** Undefined where the provider does the same of itself. */
function wireChoice({ tool_choice, options, names }: Prepared): WireToolChoice | undefined {
  if (tool_choice === undefined && options.parallel_tool_calls !== false) return undefined;
  if (tool_choice === "none") return { type: "none" };
  const single = options.parallel_tool_calls === false ? ({ disable_parallel_tool_use: true } as const) : {};
  if (typeof tool_choice === "object") return { type: "tool", name: names.toolName(tool_choice.name), ...single };
  return { type: tool_choice === "required" ? "any" : "auto", ...single };
}

function wireTools({ tools, names, options }: Prepared, report: ReportWriter): WireTool[] {
  let load = NO_LOAD;
  return tools.map((tool, index) => {
    const path = `/tools/${index}`;
    const strict = tool.strict ? strictTool(tool, path, options.model, load, report) : undefined;
    if (strict !== undefined) load = sumOfLoads(load, loadOf(strict));
    return {
      name: names.toolName(tool.name),
      description: tool.description,
      input_schema: inputSchema(strict ?? tool.parameters, `${path}/parameters`, report),
      ...(strict === undefined ? {} : { strict: true }),
      ...ownMembers("tool", tool),
    };
  });
}

/**
 * The parameters in a form that the model can be held to; undefined when there is none such.
 * @param load Of the tools before it.
 */
function strictTool(
  tool: ToolDefinition,
  path: string,
  model: string | undefined,
  load: StrictLoad,
  report: ReportWriter,
): JsonObject | undefined {
  const drop = (place: string, reason: string): undefined => {
    report.add("strict_dropped", "dropped", place, reason);
  };
  if (!takesStrictTools(model ?? "")) return drop(`${path}/strict`, "this model cannot be held to parameters");
  const found = strictParameters(tool, ANTHROPIC_STRICT);
  if (!found.ok) return drop(`${path}/parameters${found.path}`, found.reason);
  if (isTooMuch(sumOfLoads(load, loadOf(found.parameters))))
    return drop(path, "the provider takes no more strict tools with this request");
  if (!equalJson(found.parameters, tool.parameters))
    report.add("strict_schema_rewritten", "rewritten", `${path}/parameters`, "strict tools have closed objects");
  return found.parameters;
}

function inputSchema(parameters: JsonObject, path: string, report: ReportWriter): WireTool["input_schema"] {
  if (parameters.type === "object") return parameters as WireTool["input_schema"];
  report.add(
    "schema_rewritten",
    "rewritten",
    `${path}/type`,
    "the provider wants an object at the root of the parameters",
  );
  return replaceMembers(parameters, { type: "object" }) as WireTool["input_schema"];
}
