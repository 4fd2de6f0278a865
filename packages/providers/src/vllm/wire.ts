/** The request of vLLM's chat completions as it is written. */

import type {
  AssistantMessageWire,
  CommonRequestWire,
  SystemMessageWire,
  ToolMessageWire,
  UserMessageWire,
} from "../chat-completions/wire.js";

export type VllmMessage = SystemMessageWire | UserMessageWire | AssistantMessageWire | ToolMessageWire;

/** The body of `POST /v1/chat/completions`. */
export interface VllmRequest extends CommonRequestWire {
  readonly model?: string;
  readonly messages: VllmMessage[];
  readonly max_tokens?: number;
  readonly top_k?: number;
  readonly min_p?: number;
  readonly repetition_penalty?: number;
}
