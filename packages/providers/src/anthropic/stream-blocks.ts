/** The blocks of a streamed answer, told apart by their index while they come. */

import type { JsonValue } from "@parlance/core";
import { frozenJson, type JsonObject } from "@parlance/core/json";
import type { AnswerBuilder } from "../shared/answer/builder.js";
import { type Members, unreadMembersOf } from "../shared/answer/unread.js";
import { callerState } from "./call-state.js";
import { partOfBlock } from "./native-blocks.js";
import { reasoningState } from "./reasoning-state.js";
import { readBlock, readSaid } from "./response.js";
import { createNativeBlock, type GrowingNativeBlock, isSaid } from "./stream-native.js";

interface StreamBlocks {
  /** @param content What the message has before its stream begins: nothing, as far as anybody has seen. */
  startMessage(content: readonly JsonValue[]): void;
  /** False for an event that does not belong to a block. */
  take(type: string | undefined, event: Members): boolean;
  /** Ends blocks that nobody ended. */
  closeAll(): void;
  /** Keeps what had come of blocks when the stream broke off. */
  breakOff(): void;
}

/** A block that has begun and not ended. */
interface OpenBlock {
  /** Its position in the whole answer. */
  readonly place: number;
  /** Which call of the answer it is. */
  readonly call: number | undefined;
  /** What a call of any kind was begun with: nothing, or all that comes. */
  readonly input: JsonValue | undefined;
  readonly native: GrowingNativeBlock | undefined;
  readonly citations: JsonValue[];
  hasArguments: boolean;
}

