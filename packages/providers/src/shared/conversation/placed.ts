/** Chat messages that know where in the conversation they are from. */

import type { ChatMessage, ProviderStates, ToolApprovalStatus } from "@parlance/core";

/** A chat message and its places, all of them JSON Pointers into the conversation that was given. */
export interface PlacedMessage<Message extends ChatMessage = ChatMessage> {
  readonly message: Message;
  /** Of the message itself: `/messages/3`, `/system`; of a result that was made up, that of its call. */
  readonly path: string;
  /** Of all messages that it was made of, where these are several. */
  readonly paths?: readonly string[];
  /** Of the content, where it is not `content` of the message. */
  readonly content_path?: string;
  /** Of the parts of the content, where they do not lie in it one after another. */
  readonly part_paths?: readonly string[];
  /** Of the calls, one by one, where they are not `tool_calls` of the message. */
  readonly call_paths?: readonly string[];
  /** Of the id of the call that a result answers, where it is not `tool_call_id` of the message. */
  readonly call_id_path?: string;
  /** What was decided on the calls, one by one, where that is known. */
  readonly approvals?: readonly (ToolApprovalStatus | undefined)[];
}

/** What a provider gave with a stored message, as its chat message has it. */
export function stateMember(state: ProviderStates | undefined): { readonly provider_state?: ProviderStates } {
  return state === undefined ? {} : { provider_state: state };
}

/** Where the content is from. */
export function contentPath({ path, content_path }: PlacedMessage): string {
  return content_path ?? `${path}/content`;
}

/** Where a part of the content is from. */
export function partPath(placed: PlacedMessage, index: number): string {
  const own = placed.part_paths?.[index];
  if (own !== undefined) return own;
  const path = contentPath(placed);
  return typeof placed.message.content === "string" ? path : `${path}/${index}`;
}

/** Where a call is from. */
export function callPath({ path, call_paths }: PlacedMessage, index: number): string {
  return call_paths?.[index] ?? `${path}/tool_calls/${index}`;
}

/** Where the calls of a message are from, one by one. */
export function callPaths(placed: PlacedMessage): readonly string[] {
  const { message } = placed;
  const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
  return placed.call_paths ?? calls.map((_, index) => callPath(placed, index));
}

/** Where the id is from that says which call a result answers. */
export function callIdPath({ path, call_id_path }: PlacedMessage): string {
  return call_id_path ?? `${path}/tool_call_id`;
}

/** Whether the message is of a role. */
export function isOf<Role extends ChatMessage["role"]>(
  placed: PlacedMessage,
  role: Role,
): placed is PlacedMessage<Extract<ChatMessage, { readonly role: Role }>> {
  return placed.message.role === role;
}
