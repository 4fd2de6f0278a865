/** A whole answer of the provider. */

import type { Surroundings } from "@parlance/builders";
import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { type AnswerBuilder, createAnswerBuilder } from "../shared/answer/builder.js";
import { type Members, unreadMembersOf } from "../shared/answer/unread.js";
import { errorIn, typedErrorFacts } from "../shared/errors/failed-response.js";
import type { ProviderError } from "../shared/errors/provider-error.js";
import { bodyOf } from "../shared/framing/body.js";
import { refuseValue } from "../shared/import/values.js";
import type { Answer, AnswerOptions, FailedResponse } from "../shared/types.js";
import { callerState } from "./call-state.js";
import { partOfBlock } from "./native-blocks.js";
import { createTokenCounter, errorOf, readHead } from "./reading.js";
import { reasoningState } from "./reasoning-state.js";

/**
 * The answer in a response.
 *
 * @param response The parsed body, or its text, which keeps every digit.
 * @throws ProviderError for what the provider says is an error; ParseError for what is not a JSON object; ValidationError for an object
 * that is not an answer.
 */
export function fromResponse(response: unknown, options?: AnswerOptions): Answer {
  const body = bodyOf(response);
  const error = errorOf(body);
  if (error !== undefined) throw error;
  if (!Array.isArray(body.content)) refuseValue("missing_property", "/content", "a list of blocks");
  const answer = createAnswerBuilder({ provider: "anthropic", options, parts: "in_order" });
  const members = unreadMembersOf(body);
  readHead(answer, members);
  const usage = members.members("usage");
  if (usage !== undefined) answer.usage(createTokenCounter().read(usage));
  for (const [index, block] of (members.list("content") ?? []).entries()) readBlock(answer, block, index);
  answer.unread([], members);
  return answer.end();
}

/** The error to throw for an answer whose status is not a success, such as 429 or 529. Its body may be anything, also a proxy's page. */
export function errorFromResponse(response: FailedResponse, options?: Surroundings): ProviderError {
  return errorIn(response, "anthropic", typedErrorFacts, options);
}

/** Reads a block that is whole. */
export function readBlock(answer: AnswerBuilder, block: JsonValue, index: number): void {
  if (!isJsonObject(block) || typeof block.type !== "string") {
    answer.unread(["content"], { [index]: block });
    return;
  }
  const members = unreadMembersOf(block);
  members.skip("type");
  if (readKnown(answer, block, members)) answer.unread(["content", index], members);
  else {
    const part = partOfBlock(block);
    if (part !== undefined) answer.otherPart(part);
    else answer.unread(["content"], { [index]: block });
  }
  answer.endBlock();
}

/** False for a block of a type that only this provider has. */
function readKnown(answer: AnswerBuilder, block: JsonObject, members: Members): boolean {
  if (block.type === "text") skipCitations(block, members);
  if (readSaid(answer, block.type, members)) return true;
  if (block.type !== "tool_use") return false;
  const [id, name, state] = [members.text("id"), members.text("name"), callerState(members)];
  answer.toolCall({ id, name, arguments: members.any("input") ?? "", state });
  return true;
}

/** Reads what a block says, or begins with; false for one that says nothing by itself. */
export function readSaid(answer: AnswerBuilder, type: JsonValue | undefined, members: Members): boolean {
  switch (type) {
    case "text":
      answer.text(members.text("text") ?? "");
      return true;
    case "thinking":
      answer.reasoning(members.text("thinking") ?? "", reasoningState("signature", members.text("signature")));
      return true;
    case "redacted_thinking":
      answer.reasoning("", reasoningState("redacted_thinking", members.text("data")));
      return true;
    default:
      return false;
  }
}

/** No citations are none. */
function skipCitations({ citations }: JsonObject, members: Members): void {
  if (citations === null || (Array.isArray(citations) && citations.length === 0)) members.skip("citations");
}
