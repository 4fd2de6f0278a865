/** Tells an answer that broke off from one that came to its end. */

import type { Answer } from "@parlance/providers";

/** Whether the answer just stopped. One whose reason to end is not known, or was not told with the end, is whole. */
export function isCutOff({ finish_reason, report }: Answer): boolean {
  return finish_reason === "unknown" && report.some(({ code }) => code === "finish_reason_missing");
}
