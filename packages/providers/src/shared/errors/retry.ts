/** Whether and when a request that failed may be sent again. */

import type { JsonObject } from "@parlance/core";

/** Headers of an answer, as `fetch` gives them, or anything else that finds a header by its name in lower case. */
export interface ResponseHeaders {
  get(name: string): string | null | undefined;
}

/** Time-outs, locks and rate limits; every status of 500 and more is the server's own fault. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 429]);

/** What providers call failures that pass by themselves. */
const PASSING_WORD = /overloaded|rate_?limit|time_?out|server_?error|unavailable|^(api_error|requests|tokens)$/i;

/** No waiting pays a bill. */
const LASTING_WORD = /quota|billing/i;

/** In anything else, such words may be quoted. */
const WORD = /^[A-Za-z0-9_.-]{1,64}$/;

/** @param type The provider's own word for the error, known or not: the verdict quotes none of it. */
export function mayPass(status: number | undefined, type = ""): boolean {
  const word = WORD.test(type) ? type : "";
  if (LASTING_WORD.test(word)) return false;
  if (status !== undefined && status >= 400) return status >= 500 || PASSING.has(status);
  return PASSING_WORD.test(word);
}

/** What a header says of trying again, as the official clients obey it; undefined where there is none. */
export function toldRetry(headers: ResponseHeaders | undefined): boolean | undefined {
  const told = headerOf(headers, "x-should-retry");
  return told === "true" || told === "false" ? told === "true" : undefined;
}

/**
 * How long to wait, in milliseconds.
 *
 * @param now In milliseconds since 1970: a header may name the time itself.
 */
export function delayInHeaders(headers: ResponseHeaders | undefined, now: () => number): number | undefined {
  const milliseconds = amount(headerOf(headers, "retry-after-ms"));
  // No wait at all is what servers write that mean the other header, which the official clients obey then.
  return milliseconds || (delayInSeconds(headerOf(headers, "retry-after") ?? "", now) ?? milliseconds);
}

/** @param after Seconds, or the time itself. */
function delayInSeconds(after: string, now: () => number): number | undefined {
  const seconds = amount(after);
  if (seconds !== undefined) return seconds * 1000;
  // `Date.parse` takes almost anything for a date.
  const time = after.endsWith(" GMT") ? Date.parse(after) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now());
}

/** The wait that an error itself tells, in milliseconds. */
export function delayInError({ retry_after }: JsonObject): number | undefined {
  const milliseconds = typeof retry_after === "number" && retry_after >= 0 ? retry_after * 1000 : undefined;
  return Number.isFinite(milliseconds) ? milliseconds : undefined;
}

/** A fetch that somebody wrote may give any headers: what cannot be read of them is not there. */
function headerOf(headers: ResponseHeaders | undefined, name: string): string | undefined {
  try {
    const text: unknown = headers?.get(name);
    return typeof text === "string" || typeof text === "number" ? String(text) : undefined;
  } catch {
    return undefined;
  }
}

function amount(text = ""): number | undefined {
  return /^\d{1,12}(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
