/** The page that maps the names of the specifications to ours: it has every name of theirs, and each name that it gives as ours is there. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as builders from "../packages/builders/src/index.js";
import * as core from "../packages/core/src/index.js";
import * as openai from "../packages/providers/src/openai/index.js";
import * as context from "../packages/runtime/src/context/index.js";
import * as files from "../packages/runtime/src/files/index.js";
import * as images from "../packages/runtime/src/images/index.js";
import * as runtime from "../packages/runtime/src/index.js";
import * as mcp from "../packages/runtime/src/mcp/index.js";
import * as tools from "../packages/runtime/src/tools/index.js";

const PAGE = readFileSync(join(import.meta.dirname, "../docs/specification-names.md"), "utf8");

const history = { history: builders.ConversationHistory.create() };
const MODULES: readonly object[] = [builders, core, files, tools, images, mcp, context, runtime, openai, history];

/** Every name of the specifications, as the rows of each section have them, and how many of ours stand beside them. */
const SECTIONS: readonly (readonly [title: string, ours: number, theirs: readonly string[]])[] = [
  [
    "Messages and tool calls",
    56,
    [
      "`MessageRole.System`, `User`, `Assistant`, `Tool`",
      "parsing a role",
      "`ChatMessage.Role`, `Content`, `ToolCalls`, `ToolCallId`",
      "`CreateSystem`, `CreateUser`",
      "`CreateAssistant(content, toolCalls)`",
      "`CreateToolResult(toolCallId, result, isError)`",
      "`ToolCall.Id`, `Name`, `Arguments`",
      "`new ToolCall(id, name, arguments)`",
      "`TryGetArgument<T>`",
      "`GetArgumentsAs<T>`",
      "`ToolResult.ToolCallId`, `Result`, `IsError`",
      "`ToolResult.Success`, `Error`",
      "`ToolDefinition.Name`, `Description`, `Parameters`, `Strict`",
      "`new ToolDefinition(…)`",
      "`CreateFromType<T>`",
      "`ToolCallDelta.Index`, `Id`, `Name`, `ArgumentsDelta`",
      "`new ConversationHistory()`",
      "`Add`, `GetMessages`, `Clear`",
      "`Count`, `LastMessage`",
      "validating the complete state",
      "`JsonSerializer.Serialize`, `Deserialize`",
      "value equality",
      "`ToString()`",
      "`ArgumentException`, `JsonException`",
    ],
  ],
  [
    "Requests to an agent",
    126,
    [
      "`AgentRequest.Message`, `ConversationId`, `RequestId`, `CreatedAt`",
      "`History`, `AttachedFiles`, `SystemPrompt`, `ToolContext`",
      "`InferenceOptions`, `EnableTools`, `MaxIterations`",
      "`CancellationToken`",
      "`HasAttachedFiles`, `HasHistory`, `TotalAttachedContentLength`, `HistoryMessageCount`, `WorkspacePath`",
      "`Simple`, `ChatOnly`, `InConversation`",
      "`AgentRequest.With`",
      "the validation of a request",
      "`ToolAvailabilityContext.WorkspacePath`, `ActiveFilePath`, `ActiveSelection`",
      "`EnabledToolIds`, `DisabledToolIds`, `EnabledCategories`",
      "`MaxAutoApprovalRiskLevel`, `AllowTerminalTools`, `AllowNetworkTools`, `AllowFileWrites`, `SessionPermissions`",
      "`HasWorkspace`, `HasActiveFile`, `HasSelection`, `IsWhitelistMode`",
      "`IsToolDisabled`, `IsToolExplicitlyEnabled`, `IsCategoryEnabled`, `HasSessionPermission`, `GetSessionPermission`, `IsAutoApprovable`",
      "`Default`, `ReadOnly`, `ForWorkspace`, `WithTools`, `WithCategories`, `With`",
      "`RiskLevel.Safe`, `Low`, `Medium`, `High`, `Critical`",
      "`ToolCategory`",
      "`FileContext.Path`, `Content`, `Language`, `IsTruncated`, `StartLine`, `EndLine`, `FileSizeBytes`, `LastModified`",
      "`FileName`, `Extension`, `IsPartial`, `LineCount`, `ContentLength`, `EstimatedTokens`",
      "`FromFile(path, maxLines)`",
      "`FromContent(path, content, language)`",
      "`FromExcerpt`, `ToPromptFormat`, `InferLanguage`",
      "`TextSelection.StartLine`, `StartColumn`, `EndLine`, `EndColumn`, `Text`",
      "`IsEmpty`, `IsSingleLine`, `IsMultiLine`, `LineCount`, `CharacterCount`",
      "`Cursor`, `SingleLine`, `MultiLine`, `ToRangeString`",
      "`ToolPermission.ToolId`, `AutoApproved`, `ApprovalPattern`, `GrantedAt`, `ExpiresAt`, `IsPersistent`, `UseCount`, `GrantedBy`",
      "`IsExpired`, `IsValid`, `HasPattern`, `MatchesPattern`",
      "`SessionAutoApproval`, `PersistentAutoApproval`, `PatternAutoApproval`, `TimeLimitedAutoApproval`, `SystemGranted`",
      "`AgentRequestBuilder.Create`, `Build`",
      "`WithMessage`, `WithConversationId`, `WithHistory`, `WithAttachedFiles`, `WithFile`, `WithSystemPrompt`",
      "`WithToolContext`, `WithWorkspace`, `WithInferenceOptions`, `WithTools`, `WithoutTools`, `WithMaxIterations`",
      "`WithCancellation`",
    ],
  ],
  [
    "Typed messages and their processing",
    45,
    [
      "`MessageType::Text`, `TextMessage`",
      "`MessageType::Image`",
      "recognition mode Vision, OCR, Auto",
      "`vision_analysis`, `recognized_text`, `error`",
      "`MessageType::FileReference`, `start_line`, `end_line`",
      "`MessageType::ToolRequest`, `approval_status`",
      "Pending, Approved, Denied",
      "`MessageType::ToolResult`",
      "`MessageType::SystemControl`, `ModeChange`, `BranchSwitch`",
      "`MessageType::MCPResource`, `server_name`, `resource_uri`, `mime_type`, `retrieved_at`",
      "`Unknown`",
      "serialising, deserialising with migration",
      "resolving a file reference",
      "processing a tool request",
      "parsing tool calls of a response",
      "recognising an image",
      "MCP resources, their cache and their size",
      "preparing the context for a model",
    ],
  ],
];

