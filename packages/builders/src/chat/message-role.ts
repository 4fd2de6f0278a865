/** The roles of chat messages, as words and as the numbers of storage formats that want numbers. */

import * as core from "@parlance/core";
import { ValidationError } from "@parlance/core";
import { issue, lowerAscii } from "@parlance/core/internal";
import { MESSAGE_ROLE_VALUES } from "../generated/enum-values.gen.js";
import { extendCompanion } from "../shared/companion.js";

export type MessageRole = core.MessageRole;

/** `0` for system, `1` for user, `2` for assistant, `3` for tool. */
export type MessageRoleNumber = (typeof MESSAGE_ROLE_VALUES)[MessageRole];

const ROLES: readonly MessageRole[] = /* @__PURE__ */ Object.freeze(Object.keys(MESSAGE_ROLE_VALUES) as MessageRole[]);

/**
 * The role of a text, whatever the case of its letters and the locale.
 *
 * @throws ValidationError for everything that is not the name of a role, space around it included.
 */
function parseRole(text: string): MessageRole {
  if (core.MessageRole.is(text)) return text;
  const folded: unknown = typeof text === "string" ? lowerAscii(text) : text;
  return core.MessageRole.parse(folded);
}

/** The number of a role. */
function numberOf<Role extends MessageRole>(role: Role): (typeof MESSAGE_ROLE_VALUES)[Role] {
  return MESSAGE_ROLE_VALUES[core.MessageRole.parse(role) as Role];
}

/**
 * The role that has a number.
 *
 * @throws ValidationError for any other number.
 */
function ofNumber(number: number): MessageRole {
  const role = ROLES.find((word) => MESSAGE_ROLE_VALUES[word] === number);
  if (role !== undefined) return role;
  throw new ValidationError([issue("not_allowed_value", "", "0, 1, 2 or 3", typeof number)]);
}

/** Names, checks and reads roles, from words and from numbers. */
export const MessageRole: core.Companion<MessageRole> & {
  readonly System: "system";
  readonly User: "user";
  readonly Assistant: "assistant";
  readonly Tool: "tool";
  readonly parseRole: typeof parseRole;
  readonly numberOf: typeof numberOf;
  readonly ofNumber: typeof ofNumber;
} = /* @__PURE__ */ extendCompanion(core.MessageRole, {
  System: "system",
  User: "user",
  Assistant: "assistant",
  Tool: "tool",
  parseRole,
  numberOf,
  ofNumber,
});
