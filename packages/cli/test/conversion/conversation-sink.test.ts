/** How a file may hold conversations, and where their places are in it. */

import { CURRENT_VERSION } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { ConversationSink } from "../../src/conversion/conversation-sink.js";
import type { StoredConversation, StoredPlace } from "../../src/conversion/stored-conversation.js";
import { readRecords } from "../../src/input/read.js";
import type { Defect } from "../../src/report/verdict.js";

interface Found {
  readonly conversations: StoredConversation[];
  readonly defects: string[];
}

async function find(text: string, chunkBytes = 7): Promise<Found> {
  const bytes = Buffer.from(text);
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
  }
  const found: Found = { conversations: [], defects: [] };
  const sink = new ConversationSink({
    conversation: (one) => found.conversations.push(one),
    defect: ({ code, findings }: Defect) => found.defects.push(`${findings[0]?.line}: ${code}`),
    settle: () => Promise.resolve(),
  });
  const source = { name: "text", size: bytes.length, file: undefined, chunks, close: () => Promise.resolve() };
  await readRecords(source, sink);
  sink.end();
  return found;
}

const A = `{"role":"user","n":12345678901234567890}`;
const B = `{"type":"text"}`;
const CHAT = `{"role":"user","content":"Hi","conversation_id":"b"}`;
const NO_TEXT = `{"type":"text","schema_version":${CURRENT_VERSION},"conversation_id":7}`;

describe("a file may hold", () => {
  for (const [title, text, expected] of [
    ["a bare array of messages", `[${A},${B}]`, [`[${A},${B}]`]],
    ["an array over many lines, with a byte order mark", `\ufeff[\n${A},\r\n${B}\n]\n`, [`[${A},${B}]`]],
    ["bare arrays, one a line", `[${A},${B}]\n[${B}]\n\n[${A}]`, [`[${A},${B}]`, `[${B}]`, `[${A}]`]],
    ["an object with its messages", `{\n"messages":[${A}]\n}`, [`{"messages":[${A}]}`]],
    ["objects, one a line", `{"messages":[]}\n\n{"messages":[${B}]}\n`, [`{"messages":[]}`, `{"messages":[${B}]}`]],
    ["objects and arrays", `{"messages":[]}\n[${A}]\n`, [`{"messages":[]}`, `[${A}]`]],
    ["arrays and objects", `[${A}]\n{"messages":[]}\n`, [`[${A}]`, `{"messages":[]}`]],
    ["an array of objects", `[{"messages":[]},{"messages":[${A}]}]`, [`{"messages":[]}`, `{"messages":[${A}]}`]],
    ["an array of arrays of messages", `[[${A},${B}],[${B}]]`, [`[${A},${B}]`, `[${B}]`]],
    ["messages, one a line, which are one conversation", `${A}\n${B}\n`, [`[${A},${B}]`]],
    ["messages over many lines", `{\n"role":"user"\n}\n{\n"type":"text"\n}\n`, [`[{"role":"user"},${B}]`]],
    ["a conversation without messages", "[ ]", ["[]"]],
    ["nothing", "\n", []],
  ] as const) {
    it(title, async () => {
      for (const chunkBytes of [1, 7, 1000]) {
        const { conversations, defects } = await find(text, chunkBytes);
        const given = conversations.map(({ given }) => stringifyJson("whole" in given ? given.whole : given.messages));
        expect({ given, defects }).toEqual({ given: expected, defects: [] });
      }
    });
  }
});

const of = (id: string, n = 0): string =>
  `{"type":"text","schema_version":${CURRENT_VERSION},"conversation_id":"${id}","n":${n}}`;