/** The title of a section, and the cells of each row below its heads. */
function sectionOf(text: string): { readonly title: string; readonly rows: readonly (readonly string[])[] } {
  const [title = "", ...lines] = text.split("\n");
  const [, , ...rows] = lines.filter((line) => line.startsWith("|"));
  return { title, rows: rows.map((row) => row.split("|").map((cell) => cell.trim())) };
}

const PAGE_SECTIONS = PAGE.split("\n## ").slice(1).map(sectionOf);

/** The names in the column of ours, and those with a type in the next. */
function oursIn([, , ours, differs]: readonly string[]): readonly string[] {
  const spans = (cell = ""): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
  return [...spans(ours), ...spans(differs).filter((name) => /^[A-Za-z]+\.[A-Za-z_]+$/.test(name))];
}

/** Whether a name is there: what a module exports, its member, one of its instances', or a field of its schema. */
function isThere(name: string): boolean {
  const [root = "", member] = name.split(".");
  const found = MODULES.map((module) => (module as Readonly<Record<string, unknown>>)[root]).filter(
    (value) => value !== undefined,
  );
  return member === undefined ? found.length > 0 : found.some((value) => hasMember(Object(value), member));
}

function hasMember(value: { readonly prototype?: object; readonly schema?: object }, member: string): boolean {
  if (member in value || (value.prototype !== undefined && member in value.prototype)) return true;
  return JSON.stringify(value.schema ?? {}).includes(`"${member}":{`);
}

it("the page has every name of the specifications, in the order that they have them", () => {
  expect(PAGE_SECTIONS.map(({ title, rows }) => [title, rows.map(([, theirs]) => theirs)])).toEqual(
    SECTIONS.map(([title, , theirs]) => [title, theirs]),
  );
});

it("each name of the specifications has its name of ours, and all of those are there", () => {
  for (const { title, rows } of PAGE_SECTIONS)
    for (const row of rows)
      expect([title, row[1], oursIn(row).filter((name) => !isThere(name))]).toEqual([title, row[1], []]);
  expect(PAGE_SECTIONS.map(({ rows }) => rows.flatMap(oursIn).length)).toEqual(SECTIONS.map(([, ours]) => ours));
  expect(PAGE_SECTIONS.flatMap(({ rows }) => rows.filter((row) => oursIn(row).length === 0))).toEqual([]);
});

it("a name that is not there would be told", () => {
  expect(["ChatMessage.createRobot", "ChatMessage.robot", "history.remove", "robot"].filter(isThere)).toEqual([]);
});
