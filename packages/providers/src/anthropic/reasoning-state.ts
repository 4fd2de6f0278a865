/** What the provider wants back with reasoning: its signature, or reasoning that only it can read. */

import type { ProviderState, ReasoningPart } from "@parlance/core";
import type { GivenState } from "../shared/answer/given-state.js";
import { tellOtherStates } from "../shared/report/other-states.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import type { RedactedThinkingBlock, ThinkingBlock } from "./wire.js";

type Kind = "signature" | "redacted_thinking";

/** Undefined for a value that says nothing. */
export function reasoningState(kind: Kind, value: string | undefined): GivenState | undefined {
  return value === undefined || value === "" ? undefined : { kind, value };
}

/** Whether the provider takes the reasoning back. */
export function isReturnable(part: ReasoningPart): boolean {
  return returnedState(part) !== undefined;
}

/** Reasoning goes back unchanged to the provider that gave it, or not at all. */
export function thinkingBlock(
  part: ReasoningPart,
  path: string,
  report: ReportWriter,
): ThinkingBlock | RedactedThinkingBlock | undefined {
  const returned = returnedState(part);
  if (returned === undefined) {
    report.add("reasoning_dropped", "dropped", path, "the provider takes back only reasoning that it signed itself");
    return undefined;
  }
  tellOtherStates(part.provider_state, returned, path, report);
  const value = returned.value as string;
  return returned.kind === "signature"
    ? { type: "thinking", thinking: part.text, signature: value }
    : { type: "redacted_thinking", data: value };
}

/** A signature belongs to the text, and reasoning that only the provider can read has none. */
function returnedState({ text, provider_state = [] }: ReasoningPart): ProviderState | undefined {
  const ofKind = (kind: Kind): ProviderState | undefined => provider_state.find((state) => isOf(state, kind));
  return ofKind("signature") ?? (text === "" ? ofKind("redacted_thinking") : undefined);
}

function isOf({ provider, kind, value }: ProviderState, wanted: Kind): boolean {
  return provider === "anthropic" && kind === wanted && typeof value === "string" && value !== "";
}
