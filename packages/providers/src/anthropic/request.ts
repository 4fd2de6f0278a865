/** A conversation to the body of `POST /v1/messages`. */

import { sealJson } from "@parlance/core/internal";
import { assertLossless, createReport, type ReportWriter } from "../shared/report/report-writer.js";
import { namedModel } from "../shared/request/incomplete-request.js";
import type { NameRules } from "../shared/request/names.js";
import { type Prepared, prepareConversation } from "../shared/request/prepare.js";
import { requestContext } from "../shared/request/request-context.js";
import { assertRequestOptions } from "../shared/request/request-options.js";
import type { Conversation, ProviderRequest, RequestOptions } from "../shared/types.js";
import { takesPart } from "./blocks.js";
import { settings } from "./options.js";
import { isOwnMember, withinLimit } from "./own-members.js";
import { toolMembers } from "./tools.js";
import { turnsOf } from "./turns.js";
import type { AnthropicRequest } from "./wire.js";

/**
 * The body of a request to Anthropic's Messages API. System messages become one at the start by default; `in_place` leaves later
 * ones where they are, which only newer models take, and after a turn of the user alone. How a model is told to think, whether
 * it takes wishes for sampling and strict tools goes by the generation in its name; a name without one is of a model of today.
 *
 * @throws LossyConversionError when `strict` and anything would be lost; ValidationError for invalid messages, without a model,
 * and when nothing is said.
 */
export function toRequest(conversation: Conversation, options: RequestOptions = {}): ProviderRequest<AnthropicRequest> {
  assertRequestOptions(options);
  const report = createReport();
  const system = options.system ?? "first";
  const given = prepareConversation(
    conversation,
    { names: NAMES, merge: "calls", system, isOwn: isOwnMember, takes: takesPart, hasPlaces: true },
    report,
  );
  const prepared = withinLimit(given, report);
  const body = sealJson(bodyOf(prepared, options.stream ?? false, report));
  assertLossless(report.entries, options.strict);
  return Object.freeze({ body, report: report.entries, context: requestContext(prepared) });
}

/** The longest names and ids are those that other clients of the provider take, too. */
const NAMES: NameRules = {
  tool_name: { characters: "a-zA-Z0-9_-", max: 64 },
  call_id: { characters: "a-zA-Z0-9_-", max: 64 },
};

function bodyOf(prepared: Prepared, stream: boolean, report: ReportWriter): AnthropicRequest {
  const { model: _, max_tokens, ...others } = settings(prepared, report);
  return {
    model: namedModel(prepared.options),
    max_tokens: max_tokens as number,
    ...turnsOf(prepared, report),
    ...toolMembers(prepared, report),
    ...others,
    ...(stream ? { stream } : {}),
  };
}
