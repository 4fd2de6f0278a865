/** How long to wait before a request is sent again. */

const FIRST_MS = 500;
const LONGEST_MS = 8_000;

/**
 * As long as the server says; without its word twice as long each time, and a little less by chance, so that those who failed together
 * do not come back together.
 *
 * @param retries How often it was sent again already.
 * @returns Milliseconds; undefined when that is too long to wait.
 */
export function pauseBefore(
  retries: number,
  told: number | undefined,
  { max_retry_delay_ms }: { readonly max_retry_delay_ms: number },
): number | undefined {
  const own = Math.min(FIRST_MS * 2 ** retries, LONGEST_MS) * (1 - Math.random() / 4);
  const pause = Math.ceil(told ?? Math.min(own, max_retry_delay_ms));
  return pause <= max_retry_delay_ms ? pause : undefined;
}
