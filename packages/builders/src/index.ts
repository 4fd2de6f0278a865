/** Everything of the package. Adding an export here makes it API. */

export {
  type AssistantOptions,
  ChatMessage,
  type ChatMessageOptions,
  type PromptOptions,
  type StateOptions,
} from "./chat/chat-message.js";
export { MessageRole, type MessageRoleNumber } from "./chat/message-role.js";
export { ToolCall } from "./chat/tool-call.js";
export type { ArgumentResult } from "./chat/tool-call-arguments.js";
export { ToolResult } from "./chat/tool-result.js";
export { FileContext, type FileContextOptions } from "./files/file-context.js";
export type { LspPosition, LspRange } from "./files/lsp.js";
export { TextSelection } from "./files/text-selection.js";
export * from "./generated/builders.gen.js";
export {
  ConversationHistory,
  type CreateHistoryOptions,
  type RestoreHistoryOptions,
} from "./history/conversation-history.js";
export type { LiveHistory } from "./history/live-history.js";
export type { MessageList } from "./history/message-list.js";
export type { HistoryOrder } from "./history/order.js";
export type { HistoryRepairCode, RepairChange, RepairCode } from "./history/repair/change.js";
export type { RepairedHistory } from "./history/repair/repair.js";
export type { RepairedMessages, RepairOptions } from "./history/repair/repair-messages.js";
export type { ValidateHistoryOptions } from "./history/validate.js";
export type { PartOfAnswer } from "./messages/answer.js";
export type { ApprovalDecision, ApprovalWithdrawal, RuleApproval } from "./messages/approval/decide.js";
export type { ShownTool } from "./messages/approval/tool-hash.js";
export { FileReferenceMessageBuilder } from "./messages/builders/file-reference-message-builder.js";
export { ImageMessageBuilder } from "./messages/builders/image-message-builder.js";
export { McpResourceMessageBuilder } from "./messages/builders/mcp-resource-message-builder.js";
export { SystemControlMessageBuilder } from "./messages/builders/system-control-message-builder.js";
export { TextMessageBuilder } from "./messages/builders/text-message-builder.js";
export { ToolRequestMessageBuilder } from "./messages/builders/tool-request-message-builder.js";
export { ToolResultMessageBuilder } from "./messages/builders/tool-result-message-builder.js";
export { FileReferenceMessage, type FileReferenceOptions } from "./messages/file-reference-message.js";
export { type ClaimedImageOptions, ImageMessage, type ImageMessageOptions } from "./messages/image-message.js";
export { McpResourceMessage, type McpResourceOptions } from "./messages/mcp-resource-message.js";
export { SystemControlMessage } from "./messages/system-control-message.js";
export { TextMessage, type TextMessageOptions, type TextMessageRules } from "./messages/text-message.js";
export { ToolRequestMessage, type ToolRequestOptions } from "./messages/tool-request-message.js";
export {
  type EndedToolResultOptions,
  type FailedToolResultOptions,
  ToolResultMessage,
  type ToolResultOptions,
} from "./messages/tool-result-message.js";
export type { DenialRule, GivenArguments, ToolDecision } from "./permissions/decide.js";
export type { DroppedPermission, RestoredPermissions } from "./permissions/restore-stored.js";
export { RiskLevel } from "./permissions/risk-level.js";
export { ToolAvailabilityContext } from "./permissions/tool-availability-context.js";
export { ToolCategory } from "./permissions/tool-category.js";
export { ToolPermission } from "./permissions/tool-permission.js";
export type { ToolCapability, ToolTraits } from "./permissions/tool-traits.js";
export { AgentRequest, type AgentRequestPatch } from "./request/agent-request.js";
export { AgentRequestBuilder } from "./request/agent-request-builder.js";
export type { RequestOptions } from "./request/construct-request.js";
export type { RequestChecks } from "./request/request-checks.js";
export type { MessageOptions } from "./shared/construct-message.js";
export type { DescribeOptions } from "./shared/describe.js";
export type { BuildResult } from "./shared/field-builder.js";
export type { Patch } from "./shared/patch.js";
export { type Surroundings, timestamp } from "./shared/surroundings.js";
export {
  createToolCallAccumulator,
  type ToolCallAccumulator,
  type ToolCallAccumulatorOptions,
} from "./streaming/accumulator.js";
export type { FinishReason } from "./streaming/finish.js";
export type { PartialToolCall } from "./streaming/growing-call.js";
export { ToolCallDelta, type ToolCallDeltaFields } from "./streaming/tool-call-delta.js";
export type { ToolDefinitionOptions, ToolParts } from "./tools/define.js";
export { type JsonSchemaTool, type StandardSchemaTool, ToolDefinition } from "./tools/tool-definition.js";
