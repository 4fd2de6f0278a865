/** The names that a caller chooses from; nothing else is loaded with them. */

/** The providers there are; each is the folder of its name. */
export const PROVIDER_NAMES = ["openai", "vllm", "ollama", "anthropic"] as const;

export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** What servers of the Chat Completions dialect call the reasoning of an assistant message. */
export const REASONING_MEMBERS = ["reasoning", "reasoning_content"] as const;

export type ReasoningMember = (typeof REASONING_MEMBERS)[number];
