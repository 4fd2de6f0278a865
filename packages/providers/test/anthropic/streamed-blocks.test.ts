/** Blocks of a streamed answer: nothing that their pieces say is lost, and they are what a whole answer would have. */

import { parseJson, stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { fromResponse, fromStream } from "../../src/anthropic/index.js";
import { ProviderError } from "../../src/shared/errors/provider-error.js";
import type { Answer } from "../../src/shared/types.js";

const HEAD = '{"type":"message_start","message":{"id":"msg_1","content":[]}}';
const END = '{"type":"message_delta","delta":{"stop_reason":"end_turn"}}';

/** @param texts Of the beginning of one block, and of its deltas. */
async function streamed(begun: string | undefined, ...deltas: readonly string[]): Promise<Answer> {
  const start = begun === undefined ? [] : [`{"type":"content_block_start","index":0,"content_block":${begun}}`];
  const pieces = deltas.map((delta) => `{"type":"content_block_delta","index":0,"delta":${delta}}`);
  const events = [HEAD, ...start, ...pieces, '{"type":"content_block_stop","index":0}', END];
  for await (const event of fromStream(events.map((text) => `data: ${text}\n\n`)))
    if (event.type === "end") return event.answer;
  throw new Error("no end");
}

function original({ message }: Answer): unknown {
  const [part] = (message?.content ?? []) as readonly { readonly original?: unknown }[];
  return part?.original;
}

describe("a stream that breaks off within a block", () => {
  const EVENTS = [
    HEAD,
    '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
    '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"It is so."}}',
    '{"type":"content_block_delta","index":0,"delta":{"type":"citations_delta","citation":{"page":1}}}',
    '{"type":"content_block_start","index":1,"content_block":{"type":"compaction","content":null}}',
    '{"type":"content_block_delta","index":1,"delta":{"type":"compaction_delta","content":"S","encrypted_content":"E"}}',
    '{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"c","name":"f","input":{"a":1}}}',
  ];

  function expectAllOf(answer: Answer | undefined): void {
    expect(answer?.message).toEqual({
      role: "assistant",
      content: "It is so.",
      tool_calls: [{ id: "c", name: "f", arguments: {}, arguments_text: '{"a":1}', defect: "truncated" }],
    });
    expect(answer?.unread).toEqual({
      content: {
        "0": { citations: [{ page: 1 }] },
        "1": { type: "compaction", content: "S", encrypted_content: "E" },
      },
    });
  }

  it("keeps all that had come of it: a block of the provider's own stays unread, since it is not whole", async () => {
    const events = [];
    for await (const event of fromStream(EVENTS.map((text) => `data: ${text}\n\n`))) events.push(event);
    const end = events.at(-1);
    if (end?.type !== "end") throw new Error("no end");
    expectAllOf(end.answer);
    expect(end.answer.finish_reason).toBe("unknown");
    expect(events.at(-2)).toEqual({ type: "tool_call_delta", delta: { index: 0, arguments_delta: '{"a":1}' } });
  });

  it("has it in what had arrived before an error, and before somebody left", async () => {
    const broken = [...EVENTS, '{"type":"error","error":{"type":"overloaded_error"}}'];
    const stream = fromStream(broken.map((text) => `data: ${text}\n\n`));
    const error = await (async () => {
      for await (const _ of stream);
    })().catch((thrown: unknown) => thrown);
    expectAllOf(ProviderError.isInstance(error) ? error.partial : undefined);
    expectAllOf(stream.partial());
  });
});

describe("a streamed block of a type that only Anthropic has", () => {
  it("has both members of a compaction, in the order of a whole one", async () => {
    const answer = await streamed(
      '{"type":"compaction","content":null,"encrypted_content":null}',
      '{"type":"compaction_delta","content":"S","encrypted_content":"E"}',
    );
    expect(stringifyJson(original(answer) as object)).toBe(
      '{"type":"compaction","content":"S","encrypted_content":"E"}',
    );
    expect(answer.unread).toEqual({});
  });

  it("is a compaction also where its beginning never came", async () => {
    const answer = await streamed(undefined, '{"type":"compaction_delta","content":"S","encrypted_content":"E"}');
    expect(original(answer)).toEqual({ type: "compaction", content: "S", encrypted_content: "E" });
  });

  it("keeps citations, which come one by one", async () => {
    const answer = await streamed(
      '{"type":"new_text","text":"","citations":[]}',
      '{"type":"text_delta","text":"It is "}',
      '{"type":"citations_delta","citation":{"page":1}}',
      '{"type":"text_delta","text":"so."}',
      '{"type":"citations_delta","citation":{"page":2}}',
    );
    expect(original(answer)).toEqual({ type: "new_text", text: "It is so.", citations: [{ page: 1 }, { page: 2 }] });
  });

  it("does not change who it is: what a piece says otherwise stays unread", async () => {
    const answer = await streamed(
      '{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"old"}}',
      '{"type":"input_json_delta","partial_json":"{\\"query\\":\\"new\\"}","id":"srvtoolu_2","name":"web_search"}',
    );
    expect(original(answer)).toEqual({
      type: "server_tool_use",
      id: "srvtoolu_1",
      name: "web_search",
      input: { query: "new" },
    });
    expect(answer.unread).toEqual({ content: { 0: { id: "srvtoolu_2", input: { query: "old" } } } });
  });

  it("keeps every digit of a number that a double cannot hold", async () => {
    const answer = await streamed(
      '{"type":"new_block","rate":null}',
      '{"type":"new_delta","rate":1e400,"rates":[2e400],"held":{"rate":3e400},"__proto__":"own"}',
    );
    expect(stringifyJson(original(answer) as object)).toBe(
      '{"type":"new_block","rate":null,"held":{"rate":3e400},"__proto__":"own"}',
    );
    expect(stringifyJson(answer.unread)).toBe('{"content":{"0":{"rate":1e400,"rates":[2e400]}}}');
  });

  it("a streamed block of no type is as unread as in a whole answer, with what its pieces say", async () => {
    const pieces = ["a", "b"].map((words) => JSON.stringify({ type: "new_delta", words }));
    const { message, unread } = await streamed('{"words":""}', ...pieces);
    expect(message).toBeUndefined();
    expect(unread).toEqual({ content: { 0: { words: "ab" } } });
    const whole = fromResponse({ content: [{ words: "ab" }], stop_reason: "end_turn" });
    expect([whole.message, whole.unread]).toEqual([undefined, { content: { 0: { words: "ab" } } }]);
  });
});

describe("a streamed block that the contract knows", () => {
  it("reads as much of its beginning as of a whole one, and leaves the same unread", async () => {
    for (const block of [
      '{"type":"redacted_thinking","data":"b3BhcXVl","thinking":"Hm."}',
      '{"type":"thinking","thinking":"Hm.","signature":"c2ln","data":"b3BhcXVl"}',
      '{"type":"text","text":"Hi.","thinking":"Hm.","input":{"a":1}}',
      '{"type":"tool_use","id":"toolu_1","name":"add","input":[1],"text":"Hi."}',
      '{"type":"tool_use","id":"toolu_1","name":"add","input":7}',
      '{"type":"tool_use","id":"toolu_1","name":"add","input":[]}',
    ]) {
      const answer = await streamed(block);
      const whole = fromResponse(`{"id":"msg_1","content":[${block}],"stop_reason":"end_turn"}`);
      expect(answer.message).toEqual(whole.message);
      expect(answer.unread).toEqual(whole.unread);
    }
  });

  it("a streamed block that is a call with a list for arguments cannot be executed, whole as streamed", () => {
    const { message } = fromResponse({
      content: [{ type: "tool_use", id: "toolu_1", name: "add", input: [1] }],
      stop_reason: "tool_use",
    });
    expect(message?.tool_calls).toEqual([
      { id: "toolu_1", name: "add", arguments: {}, arguments_text: "[1]", defect: "invalid" },
    ]);
  });

  it.each([
    ['{"type":"text","text":""}', '{"type":"text_delta","text":"a","vendor":1}', { vendor: 1 }],
    ['{"type":"thinking","thinking":""}', '{"type":"thinking_delta","thinking":"a","vendor":1}', { vendor: 1 }],
    ['{"type":"thinking","thinking":"a"}', '{"type":"signature_delta","signature":"b","vendor":1}', { vendor: 1 }],
    [
      '{"type":"text","text":"a"}',
      '{"type":"citations_delta","citation":{},"vendor":1}',
      { vendor: 1, citations: [{}] },
    ],
    [
      '{"type":"tool_use","id":"a","name":"f"}',
      '{"type":"input_json_delta","partial_json":"{}","vendor":1}',
      { vendor: 1 },
    ],
    ['{"type":"text","text":"a"}', '{"type":"new_delta","vendor":1}', { new_delta: { type: "new_delta", vendor: 1 } }],
  ])("%s keeps what its piece has besides", async (begun, delta, unread) => {
    const answer = await streamed(begun, delta);
    expect(parseJson(stringifyJson(answer.unread))).toEqual({ content: { 0: unread } });
  });
});
