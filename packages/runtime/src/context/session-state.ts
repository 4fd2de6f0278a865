/** What the system controls of a history add up to. */

import type { ChatMessage, Message } from "@parlance/core";

/** Where a session is after its last message; a member is absent as long as no control has said it. */
export interface SessionState {
  /** The mode that was last switched to, such as `act`. */
  readonly mode?: string;
  /** The branch that was last switched to. */
  readonly branch?: string;
}

/** Controls of types that this version does not know change nothing here. */
export function sessionState(messages: Iterable<ChatMessage | Message | undefined>): SessionState {
  let state: SessionState = {};
  for (const message of messages) {
    if (message === undefined || "role" in message || message.type !== "system_control") continue;
    const { control } = message.data;
    if (control.type === "mode_change") state = { ...state, mode: control.to };
    else if (control.type === "branch_switch") state = { ...state, branch: control.to };
  }
  return Object.freeze(state);
}
