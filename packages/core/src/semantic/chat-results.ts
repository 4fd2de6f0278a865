/** Calls and results of a conversation in chat form that do not belong together. */

import type { Issue } from "../errors/issue.js";
import { issue, issuesAt } from "../errors/rule-issue.js";
import { listedCalls } from "./listed-calls.js";

/** A message of a conversation, as far as it is looked at. */
interface GivenMessage {
  readonly role?: unknown;
  readonly tool_call_id?: unknown;
}

/** Results that answer no call before them. */
export function resultWithoutCall(history: unknown): readonly Issue[] {
  const called = new Set<unknown>();
  return messagesOf(history).flatMap((message, at) => {
    for (const call of listedCalls(message)) called.add(call?.id);
    const isOrphan = message.role === "tool" && !called.has(message.tool_call_id);
    return issuesAt(`/messages/${at}`, isOrphan ? [orphanResult("/tool_call_id")] : []);
  });
}

/** Calls that nothing answers although the conversation goes on. */
export function callWithoutResult(history: unknown): readonly Issue[] {
  const messages = messagesOf(history);
  const last = messages.map(({ role }) => role === "tool").lastIndexOf(false);
  const answered = new Map<unknown, number>();
  for (const [at, { role, tool_call_id }] of messages.entries()) if (role === "tool") answered.set(tool_call_id, at);
  return messages.slice(0, Math.max(last, 0)).flatMap((message, at) =>
    listedCalls(message).flatMap((call, position) => {
      const isAnswered = (answered.get(call?.id) ?? -1) > at;
      return isAnswered ? [] : [openCall(`/messages/${at}/tool_calls/${position}/id`)];
    }),
  );
}

export function orphanResult(path: string): Issue {
  return issue("result_without_call", path, "the id of an earlier call", "that of none");
}

export function openCall(path: string): Issue {
  return issue("call_without_result", path, "a result before the conversation goes on", "none");
}

function messagesOf(history: unknown): readonly GivenMessage[] {
  return (history as { readonly messages: readonly GivenMessage[] }).messages;
}
