/** What all providers share: types and errors. What is known of one provider is in an entry of its own. Adding an export here makes it API. */

export type { Usage } from "@parlance/core";
export { loadProvider } from "./load-provider.js";
export {
  type ChatMessages,
  type ToChatMessagesOptions,
  toChatMessages,
} from "./shared/conversation/to-chat-messages.js";
export {
  type StoredEnvelope,
  type StoredMessages,
  toStoredMessages,
} from "./shared/conversation/to-stored-messages.js";
export { LossyConversionError } from "./shared/errors/lossy-conversion-error.js";
export { ProviderError } from "./shared/errors/provider-error.js";
export type { ResponseHeaders } from "./shared/errors/retry.js";
export { PROVIDER_NAMES, type ProviderName } from "./shared/provider-names.js";
export type { Report, ReportEntry } from "./shared/report/report.js";
export type {
  Answer,
  AnswerOptions,
  AnswerStream,
  Conversation,
  FailedResponse,
  FinishReason,
  ImportedConversation,
  Provider,
  ProviderRequest,
  RequestContext,
  RequestOptions,
  SourceReader,
  StreamEvent,
  StreamSource,
  ToolChoice,
} from "./shared/types.js";
