/** A model behind HTTP, in the format of any provider. */

import type { Warning } from "@parlance/core";
import { tell } from "@parlance/core/internal";
import {
  type Answer,
  type Conversation,
  loadProvider,
  type Provider,
  ProviderError,
  type ProviderRequest,
} from "@parlance/providers";
import { waitByTimer } from "../../shared/wait.js";
import type { Model, ModelEvent, ModelStream } from "../model.js";
import { ModelError } from "../model-error.js";
import { Attempt } from "./attempt.js";
import { type HttpModelOptions, type HttpSettings, httpSettings } from "./http-options.js";
import { warnOfOpenKey } from "./open-key.js";
import { pauseBefore } from "./pause.js";

/**
 * A model behind any server that speaks the format of a provider. Statuses and errors that the provider tells are ProviderErrors,
 * everything else that goes wrong is a ModelError; none of them has the key, the address or content.
 *
 * @throws ValidationError for wrong options; while iterating, also what `toRequest` of the provider throws.
 */
export function createHttpModel(options: HttpModelOptions): Model {
  const settings = httpSettings(options);
  return Object.freeze({
    stream: (conversation: Conversation, { signal }: { readonly signal: AbortSignal }) =>
      streamOf(settings, conversation, signal),
  });
}

/** The attempt that is under way; one follows the other. */
interface Current {
  attempt?: Attempt;
}

function streamOf(settings: HttpSettings, conversation: Conversation, signal: AbortSignal): ModelStream {
  const current: Current = {};
  const partial = (): Answer | undefined => current.attempt?.partial();
  return Object.assign(events(settings, conversation, signal, current), { partial });
}

async function* events(
  settings: HttpSettings,
  conversation: Conversation,
  signal: AbortSignal,
  current: Current,
): AsyncGenerator<ModelEvent, void> {
  signal.throwIfAborted();
  const format = await loadProvider(settings.provider);
  const model = conversation.options?.model ?? settings.model;
  const url = settings.urlOf(model);
  const request = requestOf(format, { ...settings, model }, conversation);
  yield Object.freeze({ type: "request", report: request.report });
  warnOfOpenKey(url, settings);
  for (let retries = 0; ; retries++) {
    current.attempt = new Attempt({ ...settings, format, url }, request, signal);
    let hasSaid = false;
    try {
      for await (const event of current.attempt.events()) {
        hasSaid ||= event.type !== "usage";
        yield event;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      const pause = hasSaid ? undefined : pauseOf(error, retries, settings);
      if (pause === undefined) throw error;
      tell(settings.logger, AGAIN);
      await (settings.wait ?? waitByTimer)(pause, signal);
    }
  }
}

const AGAIN: Warning = {
  code: "model_asked_again",
  path: "",
  message: "the model's server could not answer, and is asked again",
};

function requestOf(
  format: Provider<object>,
  { model, reasoning_member }: Pick<HttpSettings, "model" | "reasoning_member">,
  conversation: Conversation,
): ProviderRequest<object> {
  const options = { ...conversation.options, model };
  const named = reasoning_member === undefined ? {} : { reasoning_member };
  return format.toRequest({ ...conversation, options }, { stream: true, ...named });
}

/** Undefined when the request is not sent again. */
function pauseOf(error: unknown, retries: number, settings: HttpSettings): number | undefined {
  if (retries >= settings.max_retries) return undefined;
  if (ModelError.isInstance(error)) return error.retryable ? pauseBefore(retries, undefined, settings) : undefined;
  if (!ProviderError.isInstance(error) || !error.retryable) return undefined;
  return pauseBefore(retries, error.retry_after_ms, settings);
}
