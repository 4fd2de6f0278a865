/** What others need to know of the types of the current version, by their tags. */

import { MESSAGE_FACTS, PART_FACTS } from "./generated/facts.gen.js";
import type { MessageFacts, PartFacts } from "./runtime/type-facts.js";

const NONE: MessageFacts & PartFacts = {};

/** Nothing for a type that declares nothing, and for `unknown`. */
export function factsOfMessage(type: string): MessageFacts {
  return (Object.hasOwn(MESSAGE_FACTS, type) ? MESSAGE_FACTS[type] : undefined) ?? NONE;
}

/** The same for the types of parts. */
export function factsOfPart(type: string): PartFacts {
  return (Object.hasOwn(PART_FACTS, type) ? PART_FACTS[type] : undefined) ?? NONE;
}
