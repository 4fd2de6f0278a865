/** Errors of the provider: alone, in place of an answer, or within one. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { knownErrorWord } from "../shared/errors/error-words.js";
import { errorStatus } from "../shared/errors/failed-response.js";
import { ProviderError, type ProviderErrorFacts } from "../shared/errors/provider-error.js";
import { delayInError } from "../shared/errors/retry.js";
import type { ProviderName } from "../shared/provider-names.js";
import type { Answer } from "../shared/types.js";

/**
 * @param partial Gives what had arrived before.
 * @throws ProviderError when the body, the event of a stream or the choice says that it is an error.
 */
export function assertNoError(body: JsonObject, provider: ProviderName, partial?: () => Answer): void {
  const error = namedError(body);
  if (error === undefined) return;
  throw new ProviderError({ ...factsOf(error), provider, partial: partial?.(), details: error });
}

/** What the body of an error says of it; bodies that do not name it are it. */
export function errorFacts(body: JsonObject): ErrorFacts {
  return factsOf(namedError(body) ?? body);
}

type ErrorFacts = Pick<ProviderErrorFacts, "status" | "type" | "retry_after_ms">;

function factsOf(error: JsonValue): ErrorFacts {
  if (!isJsonObject(error)) return {};
  return {
    status: errorStatus(error.status) ?? errorStatus(error.code),
    type: wordOf(error.type, error.code),
    retry_after_ms: delayInError(error),
  };
}

/** The error that a body names, or is. */
function namedError(body: JsonObject): JsonValue | undefined {
  const { error } = body;
  if (body.object === "error") return body;
  return error === undefined || error === null || error === false || error === "" ? undefined : error;
}

/** Of two the first that is known, or else the first. */
function wordOf(...given: readonly (JsonValue | undefined)[]): string | undefined {
  const words = given.filter((one): one is string => typeof one === "string" && errorStatus(one) === undefined);
  return words.find((word) => knownErrorWord(word) !== undefined) ?? words[0];
}
