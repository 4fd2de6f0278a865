/** Which tools may be used: the context of a request, checked and frozen. */

import { ToolAvailabilityContext } from "@parlance/builders";
import { type Issue, ValidationError } from "@parlance/core";
import { unlessRefused } from "../shared/settings.js";

/**
 * The context as it is now, frozen; without one, every tool may be used and those that are safe run without asking.
 *
 * @throws ValidationError with places below `/context`.
 */
export function contextOf(given: ToolAvailabilityContext | undefined): ToolAvailabilityContext {
  const issues: Issue[] = [];
  const context = unlessRefused("/context", issues, () =>
    given === undefined ? ToolAvailabilityContext.default() : ToolAvailabilityContext.parse(given),
  );
  if (context === undefined) throw new ValidationError(issues);
  return context;
}
