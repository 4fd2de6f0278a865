/** What only the provider that gave it can read, on its way into a part or a call of an answer. */

import type { ProviderState, ProviderStates } from "@parlance/core";

/** A state as an adapter reads it; which provider it is of is known. */
export type GivenState = Pick<ProviderState, "kind" | "value">;

/** As the contract has it. */
export function statesOf(provider: string, state: GivenState): ProviderStates {
  return [{ provider, ...state }];
}
