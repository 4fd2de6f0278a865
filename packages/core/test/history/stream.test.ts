/** Histories decoded while they come in. */

import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeHistory,
  decodeStream,
  encodeHistory,
  type InvalidMessage,
  type Message,
  ParseError,
} from "../../src/index.js";
import { listening, OLD_TEXT, QUIET, TEXT, TEXTS, textWith } from "../messages.js";

type Source = Parameters<typeof decodeStream>[0];

async function* iterate<T>(chunks: readonly T[]): AsyncIterable<T> {
  for (const chunk of chunks) yield chunk;
}

function streamOf<T>(chunks: readonly T[]): ReadableStream<T> {
  return new ReadableStream({
    start(controller): void {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function collect(source: Source, options = QUIET): Promise<(Message | InvalidMessage)[]> {
  const messages: (Message | InvalidMessage)[] = [];
  for await (const message of decodeStream(source, options)) messages.push(message);
  return messages;
}

const LINES = [
  ...Object.values(TEXTS),
  OLD_TEXT,
  textWith('{"type":"text","text":"é€😀 \\ud83d\\ude00"}'),
  '{"type":"later","😀":[1,"]"]}',
  '{"broken',
  "",
];
const WHOLE = [
  `${LINES.join("\n")}\n`,
  LINES.join("\r\n"),
  `[${LINES.slice(0, 9).join(",\n")}]`,
  `\ufeff${LINES.join("\n")}`,
];

describe("a stream", () => {
  it("gives what the whole history gives, from streams and iterables of text and bytes", async () => {
    for (const whole of WHOLE) {
      const expected = decodeHistory(whole, QUIET).messages;
      const bytes = new TextEncoder().encode(whole);
      for (const source of [iterate([whole]), iterate([bytes]), streamOf([whole]), streamOf([bytes])]) {
        expect(await collect(source)).toEqual(expected);
      }
    }
  });

  it("gives the same however the bytes are split, within characters too", async () => {
    const cuts = fc.array(fc.nat(4000), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...WHOLE), cuts, fc.boolean(), async (whole, places, asText) => {
        const input = asText ? whole : new TextEncoder().encode(whole);
        const ends = [...new Set([0, ...places, input.length])]
          .filter((end) => end <= input.length)
          .sort((a, b) => a - b);
        const chunks = ends.slice(1).map((end, index) => input.slice(ends[index], end));
        const messages = await collect(iterate(chunks));
        expect(messages).toEqual(decodeHistory(whole, QUIET).messages);
        expect(encodeHistory(messages)).toEqual(encodeHistory(decodeHistory(whole, QUIET).messages));
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it("gives the same one byte at a time", async () => {
    const bytes = new TextEncoder().encode(WHOLE[0]);
    expect(await collect(iterate([...bytes].map((byte) => new Uint8Array([byte]))))).toEqual(
      decodeHistory(WHOLE[0] as string, QUIET).messages,
    );
  });

  it("yields a message as soon as its line is complete", async () => {
    const messages = decodeStream(iterate([`${TEXT}\n{"ty`, new Promise<string>(() => undefined) as never]));
    const first = await messages[Symbol.asyncIterator]().next();
    expect(first.value).toMatchObject({ type: "text" });
  });

  it("numbers its warnings by record", async () => {
    const { options, warnings } = listening();
    await collect(iterate([`${TEXT}\n{"type":"later"}\n`]), options);
    expect(warnings.map(({ path }) => path)).toEqual(["/1/type"]);
  });

  it("skips a record over the limit, which then cannot be written as something else", async () => {
    const long = textWith(`{"type":"text","text":"${"x".repeat(1000)}"}`);
    const messages = await collect(iterate([`${TEXT}\n${long.slice(0, 500)}`, `${long.slice(500)}\n${TEXT}\n`]), {
      ...QUIET,
      maxBytes: 400,
    });
    expect(messages.map(({ type }) => type)).toEqual(["text", "invalid", "text"]);
    expect(messages[1]).toMatchObject({ issues: [{ code: "too_large" }], original: null });
    expect(() => encodeHistory(messages)).toThrow("no original");
  });
});

describe("ending early", () => {
  it("cancels a web stream and releases its reader", async () => {
    let cancelled = false;
    const stream = new ReadableStream<string>({
      pull(controller): void {
        controller.enqueue(`${TEXT}\n`);
      },
      cancel(): void {
        cancelled = true;
      },
    });
    for await (const _ of decodeStream(stream)) break;
    expect(cancelled).toBe(true);
    expect(stream.locked).toBe(false);
  });

  it("ends an async iterable", async () => {
    let ended = false;
    async function* source(): AsyncIterable<string> {
      try {
        for (;;) yield `${TEXT}\n`;
      } finally {
        ended = true;
      }
    }
    for await (const _ of decodeStream(source())) break;
    expect(ended).toBe(true);
  });

  it("releases the reader at the end, too", async () => {
    const stream = streamOf([TEXT]);
    await collect(stream);
    expect(stream.locked).toBe(false);
  });
});

describe("a source that is none", () => {
  it.each([[TEXT], [null], [undefined], [5], [{}]])("is refused without showing it: %j", async (source) => {
    const read = async (): Promise<void> => {
      for await (const _ of decodeStream(source as never)) expect.unreachable();
    };
    await expect(read()).rejects.toMatchObject({
      code: "not_text",
      message: "the source is neither a stream nor an iterable of chunks",
    });
  });
});

describe("errors of the source", () => {
  it("come through as they are, after the messages before them", async () => {
    const failure = new Error("the disk is gone");
    async function* source(): AsyncIterable<string> {
      yield `${TEXT}\n`;
      throw failure;
    }
    const stream = new ReadableStream<string>({
      pull(controller): void {
        controller.enqueue(`${TEXT}\n`);
        controller.error(failure);
      },
    });
    const seen: string[] = [];
    await expect(
      (async () => {
        for await (const message of decodeStream(source())) seen.push(message.type);
      })(),
    ).rejects.toBe(failure);
    expect(seen).toEqual(["text"]);
    await expect(collect(stream)).rejects.toBe(failure);
    expect(stream.locked).toBe(false);
  });

  it("are chunks that are neither text nor bytes, or both", async () => {
    await expect(collect(iterate([5 as never]))).rejects.toThrow(ParseError);
    await expect(collect(iterate<string | Uint8Array>(["{", new Uint8Array(1)]))).rejects.toThrow(ParseError);
    const stream = streamOf([{} as never]);
    await expect(collect(stream)).rejects.toThrow(ParseError);
    expect(stream.locked).toBe(false);
  });
});
