/** Tool definitions to the provider's tools. */

import type { Prepared } from "../shared/request/prepare.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import type { SmallTool } from "./wire.js";

/** Undefined when there are none to send: without tools there are no calls. */
export function toolsOf({ tools, tool_choice, names }: Prepared, report: ReportWriter): SmallTool[] | undefined {
  if (tools.length === 0) return undefined;
  if (tool_choice === "none") {
    report.add("tools_dropped", "dropped", "/tools", "the provider has no tool choice");
    return undefined;
  }
  if (tool_choice !== undefined && tool_choice !== "auto")
    report.add("tool_choice_dropped", "dropped", "/tool_choice", "the provider has no tool choice");
  return tools.map(({ name, description, parameters, strict }, at) => {
    if (strict) report.add("strict_dropped", "dropped", `/tools/${at}/strict`, "the provider has no strict tools");
    return { name: names.toolName(name), about: description, input: parameters };
  });
}
