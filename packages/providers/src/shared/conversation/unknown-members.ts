/** Finds what of a conversation is not sent: members that the contract does not know, and what a provider gave and another has no use for. */

import type { LiveHistory } from "@parlance/builders";
import type {
  ChatMessage,
  ContentPart,
  ConversationHistory,
  ImageSource,
  Message,
  Part,
  ProviderStates,
  RequestedToolCall,
  ToolCall,
  ToolDefinition,
} from "@parlance/core";
import { factsOfMessage, fieldAt, pointerKey } from "@parlance/core/internal";
import * as fields from "../../generated/fields.gen.js";
import type { ReportWriter } from "../report/report-writer.js";
import type { Conversation, ImportedConversation, ToolChoice } from "../types.js";

/** What of a conversation can have a member that only one provider has. */
export type MemberHolder = (ContentPart | Part)["type"] | "message" | "call" | "result" | "tool";

/** Whether a provider has a use for a member that the contract does not know, or for `provider_state`. */
export type OwnMember = (holder: MemberHolder, name: string, value: unknown) => boolean;

/** Looks at everything that a model is sent something of; at each object, first at itself, then at what is in it. */
export interface UnknownMembers {
  conversation(conversation: Conversation, choice: ToolChoice | undefined): void;
  chatMessage(message: ChatMessage, path: string): void;
  storedMessage(message: Message, path: string): void;
  tool(tool: ToolDefinition, path: string): void;
}

/** The names of fields; what they are set to says nothing. */
type Fields = Readonly<Record<string, true>>;

/** Histories and imports can be handed over as they are: what they have besides is meant for whoever keeps them. */
export const CONVERSATION_FIELDS: Readonly<
  Record<Extract<keyof (Conversation & ImportedConversation & ConversationHistory & LiveHistory), string>, true>
> = {
  messages: true,
  system: true,
  tools: true,
  tool_choice: true,
  options: true,
  report: true,
  schema_version: true,
  id: true,
  created_at: true,
  metadata: true,
  residue: true,
  order: true,
  count: true,
  lastMessage: true,
  getMessages: true,
  openCalls: true,
  add: true,
  clear: true,
  toJSON: true,
};

const CHOICE_FIELDS: Fields = { name: true };

/** @param isOwn Picks the members that the provider itself sends, or reports. */
export function unknownMembers(report: ReportWriter, isOwn: OwnMember): UnknownMembers {
  return new Finder(report, isOwn);
}

class Finder implements UnknownMembers {
  readonly #report: ReportWriter;
  readonly #isOwn: OwnMember;

  constructor(report: ReportWriter, isOwn: OwnMember) {
    this.#report = report;
    this.#isOwn = isOwn;
  }

  conversation(conversation: Conversation, choice: ToolChoice | undefined): void {
    this.#look(conversation, CONVERSATION_FIELDS, "", "");
    if (typeof choice === "object") this.#look(choice, CHOICE_FIELDS, "", "/tool_choice");
  }