/** What a delta says of a block whose beginning never came. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  text_delta: "text",
  citations_delta: "text",
  thinking_delta: "thinking",
  signature_delta: "thinking",
  input_json_delta: "tool_use",
  compaction_delta: "compaction",
};

export function createStreamBlocks(answer: AnswerBuilder): StreamBlocks {
  return new OpenBlocks(answer);
}

class OpenBlocks implements StreamBlocks {
  readonly #answer: AnswerBuilder;
  readonly #open = new Map<number, OpenBlock>();
  #current: OpenBlock | undefined;
  #count = 0;
  #calls = 0;

  constructor(answer: AnswerBuilder) {
    this.#answer = answer;
  }

  startMessage(content: readonly JsonValue[]): void {
    this.closeAll();
    for (const block of content) readBlock(this.#answer, block, this.#count++);
  }

  take(type: string | undefined, event: Members): boolean {
    switch (type) {
      case "content_block_start":
        this.#start(event.count("index") ?? this.#count, event.object("content_block") ?? NOTHING);
        return true;
      case "content_block_delta":
        this.#delta(event.count("index") ?? this.#count - 1, event.object("delta") ?? NOTHING);
        return true;
      case "content_block_stop":
        this.#stop(event.count("index") ?? this.#count - 1);
        return true;
      default:
        return false;
    }
  }

  closeAll(): void {
    for (const index of [...this.#open.keys()]) this.#stop(index);
  }

  breakOff(): void {
    for (const index of [...this.#open.keys()]) this.#stop(index, "cut");
  }

  #start(index: number, block: JsonObject): OpenBlock {
    this.#stop(index);
    const place = this.#count++;
    const { type } = block;
    const isKnown = typeof type === "string" && KNOWN.has(type);
    const open: OpenBlock = {
      place,
      call: type === "tool_use" ? this.#calls++ : undefined,
      input: block.input,
      native: isKnown ? undefined : createNativeBlock(block),
      citations: Array.isArray(block.citations) ? [...block.citations] : [],
      hasArguments: false,
    };
    this.#open.set(index, open);
    this.#turnTo(open);
    if (isKnown) this.#begin(open, unreadMembersOf(block));
    return open;
  }

  /** What a block begins with; all but the name of a call is mostly empty. */
  #begin({ place, call }: OpenBlock, members: Members): void {
    const answer = this.#answer;
    const type = members.text("type");
    if (call !== undefined) {
      const [id, name, state] = [members.text("id"), members.text("name"), callerState(members)];
      answer.toolCallDelta({ index: call, id, name, state });
      members.skip("input");
    } else {
      readSaid(answer, type, members);
      if (type === "text") members.list("citations");
    }
    answer.unread(["content", place], members);
  }

  #delta(index: number, delta: JsonObject): void {
    const members = unreadMembersOf(delta);
    const type = members.text("type") ?? "";
    const open = this.#open.get(index) ?? this.#start(index, beginningOf(type));
    this.#turnTo(open);
    if (open.native !== undefined) this.#answer.unread(["content", open.place], open.native.take(delta));
    else if (!this.#takeKnown(open, type, members))
      this.#answer.unread(["content", open.place], frozenJson({ [type]: delta }) as JsonObject);
    else this.#answer.unread(["content", open.place], members);
  }

  /** False for a delta that the block is not made of. */
  #takeKnown(open: OpenBlock, type: string, members: Members): boolean {
    const answer = this.#answer;
    const isOfCall = open.call !== undefined;
    if (type === "text_delta" && !isOfCall) answer.text(members.text("text") ?? "");
    else if (type === "thinking_delta" && !isOfCall) {
      answer.reasoning(members.text("thinking") ?? "");
      members.members("estimated_tokens");
    } else if (type === "signature_delta" && !isOfCall)
      answer.reasoning("", reasoningState("signature", members.text("signature")));
    else if (type === "citations_delta") takeCitation(open, members);
    else if (type === "input_json_delta" && isOfCall) this.#takeArguments(open, members);
    else return false;
    return true;
  }

  #takeArguments(open: OpenBlock, members: Members): void {
    const piece = members.text("partial_json") ?? "";
    if (piece === "" || open.call === undefined) return;
    open.hasArguments = true;
    this.#answer.toolCallDelta({ index: open.call, arguments_delta: piece });
  }

  /** It counts where nothing else has come. */
  #takeWholeInput({ call, native, hasArguments, place }: OpenBlock, input: JsonValue): void {
    if (hasArguments || native?.hasInput === true)
      this.#answer.unread(["content", place], frozenJson({ input }) as JsonObject);
    else if (call !== undefined) this.#answer.toolCallDelta({ index: call, arguments_delta: input });
  }

  #stop(index: number, end: "whole" | "cut" = "whole"): void {
    const open = this.#open.get(index);
    if (open === undefined) return;
    this.#open.delete(index);
    this.#turnTo(open);
    const { native, citations, place } = open;
    // A list says something wrong, be it an empty one.
    if (isSaid(open.input) || Array.isArray(open.input)) this.#takeWholeInput(open, open.input);
    if (native !== undefined) this.#takeNative(native.whole(), place, end);
    if (citations.length > 0) this.#answer.unread(["content", place], frozenJson({ citations }) as JsonObject);
    this.#answer.endBlock();
  }

  /** The provider would refuse, or misread, one that was cut off: it is not a part. */
  #takeNative(block: JsonObject, place: number, end: "whole" | "cut"): void {
    const part = end === "whole" ? partOfBlock(block) : undefined;
    if (part !== undefined) this.#answer.otherPart(part);
    else this.#answer.unread(["content"], frozenJson({ [place]: block }) as JsonObject);
  }

  /** What two blocks say never runs together, also when their deltas take turns. */
  #turnTo(open: OpenBlock): void {
    if (this.#current !== open) this.#answer.endBlock();
    this.#current = open;
  }
}

const KNOWN: ReadonlySet<string> = new Set(["text", "thinking", "redacted_thinking", "tool_use"]);

const NOTHING = /* @__PURE__ */ frozenJson({}) as JsonObject;

function beginningOf(deltaType: string): JsonObject {
  return Object.hasOwn(BEGINNINGS, deltaType) ? (frozenJson({ type: BEGINNINGS[deltaType] }) as JsonObject) : NOTHING;
}

function takeCitation(open: OpenBlock, members: Members): void {
  const citation = members.object("citation");
  if (citation !== undefined) open.citations.push(citation);
}
