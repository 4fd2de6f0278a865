/** Tool definitions to the tools of `/api/chat`. */

import type { ToolDefinition } from "@parlance/core";
import type { NameMap } from "../shared/names.js";
import type { ReportWriter } from "../shared/report-writer.js";
import type { ToolChoice } from "../shared/types.js";
import { parametersOf } from "./parameters.js";
import type { OllamaTool } from "./wire.js";

/** Undefined when there are none to send. Ollama has no tool choice, so that calls are forbidden by offering no tool. */
export function toolsOf(
  tools: readonly ToolDefinition[],
  choice: ToolChoice | undefined,
  names: NameMap,
  report: ReportWriter,
): OllamaTool[] | undefined {
  if (tools.length === 0) return undefined;
  if (choice === "none") {
    report.add("tools_dropped", "dropped", "/tools", "Ollama has no tool choice: without tools there are no calls");
    return undefined;
  }
  if (choice !== undefined && choice !== "auto")
    report.add("tool_choice_dropped", "dropped", "/tool_choice", "Ollama cannot be told to call a tool");
  return tools.map((tool, at) => toolOf(tool, `/tools/${at}`, names, report));
}

function toolOf(tool: ToolDefinition, path: string, names: NameMap, report: ReportWriter): OllamaTool {
  const { name, description, parameters, strict } = tool;
  if (strict)
    report.add("strict_dropped", "dropped", `${path}/strict`, "Ollama cannot hold a model to the parameters of a tool");
  const kept = parametersOf(parameters, (action, below, reason) =>
    report.add(`schema_${action}`, action, `${path}/parameters${below}`, reason),
  );
  return { type: "function", function: { name: names.toolName(name), description, parameters: kept } };
}
