/** Members of chat messages that belong to some roles alone: on another they would say nothing. */

import type { ChatMessage, Issue, MessageRole } from "@parlance/core";
import { issue, typeName } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";

const OF_SOME_ROLES: Readonly<
  Record<"tool_calls" | "tool_call_id" | "is_error" | "provider_state", readonly MessageRole[]>
> = {
  tool_calls: ["assistant"],
  tool_call_id: ["tool"],
  is_error: ["tool"],
  provider_state: ["assistant", "tool"],
};

const NAMES = Object.keys(OF_SOME_ROLES) as (keyof typeof OF_SOME_ROLES)[];

/** What is wrong with members that somebody gives to a message of this role; null is none. */
export function foreignIssues(role: MessageRole, members: object): readonly Issue[] {
  const given = members as Readonly<Record<string, unknown>>;
  return NAMES.filter((name) => !OF_SOME_ROLES[name].includes(role) && (given[name] ?? undefined) !== undefined).map(
    (name) =>
      issue(
        "not_allowed",
        `/${name}`,
        `nothing, since only ${OF_SOME_ROLES[name].join(" and ")} messages have it`,
        typeName(given[name]),
      ),
  );
}

/** The message without nulls in the place of such members; itself where there are none. */
export function withoutForeignNulls<Message extends ChatMessage>(message: Message): Message {
  const nulls = NAMES.filter((name) => (message as object as Readonly<Record<string, unknown>>)[name] === null);
  if (nulls.length === 0) return message;
  return replaceMembers(message, Object.fromEntries(nulls.map((name) => [name, undefined])) as Partial<Message>);
}
