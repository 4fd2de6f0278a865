/** Tells everything that is wrong with a request from elsewhere. */

import { AgentRequest, type Issue } from "@parlance/core";
import { frozenJson } from "@parlance/core/json";
import { issuesElsewhere } from "../shared/construct.js";
import { buildResultOf } from "../shared/field-builder.js";
import { optionsOf } from "../shared/options.js";
import type { RequestOptions } from "./construct-request.js";
import { type GivenRequest, outsideIssues, type RequestChecks, requestIssues } from "./request-checks.js";

/**
 * Everything that is wrong with a request: what its schema says, and what `AgentRequestBuilder.build` checks besides.
 *
 * @param checks Asked only about fields that are valid.
 * @returns Nothing when nothing is wrong.
 * @throws ValidationError for invalid checks.
 */
export function validateRequest(
  request: AgentRequest,
  checks?: RequestChecks & Pick<RequestOptions, "allowEmpty">,
): readonly Issue[] {
  const asked = optionsOf(checks);
  const result = AgentRequest.safeParse(request);
  const ofSchema = result.ok ? [] : result.error.issues;
  const copy = buildResultOf(() => frozenJson(request));
  if (!copy.ok || typeof copy.value !== "object" || copy.value === null) return ofSchema;
  const given = copy.value as GivenRequest;
  const inside = requestIssues(given, asked?.allowEmpty);
  const issues = [...ofSchema, ...issuesElsewhere(inside, ofSchema)];
  return [...issues, ...outsideIssues(given, asked, issues)];
}
