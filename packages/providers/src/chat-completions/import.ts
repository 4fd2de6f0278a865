/** A request of the dialect that somebody else made, read into the contract. */

import { bodyOf } from "../shared/framing/body.js";
import { dropRest, presentMembersOf } from "../shared/importing.js";
import { createReport } from "../shared/report-writer.js";
import type { ImportedConversation } from "../shared/types.js";
import type { Dialect } from "./dialect.js";
import { importMessages } from "./import-messages.js";
import { importOptions } from "./import-options.js";
import { importChoice, importTools } from "./import-tools.js";

/** @throws ParseError for what is no JSON object; ValidationError for messages, roles or tools that are none. */
export function importRequest(dialect: Dialect, request: unknown): ImportedConversation {
  const report = createReport();
  const body = presentMembersOf(bodyOf(request));
  const messages = importMessages(body.any("messages"), dialect, report);
  const tools = importTools(body, report);
  const tool_choice = importChoice(body, tools, report);
  const options = importOptions(body, report);
  dropRest(body, "", report);
  const choice = tool_choice === undefined ? {} : { tool_choice };
  return Object.freeze({ messages, tools, ...choice, options, report: report.entries });
}
