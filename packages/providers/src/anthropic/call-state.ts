/** What the provider wants back with a call: who asked for it, where that was not the model itself. */

import type { ProviderState, ToolCall } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import type { JsonObject } from "@parlance/core/json";
import type { GivenState } from "../shared/answer/given-state.js";
import type { Members } from "../shared/answer/unread.js";
import { tellOtherStates } from "../shared/report/other-states.js";
import type { ReportWriter } from "../shared/report/report-writer.js";

/** Reads it of a block; undefined where nobody is named. */
export function callerState(block: Members): GivenState | undefined {
  const caller = block.object("caller");
  return caller === undefined ? undefined : { kind: "caller", value: caller };
}

/** The member of the block. Any other state of the call is reported. */
export function callerMember(
  { provider_state }: ToolCall,
  path: string,
  report: ReportWriter,
): { readonly caller?: JsonObject } {
  const returned = provider_state?.find(isCaller);
  tellOtherStates(provider_state, returned, path, report);
  return returned === undefined ? {} : { caller: returned.value };
}

function isCaller(state: ProviderState): state is ProviderState & { readonly value: JsonObject } {
  return (
    state.provider === "anthropic" &&
    state.kind === "caller" &&
    isJsonObject(state.value) &&
    typeof state.value.type === "string"
  );
}
