/** One request to a server that may be called off. */

import { type McpRequestOptions, NO_TIMEOUT } from "./client.js";

/** It is called off at the server only while it is unanswered, and without the caller's reason, which is not the server's business. */
export async function requestFromServer<Answer>(
  limit: AbortSignal,
  send: (options: McpRequestOptions) => Promise<Answer>,
): Promise<Answer> {
  const own = new AbortController();
  const onAbort = (): void => own.abort(new DOMException("The request was called off.", "AbortError"));
  limit.throwIfAborted();
  limit.addEventListener("abort", onAbort, { once: true });
  try {
    return await send({ signal: own.signal, timeout: NO_TIMEOUT });
  } finally {
    limit.removeEventListener("abort", onAbort);
  }
}
