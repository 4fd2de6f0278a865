/** Reports what a provider gave with a part or a call and what is sent has no place for. */

import type { ProviderState, ProviderStates } from "@parlance/core";
import type { ReportWriter } from "./report-writer.js";

/** @param returned The one that is sent. */
export function tellOtherStates(
  states: ProviderStates | undefined,
  returned: ProviderState | undefined,
  path: string,
  report: ReportWriter,
): void {
  const tell = (place: string): void => report.add("provider_state_dropped", "dropped", `${path}${place}`, NO_PLACE);
  if (states === undefined) return;
  if (returned === undefined) tell("/provider_state");
  else for (const [index, state] of states.entries()) if (state !== returned) tell(`/provider_state/${index}`);
}

const NO_PLACE = "what is sent has no place for it";
