/** A conversation to a request body of the dialect. */

import type { InferenceOptions } from "@parlance/core";
import { sealJson } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";
import { assertLossless, createReport, type ReportWriter } from "../shared/report/report-writer.js";
import { assertSaysSomething, namedModel } from "../shared/request/incomplete-request.js";
import { optionMembers } from "../shared/request/options.js";
import { type PrepareRules, prepareConversation } from "../shared/request/prepare.js";
import { requestContext } from "../shared/request/request-context.js";
import { assertRequestOptions } from "../shared/request/request-options.js";
import type { Conversation, ProviderRequest, RequestContext, RequestOptions } from "../shared/types.js";
import type { Dialect } from "./dialect.js";
import { isKeptAudio, keptAudioState } from "./kept-audio.js";
import { mediaPart } from "./media-parts.js";
import { writeMessages } from "./wire-messages.js";
import { writeTools } from "./wire-tools.js";

/**
 * @throws LossyConversionError when `strict` and anything would be lost; ValidationError for messages, tools or options that are
 * none, and for a model that is not named where the dialect needs it.
 */
export function toRequest<Body>(
  given: Dialect,
  conversation: Conversation,
  options: RequestOptions = {},
): ProviderRequest<Body> {
  assertRequestOptions(options);
  const dialect: Dialect = { ...given, reasoning: options.reasoning_member ?? given.reasoning };
  const report = createReport();
  const system = options.system ?? dialect.prepare.system;
  const rules = { ...dialect.prepare, system, takes: takenBy(dialect), isOwn: keptAudioState(dialect) };
  const prepared = prepareConversation(conversation, rules, report);
  const { model } = prepared.options;
  if (dialect.needsModel) namedModel(prepared.options);
  const { members: tools, added_nulls } = writeTools(prepared, dialect, report);
  const writing = { dialect, names: prepared.names, added_nulls, model, report };
  const messages = writeMessages(prepared.messages, writing);
  assertSaysSomething(messages);
  const body = {
    ...(model === undefined ? {} : { model }),
    messages,
    ...tools,
    ...optionMembers(optionsWith(tools, prepared.options, report), dialect.options, report),
    ...(options.stream === true ? STREAMED : {}),
  };
  assertLossless(report.entries, options.strict);
  const context = requestContext(prepared, { added_nulls, ...limitOf(dialect, prepared.options) });
  return Object.freeze({ body: sealJson(body) as Body, report: report.entries, context });
}

/** Users show more than images, and answers may have a sound that the server keeps. */
function takenBy(dialect: Dialect): NonNullable<PrepareRules["takes"]> {
  return (part, role) => {
    if (role === "assistant") return isKeptAudio(part, dialect);
    return role === "user" && mediaPart(part, dialect) !== undefined;
  };
}

/** Without it a streamed answer says nothing of its tokens. */
const STREAMED = { stream: true, stream_options: { include_usage: true } };

function optionsWith(
  { tools }: { readonly tools?: unknown },
  options: InferenceOptions,
  report: ReportWriter,
): InferenceOptions {
  if (tools !== undefined || options.parallel_tool_calls === undefined) return options;
  const reason = "without tools there are no calls, and servers refuse it";
  report.add("option_dropped", "dropped", "/options/parallel_tool_calls", reason);
  return replaceMembers(options, { parallel_tool_calls: undefined });
}

/** Only of a server that does not tell when it was reached does the limit have to be known. */
function limitOf({ hidesLength }: Dialect, { max_tokens }: InferenceOptions): Pick<RequestContext, "max_tokens"> {
  return hidesLength && max_tokens !== undefined ? { max_tokens } : {};
}
