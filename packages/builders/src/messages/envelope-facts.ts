/** What is told of any message: what it is called, where it belongs, and where it is from. */

import type { KnownMessage } from "../shared/construct-message.js";
import { type Fact, shownId } from "../shared/describe.js";
import { stateFact } from "../shared/describe-parts.js";

/** `0b6f5b0e-…`, `conversation 7c1d…`, `after 5a2e…`, `from claude-code`, `1 provider state` */
export function envelopeFacts({
  id,
  conversation_id,
  parent_id,
  source,
  provider_state,
}: KnownMessage): readonly Fact[] {
  return [
    id,
    conversation_id !== undefined && `conversation ${shownId(conversation_id)}`,
    parent_id !== undefined && `after ${shownId(parent_id)}`,
    source !== undefined && `from ${shownId(source.format)}`,
    stateFact(provider_state),
  ];
}
