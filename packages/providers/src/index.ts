/** What all providers share: types and errors. What is known of one provider is in an entry of its own. Adding an export here makes it API. */

export { LossyConversionError } from "./shared/lossy-conversion-error.js";
export { ProviderError } from "./shared/provider-error.js";
export type { Report, ReportEntry } from "./shared/report.js";
export type {
  Answer,
  AnswerOptions,
  Conversation,
  FinishReason,
  ImportedConversation,
  Provider,
  ProviderName,
  ProviderRequest,
  RequestContext,
  RequestOptions,
  SourceReader,
  StreamEvent,
  StreamSource,
  ToolChoice,
  Usage,
} from "./shared/types.js";
