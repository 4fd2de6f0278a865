/** The providers that conversations come from and go to; what is known of one is loaded only when it is asked for. */

import type { Conversation, ImportedConversation, ProviderName, ProviderRequest } from "@parlance/providers";
import { Option } from "commander";

/** The part of a provider that stored conversations need. */
export interface StoredFormats {
  importRequest(request: unknown): ImportedConversation;
  toRequest(conversation: Conversation): ProviderRequest<unknown>;
}

const LOADERS: { readonly [Name in ProviderName]: () => Promise<StoredFormats> } = {
  openai: () => import("@parlance/providers/openai"),
  vllm: () => import("@parlance/providers/vllm"),
  ollama: () => import("@parlance/providers/ollama"),
  anthropic: () => import("@parlance/providers/anthropic"),
};

export function loadProvider(name: ProviderName): Promise<StoredFormats> {
  return LOADERS[name]();
}

/** An option that names a provider and has to be given. */
export function providerOption(flag: "--from" | "--to", description: string): Option {
  return new Option(`${flag} <provider>`, description).choices(Object.keys(LOADERS)).makeOptionMandatory();
}
