/** The typed error in an HTTP answer that is not a success, whatever its body is. */

import type { Surroundings } from "@parlance/builders";
import { type JsonObject, type JsonValue, ParlanceError } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { frozenJson, parseJson } from "@parlance/core/json";
import { textOfBody } from "../framing/decode.js";
import type { ProviderName } from "../provider-names.js";
import type { FailedResponse } from "../types.js";
import { ProviderError, type ProviderErrorFacts } from "./provider-error.js";
import { delayInError, delayInHeaders, toldRetry } from "./retry.js";

/** What the body of an error says, in the words of one provider. */
export type ErrorReader = (body: JsonObject) => Pick<ProviderErrorFacts, "type" | "retry_after_ms">;

/** Of an error that is an object with a `type`; one that is a text alone says nothing that could be told from it. */
export function typedErrorFacts({ error }: JsonObject): ReturnType<ErrorReader> {
  if (!isJsonObject(error)) return {};
  return { type: typeof error.type === "string" ? error.type : undefined, retry_after_ms: delayInError(error) };
}

/** The status that an error itself names; some servers have it for a code, also as text. */
export function errorStatus(code: JsonValue | undefined): number | undefined {
  const status = Number(code);
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined;
}

/** Never throws: a page of a proxy is an error as well, of which the status alone is known. */
export function errorIn(
  { status, headers, body }: FailedResponse,
  provider: ProviderName,
  read: ErrorReader,
  { now = Date.now }: Pick<Surroundings, "now"> = {},
): ProviderError {
  const details = detailsOf(body);
  // Some gateways put the error into a list.
  const error = Array.isArray(details) ? details[0] : details;
  const { type, retry_after_ms } = isJsonObject(error) ? read(error) : {};
  return new ProviderError({
    provider,
    status,
    type,
    retry_after_ms: delayInHeaders(headers, now) ?? retry_after_ms,
    retryable: toldRetry(headers),
    details,
  });
}

/** The body as JSON, or as text where it is not JSON; undefined where it says nothing. */
function detailsOf(body: unknown): JsonValue | undefined {
  if (body === undefined || body === null || body === "") return undefined;
  const isWritten = typeof body === "string" || body instanceof Uint8Array;
  try {
    return isWritten ? parseJson(body) : frozenJson(body);
  } catch (error) {
    if (!ParlanceError.isInstance(error)) throw error;
    return isWritten ? textOfBody(body) || undefined : undefined;
  }
}
