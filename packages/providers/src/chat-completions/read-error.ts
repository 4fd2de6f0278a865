/** Errors of the provider: alone, in place of an answer, or within one. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "../shared/answer/json-object.js";
import { ProviderError } from "../shared/provider-error.js";
import type { Answer, ProviderName } from "../shared/types.js";

/**
 * @param partial Gives what had arrived before.
 * @throws ProviderError when the body, the event of a stream or the choice says that it is an error.
 */
export function assertNoError(body: JsonObject, provider: ProviderName, partial?: () => Answer): void {
  const { error } = body;
  if (body.object === "error") throw errorOf(body, provider, partial);
  if (error !== undefined && error !== null && error !== false && error !== "") throw errorOf(error, provider, partial);
}

function errorOf(error: JsonValue, provider: ProviderName, partial: (() => Answer) | undefined): ProviderError {
  const facts = isJsonObject(error) ? error : {};
  return new ProviderError({
    provider,
    status: statusOf(facts.status) ?? statusOf(facts.code),
    type: wordOf(facts.type) ?? wordOf(facts.code),
    partial: partial?.(),
    details: error,
  });
}

/** Some servers have the status for a code, also as text. */
function statusOf(code: JsonValue | undefined): number | undefined {
  const status = Number(code);
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined;
}

function wordOf(type: JsonValue | undefined): string | undefined {
  return typeof type === "string" && statusOf(type) === undefined ? type : undefined;
}
