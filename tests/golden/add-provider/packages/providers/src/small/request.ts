/** A conversation to the body of a request. */

import { frozenJson } from "@parlance/core/json";
import { assertSaysSomething, namedModel } from "../shared/request/incomplete-request.js";
import { type OptionTable, optionMembers } from "../shared/request/options.js";
import { type Prepared, prepareConversation } from "../shared/request/prepare.js";
import { assertLossless, createReport, type ReportWriter } from "../shared/report/report-writer.js";
import type { Conversation, ProviderRequest, RequestOptions } from "../shared/types.js";
import { toolsOf } from "./tools.js";
import { instructionsOf, turnsOf } from "./turns.js";
import type { SmallRequest } from "./wire.js";

/**
 * The body of `POST /models/{model}/stream`, and of the same without `/stream` for a whole answer.
 *
 * @throws LossyConversionError when `strict` and anything would be lost; ValidationError for messages that are none, and without a model.
 */
export function toRequest(conversation: Conversation, options: RequestOptions = {}): ProviderRequest<SmallRequest> {
  const report = createReport();
  const prepared = prepareConversation(conversation, { names: NAMES, merge: "calls", system: "first" }, report);
  namedModel(prepared.options);
  const body = frozenJson(bodyOf(prepared, report)) as unknown as SmallRequest;
  assertLossless(report.entries, options.strict);
  const { tool_names, call_ids } = prepared.names;
  return Object.freeze({ body, report: report.entries, context: { tool_names, call_ids, added_nulls: {} } });
}

const NAMES = { tool_name: { characters: "a-z0-9_", max: 32 } };

const OPTIONS: OptionTable = {
  // In the URL.
  model: () => ({}),
  temperature: "temperature",
  top_p: null,
  top_k: null,
  min_p: null,
  max_tokens: "limit",
  stop: null,
  seed: null,
  frequency_penalty: null,
  presence_penalty: null,
  repetition_penalty: null,
  reasoning_effort: null,
  parallel_tool_calls: null,
};

function bodyOf(prepared: Prepared, report: ReportWriter): SmallRequest {
  const { messages, names, options } = prepared;
  const instructions = instructionsOf(messages, report);
  const turns = turnsOf(messages, names, report);
  const tools = toolsOf(prepared, report);
  const settings = optionMembers(options, OPTIONS, report);
  assertSaysSomething(turns);
  return {
    ...(instructions === "" ? {} : { instructions }),
    turns,
    ...(tools === undefined ? {} : { tools }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
}
