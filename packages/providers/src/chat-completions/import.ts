/** A request of the dialect that somebody else made, read into the contract. */

import { type Surroundings, ToolCall } from "@parlance/builders";
import { requestBodyOf } from "../shared/framing/body.js";
import { dropRest, Problems, presentMembersOf } from "../shared/import/values.js";
import { createReport } from "../shared/report/report-writer.js";
import type { ImportedConversation } from "../shared/types.js";
import type { Dialect } from "./dialect.js";
import { importMessages } from "./import-messages.js";
import { importOptions } from "./import-options.js";
import { importChoice, importTools } from "./import-tools.js";

/** @throws ParseError for what is not a JSON object; ValidationError for invalid messages, roles or tools. */
export function importRequest(
  dialect: Dialect,
  request: unknown,
  { newId = ToolCall.newId }: Surroundings = {},
): ImportedConversation {
  const report = createReport();
  const body = presentMembersOf(requestBodyOf(request));
  const problems = new Problems();
  const messages = problems.gather(() => importMessages(body.any("messages"), { dialect, report, newId })) ?? [];
  const tools = problems.gather(() => importTools(body, report)) ?? [];
  problems.tell();
  const tool_choice = importChoice(body, tools, report);
  const options = importOptions(body, report);
  dropRest(body, "", report);
  const choice = tool_choice === undefined ? {} : { tool_choice };
  return Object.freeze({ messages, tools, ...choice, options, report: report.entries });
}
