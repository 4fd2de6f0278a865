/** A request of `/api/chat` that somebody else made, read into the contract. */

import type { Surroundings } from "@parlance/builders";
import { requestBodyOf } from "../shared/framing/body.js";
import { dropRest, Problems, presentMembersOf } from "../shared/import/values.js";
import { createReport } from "../shared/report/report-writer.js";
import type { ImportedConversation } from "../shared/types.js";
import { countedIds } from "./import-calls.js";
import { importMessages } from "./import-messages.js";
import { importOptions } from "./import-options.js";
import { importTools } from "./import-tools.js";

/**
 * Reads a stored request, or any object with its `messages`.
 *
 * @param request The body or a bare list of messages: parsed, or as text or bytes, which keep every digit.
 * @param options Its `newId` makes the ids of calls that came without one; they are counted otherwise.
 * @throws ParseError for what is not JSON; ValidationError for messages or tools that Ollama would not take.
 */
export function importRequest(request: unknown, options: Surroundings = {}): ImportedConversation {
  const { newId = countedIds() } = options;
  const report = createReport();
  const body = requestBodyOf(request);
  const members = presentMembersOf(body);
  const problems = new Problems();
  const messages = problems.gather(() => importMessages(members.any("messages"), newId, report)) ?? [];
  const tools = problems.gather(() => importTools(members.any("tools"), report)) ?? [];
  problems.tell();
  const settings = importOptions(members, report);
  if (body.format === "") members.skip("format");
  // A whole answer is what `toRequest` asks for too, unless told otherwise.
  if (body.stream === false) members.skip("stream");
  dropRest(members, "", report);
  return Object.freeze({ messages, tools, options: settings, report: report.entries });
}
