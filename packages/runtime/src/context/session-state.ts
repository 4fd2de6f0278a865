/** What the system controls of a history add up to. */

import type { ChatMessage, InvalidMessage, Message } from "@parlance/core";
import { followedMessages } from "@parlance/core/internal";

/** Where a session is after its last message; a member is absent as long as no control has said it. */
export interface SessionState {
  /** The mode that was last switched to, such as `act`. */
  readonly mode?: string;
  /** The branch that was last switched to. */
  readonly branch?: string;
}

/**
 * Controls of types that this version does not know change nothing here; one that was stored again counts where it stood first. The mode is
 * that of the active branch; a switch to another branch counts wherever it stands.
 */
export function sessionState(messages: readonly (ChatMessage | Message | InvalidMessage)[]): SessionState {
  const { indexes, counted } = followedMessages(messages);
  const mode = lastControl(messages, indexes, "mode_change");
  const branch = lastControl(messages, counted, "branch_switch");
  return Object.freeze({ ...(mode === undefined ? {} : { mode }), ...(branch === undefined ? {} : { branch }) });
}

/** Where the last control of a type leads to. */
function lastControl(
  messages: readonly (ChatMessage | Message | InvalidMessage)[],
  indexes: readonly number[],
  type: "mode_change" | "branch_switch",
): string | undefined {
  for (const index of [...indexes].reverse()) {
    const message = messages[index];
    if (message === undefined || "role" in message || message.type !== "system_control") continue;
    const { control } = message.data;
    if (control.type === type) return control.to;
  }
  return undefined;
}