  chatMessage(message: ChatMessage, path: string): void {
    this.#look(
      message,
      fields.CHAT_MESSAGE_FIELDS_BY_ROLE[message.role],
      path,
      "",
      message.role === "tool" ? "result" : undefined,
    );
    if (message.role === "assistant") this.#state("message", message, path, "");
    if (message.role === "tool") this.#state("result", message, path, "");
    if (typeof message.content === "object")
      this.#parts(message.content, path, "/content/", message.role === "assistant");
    if (message.role === "assistant" && message.tool_calls !== undefined)
      this.#calls(message.tool_calls, fields.TOOL_CALL_FIELDS, path, "/tool_calls/");
  }

  storedMessage(message: Message, path: string): void {
    if (message.type === "unknown") return;
    const known = fields.MESSAGE_FIELDS_BY_TYPE[message.type];
    this.#look(message, known.message, path, "");
    this.#state(stateHolder(message), message, path, "");
    this.#look(message.data, known.data, path, "/data");
    this.#inData(message, path);
  }

  tool(tool: ToolDefinition, path: string): void {
    this.#look(tool, fields.TOOL_DEFINITION_FIELDS, path, "", "tool");
  }

  #inData(message: Message, path: string): void {
    switch (message.type) {
      case "text":
        this.#parts(message.data.parts, path, "/data/parts/", stateHolder(message) === "message");
        break;
      case "image":
        this.#source(message.data.source, path, "/data/source");
        break;
      case "file_reference":
        this.#look(message.data.resolution, fields.FILE_RESOLUTION_FIELDS, path, "/data/resolution");
        break;
      case "tool_request":
        this.#calls(message.data.tool_calls, fields.REQUESTED_TOOL_CALL_FIELDS, path, "/data/tool_calls/");
        break;
      case "tool_result":
        if (message.data.error !== undefined)
          this.#look(message.data.error, fields.TOOL_ERROR_FIELDS, path, "/data/error");
        if (message.data.parts !== undefined) this.#parts(message.data.parts, path, "/data/parts/", false);
        break;
      case "mcp_resource":
        for (const [index, contents] of message.data.contents.entries())
          this.#look(contents, fields.RESOURCE_CONTENTS_FIELDS_BY_TYPE[contents.type], path, `/data/contents/${index}`);
        break;
    }
  }

  /** @param isAnswer Whether a model said them: what a provider gave goes back with an answer alone. */
  #parts(parts: readonly (ContentPart | Part)[], path: string, list: string, isAnswer: boolean): void {
    for (const [index, part] of parts.entries()) {
      if (part.type === "unknown") continue;
      this.#look(part, fields.CONTENT_PART_FIELDS_BY_TYPE[part.type], path, list, part.type, index);
      this.#state(isAnswer ? part.type : undefined, part, path, list, index);
      if (part.type === "image") this.#source(part.source, path, `${list}${index}/source`);
      if (part.type === "audio" || part.type === "document")
        this.#look(part.source, fields.MEDIA_SOURCE_FIELDS_BY_TYPE[part.source.type], path, `${list}${index}/source`);
    }
  }

  #source(source: ImageSource, path: string, place: string): void {
    this.#look(source, fields.IMAGE_SOURCE_FIELDS_BY_TYPE[source.type], path, place);
  }

  #calls(calls: readonly (ToolCall | RequestedToolCall)[], known: Fields, path: string, list: string): void {
    calls.forEach((call, index) => {
      this.#look(call, known, path, list, "call", index);
      this.#state("call", call, path, list, index);
    });
  }

  /** @param holder Undefined where not even the chat message that says the same has it. */
  #state(holder: MemberHolder | undefined, object: object, path: string, place: string, index?: number): void {
    const { provider_state } = object as { readonly provider_state?: ProviderStates };
    if (provider_state === undefined) return;
    if (holder !== undefined && this.#isOwn(holder, "provider_state", provider_state)) return;
    const reason = "what a provider gave with an answer is not sent";
    this.#report.add("provider_state_dropped", "dropped", `${path}${place}${index ?? ""}/provider_state`, reason);
  }

  /** The place is `path`, then `place`, then `index`: as a rule there is nothing to be told, and nobody needs them together. */
  #look(object: object, known: Fields, path: string, place: string, holder?: MemberHolder, index?: number): void {
    for (const name of Object.keys(object)) {
      if (known[name] === true) continue;
      const value = (object as Readonly<Record<string, unknown>>)[name];
      if (value === undefined || (holder !== undefined && this.#isOwn(holder, name, value))) continue;
      this.#report.add("member_dropped", "dropped", `${path}${place}${index ?? ""}/${pointerKey(name)}`, REASON);
    }
  }
}

const REASON = "a member that this version does not know is not sent";

/** A message that is the model's own, or goes to it as the result of its call, has a chat message with state. */
function stateHolder(message: Message): "message" | "result" | undefined {
  const { role } = factsOfMessage(message.type);
  const speaker = typeof role === "object" ? fieldAt(message, role) : role;
  if (speaker === "tool") return "result";
  return speaker === "assistant" ? "message" : undefined;
}
