/** What the system controls of a history add up to. */

import type { ChatMessage, Message } from "@parlance/core";
import { currentVersions } from "@parlance/core/internal";

/** Where a session is after its last message; a member is absent as long as no control has said it. */
export interface SessionState {
  /** The mode that was last switched to, such as `act`. */
  readonly mode?: string;
  /** The branch that was last switched to. */
  readonly branch?: string;
}

/** Controls of types that this version does not know change nothing here; one that was stored again counts where it stood first. */
export function sessionState(messages: readonly (ChatMessage | Message | undefined)[]): SessionState {
  let state: SessionState = {};
  for (const index of currentVersions(messages.map(idOf))) {
    const message = messages[index];
    if (message === undefined || "role" in message || message.type !== "system_control") continue;
    const { control } = message.data;
    if (control.type === "mode_change") state = { ...state, mode: control.to };
    else if (control.type === "branch_switch") state = { ...state, branch: control.to };
  }
  return Object.freeze(state);
}

function idOf(message: ChatMessage | Message | undefined): string | undefined {
  return message === undefined || "role" in message || message.type === "unknown" ? undefined : message.id;
}
