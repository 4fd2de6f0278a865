/** A request of `POST /v1/messages` that somebody else made, read into the contract. */

import type { Surroundings } from "@parlance/builders";
import { requestBodyOf } from "../shared/framing/body.js";
import { dropRest, Problems, presentMembersOf } from "../shared/import/values.js";
import { createReport } from "../shared/report/report-writer.js";
import type { ImportedConversation } from "../shared/types.js";
import { importMessages, importSystem } from "./import-messages.js";
import { importOptions } from "./import-options.js";
import { importToolChoice, importTools } from "./import-tools.js";

/**
 * Reads a stored request, or any object with its `messages`. Blocks that only this provider has become parts of unknown types, and
 * are sent back to it as they were.
 *
 * @param request The body or a bare list of messages: parsed, or as text or bytes, which keep every digit.
 * @param _options As the other providers have them: calls of this one always have ids, so there is nothing to be made.
 * @throws ParseError for what is not JSON; ValidationError for messages or tools that the provider would not take.
 */
export function importRequest(request: unknown, _options?: Surroundings): ImportedConversation {
  const report = createReport();
  const body = presentMembersOf(requestBodyOf(request));
  const problems = new Problems();
  const system = problems.gather(() => importSystem(body.any("system"), report)) ?? [];
  const said = problems.gather(() => importMessages(body.any("messages"), report)) ?? [];
  const tools = problems.gather(() => importTools(body.any("tools"), report)) ?? [];
  problems.tell();
  const messages = Object.freeze([...system, ...said]);
  const { tool_choice, parallel_tool_calls } = importToolChoice(body.members("tool_choice"), tools, report);
  const options = importOptions(body, parallel_tool_calls, report);
  dropRest(body, "", report);
  const chosen = tool_choice === undefined ? {} : { tool_choice };
  return Object.freeze({ messages, tools, ...chosen, options, report: report.entries });
}
