/** Everything of `@parlance/runtime/context`. Adding an export here makes it API. */

export { type BuiltContext, buildContext, type ContextConversation } from "./build-context.js";
export type { ContextOptions, TokenBudget, UpdateSystem } from "./context-options.js";
export { ContextOverflowError, type RequiredTokens } from "./context-overflow-error.js";
export type { RemovalCode } from "./leaving.js";
export type { SessionState } from "./session-state.js";
export { estimateTokens, type TokenCounter } from "./token-counter.js";
export { createTokenizer, type TokenizerEncoding, type TokenizerOptions } from "./tokenizer.js";
export type { Removal } from "./trim.js";
