/** Tells warnings to the caller's logger, or to the console where there is none. */

import type { Logger, Warning } from "@parlance/core";

const platform = globalThis as unknown as { readonly console: { warn(line: string): void } };

/** Tells a warning, on the console as one line without content. A logger that throws costs nothing but the warning. */
export function warn(logger: Logger | undefined, warning: Warning): void {
  try {
    if (logger !== undefined) logger.warn(warning);
    else platform.console.warn(`parlance: ${warning.code} at ${warning.path || "/"}: ${warning.message}`);
  } catch {
    // The caller's logger failed; there is nobody else to tell.
  }
}
