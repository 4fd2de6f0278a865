/** What has to be known of a request to read the answer to it. */

import type { ToolDefinition } from "@parlance/core";
import { frozenJson } from "@parlance/core/json";
import type { RequestContext } from "../types.js";
import type { Prepared } from "./prepare.js";

/** @param more What only some providers need. */
export function requestContext(
  { names: { tool_names, call_ids }, tools }: Pick<Prepared, "names" | "tools">,
  more: Partial<Pick<RequestContext, "added_nulls" | "max_tokens">> = {},
): RequestContext {
  const null_arguments = tools.filter(needsNothing).map(({ name }) => name);
  const optional = null_arguments.length === 0 ? {} : { null_arguments };
  return frozenJson({ tool_names, call_ids, added_nulls: {}, ...more, ...optional }) as unknown as RequestContext;
}

/** Keywords that can refuse an object without properties. */
const DEMANDING = ["allOf", "anyOf", "oneOf", "not", "if", "$ref", "$dynamicRef", "minProperties", "const", "enum"];

/** Whether a call without arguments is surely one that the tool takes. */
function needsNothing({ parameters }: ToolDefinition): boolean {
  const { required = [] } = parameters;
  return (
    Array.isArray(required) &&
    required.length === 0 &&
    DEMANDING.every((keyword) => !Object.hasOwn(parameters, keyword))
  );
}