describe("stored messages are one conversation for each conversation_id", () => {
  for (const [title, text, expected] of [
    ["lines", `${of("a")}\n${of("a", 1)}\n${of("b")}\n`, [`[${of("a")},${of("a", 1)}]`, `[${of("b")}]`]],
    ["an array", `[${of("a")},${of("a", 1)},\n${of("b")}]`, [`[${of("a")},${of("a", 1)}]`, `[${of("b")}]`]],
    [
      "arrays, one a line",
      `[]\n[${of("a")},${of("b")},${of("b", 1)}]`,
      ["[]", `[${of("a")}]`, `[${of("b")},${of("b", 1)}]`],
    ],
    [
      "arrays that say the same conversation only once",
      `[[${of("a")}],[${of("b")}]]`,
      [`[${of("a")}]`, `[${of("b")}]`],
    ],
    [
      "messages that say none, which go with those before",
      `${A}\n${of("a")}\n${B}\n${of("b")}\n${A}\n`,
      [`[${A},${of("a")},${B}]`, `[${of("b")},${A}]`],
    ],
    ["ids that differ in letter case alone", `${of("a")}\n${of("A")}\n`, [`[${of("a")}]`, `[${of("A")}]`]],
    ["a chat message, whose member of that name says nothing", `${of("a")}\n${CHAT}\n`, [`[${of("a")},${CHAT}]`]],
    ["an id that is no text, which says nothing", `${of("a")}\n${NO_TEXT}\n`, [`[${of("a")},${NO_TEXT}]`]],
  ] as const) {
    it(`stored messages are one conversation for each conversation_id: ${title}`, async () => {
      for (const chunkBytes of [7, 1000]) {
        const { conversations, defects } = await find(text, chunkBytes);
        const given = conversations.map(({ given }) => stringifyJson("whole" in given ? given.whole : given.messages));
        expect({ given, defects }).toEqual({ given: expected, defects: [] });
      }
    });
  }

  it("a place in the second conversation of an array on a line is the one in the array", async () => {
    const { conversations } = await find(`[]\n[${of("a")},${of("b")},${of("b", 1)}]`);
    expect(conversations.at(-1)?.placeOf("/messages/1/data")).toEqual({ line: 2, path: "/2/data" });
  });

  it("conversations of stored messages may have more than 64 MiB together: one of them is held", async () => {
    const long = (id: number): string => `${of(`c${id}`).slice(0, -1)},"x":"${"x".repeat(1024 * 1024)}"}\n`;
    const text = Array.from({ length: 66 }, (_, id) => long(id)).join("");
    const { conversations, defects } = await find(text, 256 * 1024);
    expect({ amount: conversations.length, defects }).toEqual({ amount: 66, defects: [] });
  });
});

describe("the rest of a conversation that has ended is refused, and never taken for one of its own", () => {
  for (const [title, text, defects] of [
    [
      "among lines",
      `${of("a")}\n${of("b")}\n${of("a", 1)}\n${of("a", 2)}\n${of("b", 1)}\n`,
      ["3: conversation_resumed", "5: conversation_resumed"],
    ],
    ["in an array on a line", `[${of("a")}]\n[${of("b")},${of("a")}]`, ["2: conversation_resumed"]],
    ["after a whole conversation", `${of("a")}\n{"messages":[]}\n${of("a")}`, ["3: conversation_resumed"]],
  ] as const) {
    it(`the rest of a conversation that has ended is refused ${title}`, async () => {
      expect((await find(text)).defects).toEqual(defects);
    });
  }
});

describe("a place of a conversation is a line, and a pointer into what is read there", () => {
  const PLACE = "/messages/1/content/0";
  for (const [title, text, expected] of [
    ["in an object", `\n{"messages":[${A},${B}]}`, { line: 2, path: PLACE }],
    ["in the array that the file is", `[${A},\n\n${B}]`, { line: 3, path: "/1/content/0" }],
    ["in an array on a line", `[${A}]\n[${A},${B}]`, { line: 2, path: "/1/content/0" }],
    ["in a message on a line", `${A}\n${B}`, { line: 2, path: "/content/0" }],
    ["in an array of objects", `[[],\n{"messages":[${A},${B}]}]`, { line: 2, path: `/1${PLACE}` }],
    ["in an array of arrays", `[[],[${A},${B}]]`, { line: 1, path: "/1/1/content/0" }],
  ] satisfies readonly (readonly [string, string, StoredPlace])[]) {
    it(`a place ${title} is a line, and a pointer into what is read there`, async () => {
      const { conversations } = await find(text);
      expect(conversations.at(-1)?.placeOf(PLACE)).toEqual(expected);
    });
  }

  it("a place that is in no message stands where the conversation begins", async () => {
    const { conversations } = await find(`\n${A}\n${B}\n[${A}]`);
    expect(conversations.map(({ placeOf }) => [placeOf("/options/model"), placeOf("/messages")])).toEqual([
      [
        { line: 2, path: "/options/model" },
        { line: 2, path: "/messages" },
      ],
      [
        { line: 4, path: "/options/model" },
        { line: 4, path: "" },
      ],
    ]);
  });
});

describe("what is not a conversation is told by its line", () => {
  for (const [title, text, defects] of [
    ["values that hold no messages", `7\n"x"\nnull\n`, ["1: wrong_type", "2: wrong_type", "3: wrong_type"]],
    ["text that is not JSON", `${A}\noops\n`, ["2: not_json"]],
    ["an array that is cut off", `[${A},\n`, ["2: array_not_closed"]],
    ["a message after an array", `[${A}]\n${A}\n`, ["2: outside_array"]],
    ["a value after an array", `[${A}]\n7\n`, ["2: outside_array"]],
  ] as const) {
    it(title, async () => {
      expect((await find(text)).defects).toEqual(defects);
    });
  }

  it("messages in a row of more than 64 MiB, which are not held", async () => {
    const message = `{"role":"user","content":"${"x".repeat(1024 * 1024)}"}\n`;
    const { conversations, defects } = await find(`\n${message.repeat(65)}[${A}]`, 256 * 1024);
    expect({ amount: conversations.length, defects }).toEqual({ amount: 1, defects: ["2: conversation_too_large"] });
  });
});
