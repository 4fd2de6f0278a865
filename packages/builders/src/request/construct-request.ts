/** The last step of every way to make a request: fills in ids and time, checks, freezes. */

import { AgentRequest, CURRENT_VERSION, type Issue, ValidationError } from "@parlance/core";
import { AGENT_REQUEST_FIELDS } from "../generated/fields.gen.js";
import { constructValue, type Draft } from "../shared/construct.js";
import { buildResultOf } from "../shared/field-builder.js";
import { optionsOf } from "../shared/options.js";
import { newUuid, type Surroundings, timestamp } from "../shared/surroundings.js";
import { type GivenRequest, outsideIssues, type RequestChecks, requestIssues } from "./request-checks.js";

/** What every way to make a request takes besides what is in it. */
export interface RequestOptions extends Surroundings {
  /**
   * Whether the message may be empty, as when the files speak for themselves.
   * @defaultValue false
   */
  readonly allowEmpty?: boolean | undefined;
}

/**
 * A request, deeply frozen.
 *
 * @param given What was said of it. What can still change is copied.
 * @param found What was found wrong before.
 * @throws ValidationError with all issues.
 */
export function constructRequest(
  given: GivenRequest,
  options?: RequestOptions,
  checks?: RequestChecks,
  found: readonly Issue[] = [],
): AgentRequest {
  const asked = optionsOf(checks);
  const draft = draftOf(given, optionsOf(options));
  const result = buildResultOf(() =>
    constructValue(AgentRequest, draft as Draft<AgentRequest>, [
      ...found,
      ...requestIssues(draft, options?.allowEmpty),
    ]),
  );
  const issues = result.ok ? [] : result.issues;
  const outside = outsideIssues(draft, asked, issues);
  if (result.ok && outside.length === 0) return result.value;
  throw new ValidationError([...issues, ...outside]);
}

/** In canonical order, without what is absent. */
function draftOf(given: GivenRequest, options: RequestOptions | undefined): GivenRequest {
  const filled: GivenRequest = {
    schema_version: CURRENT_VERSION,
    request_id: given.request_id ?? newUuid(options),
    conversation_id: given.conversation_id ?? newUuid(options),
    created_at: given.created_at ?? timestamp(options),
    enable_tools: given.enable_tools ?? true,
  };
  const draft: Record<string, unknown> = {};
  for (const name in AGENT_REQUEST_FIELDS) {
    const value = filled[name as keyof AgentRequest] ?? given[name as keyof AgentRequest];
    if (value !== undefined) draft[name] = value;
  }
  return draft;
}
