/** A request of `/api/chat` that somebody else made, read into the contract. */

import { bodyOf } from "../shared/framing/body.js";
import { dropRest, presentMembersOf } from "../shared/importing.js";
import { createReport } from "../shared/report-writer.js";
import type { ImportedConversation } from "../shared/types.js";
import { importMessages } from "./import-messages.js";
import { importOptions } from "./import-options.js";
import { importTools } from "./import-tools.js";

/**
 * Reads a stored request, or any object with its `messages`.
 *
 * @param request The parsed body, or its text or bytes, which keep every digit.
 * @throws ParseError for what is no JSON; ValidationError for messages or tools that Ollama would not take.
 */
export function importRequest(request: unknown): ImportedConversation {
  const report = createReport();
  const body = bodyOf(request);
  const members = presentMembersOf(body);
  const messages = importMessages(members.any("messages"), report);
  const tools = importTools(members.any("tools"), report);
  const options = importOptions(members, report);
  if (body.format === "") members.skip("format");
  // A whole answer is what `toRequest` asks for too, unless told otherwise.
  if (body.stream === false) members.skip("stream");
  dropRest(members, "", report);
  return Object.freeze({ messages, tools, options, report: report.entries });
}
