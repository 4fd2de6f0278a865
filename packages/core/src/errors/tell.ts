/** Tells warnings, which must never cost what they are about. */

import { warnOnConsole } from "../reading/platform.js";
import type { Logger, Warning } from "./warning.js";

/** To the logger, or on the console as one line where there is none. What either throws is ignored: there is nobody else to tell. */
export function tell(logger: Logger | undefined, warning: Warning): void {
  try {
    if (logger !== undefined) logger.warn(warning);
    else warnOnConsole(`parlance: ${warning.code} at ${warning.path || "/"}: ${warning.message}`);
  } catch {
    // The caller's logger failed.
  }
}
