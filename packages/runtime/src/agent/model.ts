/** The port through which an agent speaks to a model. */

import type { Answer, Conversation, Report, StreamEvent } from "@parlance/providers";

/** `request`: what the request that is sent now does not say as the conversation does. The rest is the answer as it comes. */
export type ModelEvent = { readonly type: "request"; readonly report: Report } | StreamEvent;

/** An answer as it comes; the last event is its end. What `fromStream` of a provider gives is one. */
export interface ModelStream extends AsyncIterable<ModelEvent> {
  /** What has arrived so far, for an answer that broke off or was called off; undefined when that is nothing. */
  partial(): Answer | undefined;
}

export interface Model {
  /**
   * Asks the model; nothing is sent before somebody iterates.
   *
   * @param options `signal` calls the request off; iterating then throws its reason.
   */
  stream(conversation: Conversation, options: { readonly signal: AbortSignal }): ModelStream;
}
