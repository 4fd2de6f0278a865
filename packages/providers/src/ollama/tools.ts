/** Tool definitions to the tools of `/api/chat`. */

import type { JsonObject, ToolDefinition } from "@parlance/core";
import type { ReportWriter } from "../shared/report/report-writer.js";
import type { NameMap } from "../shared/request/names.js";
import type { ToolChoice } from "../shared/types.js";
import { withinDoubles } from "./numbers.js";
import { ollamaParameters } from "./parameters.js";
import type { OllamaParameters, OllamaTool } from "./wire.js";

/** Undefined when there are none to send. Ollama has no tool choice, so that calls are forbidden by offering no tool. */
export function toolsOf(
  tools: readonly ToolDefinition[],
  choice: ToolChoice | undefined,
  names: NameMap,
  report: ReportWriter,
): OllamaTool[] | undefined {
  if (tools.length === 0) return undefined;
  if (choice === "none") {
    report.add(
      "tools_dropped",
      "dropped",
      "/tools",
      "the provider has no tool choice: without tools there are no calls",
    );
    return undefined;
  }
  if (choice !== undefined && choice !== "auto")
    report.add("tool_choice_dropped", "dropped", "/tool_choice", "the provider cannot be told to call a tool");
  return tools.map((tool, at) => toolOf(tool, `/tools/${at}`, names, report));
}

function toolOf(tool: ToolDefinition, path: string, names: NameMap, report: ReportWriter): OllamaTool {
  const { name, description, parameters, strict } = tool;
  if (strict)
    report.add(
      "strict_dropped",
      "dropped",
      `${path}/strict`,
      "the provider cannot hold a model to the parameters of a tool",
    );
  const kept = ollamaParameters(parameters, (action, below, reason) => {
    const place = `${path}/parameters${below}`;
    if (action === "dropped") report.add("schema_dropped", "dropped", place, reason);
    else report.add("schema_rewritten", "rewritten", place, reason);
  });
  const readable = withinDoubles(kept as unknown as JsonObject, () =>
    report.add(
      "number_as_text",
      "rewritten",
      `${path}/parameters`,
      "the provider reads numbers as doubles; others go out as text",
    ),
  ) as unknown as OllamaParameters;
  return { type: "function", function: { name: names.toolName(name), description, parameters: readable } };
}
