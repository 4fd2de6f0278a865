/** The providers there are; each is the folder of its name. */

export const PROVIDER_NAMES = ["openai", "vllm", "ollama", "anthropic"] as const;

export type ProviderName = (typeof PROVIDER_NAMES)[number];
