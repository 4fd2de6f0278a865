/** The request of OpenAI's Chat Completions as it is written. */

import type { CommonRequestWire, MessageWire } from "../chat-completions/wire.js";

export type OpenAiMessage = MessageWire;

/** The body of `POST /chat/completions`. */
export interface OpenAiRequest extends CommonRequestWire {
  readonly model: string;
  readonly messages: OpenAiMessage[];
  readonly max_completion_tokens?: number;
}
