/** A conversation to the body of `/api/chat`. */

import type { InferenceOptions, JsonObject } from "@parlance/core";
import { sealJson } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";
import { assertLossless, createReport, type ReportWriter } from "../shared/report/report-writer.js";
import { assertSaysSomething, namedModel } from "../shared/request/incomplete-request.js";
import { optionMembers } from "../shared/request/options.js";
import { type Prepared, prepareConversation } from "../shared/request/prepare.js";
import { requestContext } from "../shared/request/request-context.js";
import { assertRequestOptions } from "../shared/request/request-options.js";
import type { Conversation, ProviderRequest, RequestOptions } from "../shared/types.js";
import { ollamaMessages } from "./messages.js";
import { optionTable } from "./options.js";
import { toolsOf } from "./tools.js";
import type { OllamaOptions, OllamaRequest, OllamaThink } from "./wire.js";

/**
 * The body of a request to Ollama's `/api/chat`. System messages stay in their places by default: the server gathers them itself for
 * models that want one.
 *
 * @throws LossyConversionError when `strict` and anything would be lost; ValidationError for invalid messages, and without a model.
 */
export function toRequest(conversation: Conversation, options: RequestOptions = {}): ProviderRequest<OllamaRequest> {
  assertRequestOptions(options);
  const report = createReport();
  const prepared = prepareConversation(conversation, { ...RULES, system: options.system ?? "in_place" }, report);
  const body = sealJson(bodyOf(prepared, options.stream ?? false, report));
  assertLossless(report.entries, options.strict);
  return Object.freeze({ body, report: report.entries, context: requestContext(prepared) });
}

/** Any name and any id goes; but the templates of most models show the results alone, in their order. */
const RULES = { names: {}, merge: "calls", hasOrderedResults: true } as const;

function bodyOf(
  { messages, tools, tool_choice, options, names }: Prepared,
  stream: boolean,
  report: ReportWriter,
): OllamaRequest {
  const sentTools = toolsOf(tools, tool_choice, names, report);
  const sentMessages = ollamaMessages(messages, names, report);
  assertSaysSomething(sentMessages);
  return {
    model: namedModel(options),
    messages: sentMessages,
    ...(sentTools && { tools: sentTools }),
    stream,
    ...settingsOf(options, report),
  };
}

/** `think` stands beside the other options on the wire. */
function settingsOf(given: InferenceOptions, report: ReportWriter): Pick<OllamaRequest, "think" | "options"> {
  const members = optionMembers(given, optionTable(given), report);
  const options: JsonObject = replaceMembers(members, { model: undefined, think: undefined });
  const think = members.think as OllamaThink | undefined;
  return {
    ...(think !== undefined && { think }),
    ...(Object.keys(options).length > 0 && { options: options as OllamaOptions }),
  };
}
