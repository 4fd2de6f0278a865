/** What is told of parts and of what a provider gave with them: how many there are of which kind, and nothing of what they say. */

import type { ContentPart, Part, ProviderStates } from "@parlance/core";
import { countedNoun, type Fact } from "./describe.js";

/** `3 parts`, and of those that are not text how many there are of each kind: `1 image part`. */
export function partFacts(parts: readonly (Part | ContentPart)[]): readonly Fact[] {
  const kinds = parts.map(({ type }) => type).filter((type) => type !== "text");
  const counts = [...new Set(kinds)].map((kind) => {
    const count = kinds.filter((other) => other === kind).length;
    return countedNoun(count, `${kind.replaceAll("_", " ")} part`);
  });
  return [countedNoun(parts.length, "part"), ...counts];
}

/** `2 provider states`; nothing where there are none. */
export function stateFact(states: ProviderStates | undefined): Fact {
  return states !== undefined && countedNoun(states.length, "provider state");
}
