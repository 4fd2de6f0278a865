/** A streamed answer of the provider: its events one by one. */

import type { JsonObject } from "@parlance/core";
import { frozenJson } from "@parlance/core/json";
import { type AnswerBuilder, createAnswerBuilder } from "../shared/answer/builder.js";
import { type Members, unreadMembersOf } from "../shared/answer/unread.js";
import { answerStream } from "../shared/framing/answer-stream.js";
import type { AnswerOptions, AnswerStream, StreamSource } from "../shared/types.js";
import { bodyError, createTokenCounter, errorOf, readEnd, readHead, skipNull } from "./reading.js";
import { createStreamBlocks } from "./stream-blocks.js";

/**
 * The events of a stream, and at the end the whole answer.
 *
 * @throws ProviderError with what had arrived before, while iterating.
 */
export function fromStream(source: StreamSource, options?: AnswerOptions): AnswerStream {
  const answer = createAnswerBuilder({ provider: "anthropic", options, parts: "in_order" });
  return answerStream({ source, framing: "sse", answer, take: eventReader(answer) });
}

/** Reads on after the end of a message, as the provider's own client does: what comes then is not lost. */
function eventReader(answer: AnswerBuilder): (event: JsonObject, name: string | undefined) => undefined {
  const counter = createTokenCounter();
  const blocks = createStreamBlocks(answer);
  answer.beforeEnd(() => blocks.breakOff());
  const readUsage = (given: JsonObject | undefined): void => {
    if (given === undefined) return;
    const usage = unreadMembersOf(given);
    answer.usage(counter.read(usage));
    answer.unread(["usage"], usage);
  };
  const start = (message: Members): undefined => {
    blocks.startMessage(message.list("content") ?? []);
    readHead(answer, message);
    readUsage(message.object("usage"));
    answer.unread([], message);
  };
  const end = (event: Members, delta: Members): void => {
    blocks.closeAll();
    readEnd(answer, delta);
    readUsage(event.object("usage"));
    skipNull(event, "context_management");
    answer.unread([], delta);
  };
  return (event, name) => {
    const partial = () => answer.partial();
    const error = name === "error" ? bodyError(event, partial) : errorOf(event, partial);
    if (error !== undefined) throw error;
    const members = unreadMembersOf(event);
    const type = members.text("type");
    // The whole answer, of a server that does not stream.
    if (type === "message") return start(members);
    if (type === "message_start") start(unreadMembersOf(members.object("message") ?? NOTHING));
    else if (type === "message_delta") end(members, unreadMembersOf(members.object("delta") ?? NOTHING));
    else if (type === "message_stop") answer.close();
    const isKnown = type !== undefined && KNOWN.has(type);
    if (isKnown || blocks.take(type, members)) answer.unread([], members);
    else answer.unread(["events"], frozenJson({ [type ?? "unnamed"]: event }) as JsonObject);
    return undefined;
  };
}

const NOTHING = /* @__PURE__ */ frozenJson({}) as JsonObject;

const KNOWN: ReadonlySet<string> = new Set(["message_start", "message_delta", "message_stop", "ping"]);
