/** Calls, results and turns with their places in the history as it was before. */

import type { AssistantChatMessage, ToolChatMessage } from "@parlance/core";
import type { Placed } from "../given.js";

/** A call that was asked for, wherever its result is. */
export interface Call {
  readonly exchange: ToolExchange;
  /** The place of its message. */
  readonly index: number;
  /** Its place among the calls of its message. */
  readonly position: number;
  readonly id: string;
}

export interface Result extends Placed<ToolChatMessage> {
  readonly call: Call;
}

/** What the assistant says in one turn, and the results of its calls. */
export interface ToolExchange {
  readonly assistants: Placed<AssistantChatMessage>[];
  readonly calls: Call[];
  readonly results: Result[];
}
