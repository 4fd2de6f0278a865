/** Ending a stream early: its source is let go at once, also while it keeps everybody waiting. */

import { describe, expect, expectTypeOf, it } from "vitest";
import type { StreamSource } from "../../src/shared/types.js";
import { outcomeOf, readStream, saidIn } from "./streamed.js";

/** A stream that says what was done to it. */
function watched(pieces: readonly string[], isOpen = true) {
  const log: string[] = [];
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[log.filter((entry) => entry === "read").length];
        log.push(piece === undefined ? "wait" : "read");
        if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
        else if (!isOpen) controller.close();
      },
      cancel() {
        log.push("cancelled");
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, log };
}

const SAY = ['data: {"say":"a"}\n\n', 'data: {"say":"b"}\n\n', 'data: {"say":"c"}\n\n'];

describe("a stream that is left", () => {
  it("is cancelled and unlocked, and not read any further", async () => {
    const { stream, log } = watched(SAY);
    for await (const event of readStream(stream)) {
      expect(event).toEqual({ type: "text", text: "a" });
      break;
    }
    expect(log).toEqual(["read", "cancelled"]);
    expect(stream.locked).toBe(false);
  });

  it("ends an async generator, whose clean-up has run", async () => {
    const log: string[] = [];
    async function* source() {
      try {
        yield* SAY;
      } finally {
        await Promise.resolve();
        log.push("cleaned");
      }
    }
    for await (const _ of readStream(source())) break;
    expect(log).toEqual(["cleaned"]);
  });

  it("is cancelled while a piece is awaited", async () => {
    const { stream, log } = watched(["data: "]);
    const events = readStream(stream);
    const waiting = events.next();
    await new Promise((resolve) => setTimeout(resolve));
    await events.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(log).toEqual(["read", "wait", "cancelled"]);
    expect(stream.locked).toBe(false);
  });

  it("lets go of a generator that hangs", async () => {
    async function* source(): AsyncGenerator<string> {
      await new Promise(() => {});
      yield "";
    }
    const events = readStream(source());
    const waiting = events.next();
    expect(await events.return()).toEqual({ done: true, value: undefined });
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it("is cancelled before it began", async () => {
    const { stream, log } = watched(SAY);
    await readStream(stream).return();
    expect(log).toEqual(["cancelled"]);
  });

  it("does not mind a source that fails to stop", async () => {
    const source: StreamSource = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: SAY[0] as string }),
        return: async () => {
          throw new Error("too late");
        },
      }),
    };
    for await (const _ of readStream(source)) break;
  });

  it("gives nothing more", async () => {
    const events = readStream(watched(SAY).stream);
    await events.next();
    await events.return();
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });
});

describe("what has arrived so far", () => {
  it("is known when the source failed", async () => {
    async function* source() {
      yield 'data: {"say":"a"}\n\ndata: {"call":"{}"}\n\n';
      throw new DOMException("Stopped.", "AbortError");
    }
    const events = readStream(source());
    expect((await outcomeOf(events)).error).toMatchObject({ name: "AbortError" });
    const answer = events.partial();
    expect([saidIn(answer), answer?.finish_reason]).toEqual(["a", "unknown"]);
    expect(answer?.message?.tool_calls?.[0]?.defect).toBe("truncated");
  });

  it("is known when the stream was left", async () => {
    const events = readStream(watched(SAY).stream);
    for await (const _ of events) break;
    expect(saidIn(events.partial())).toBe("a");
  });

  it("stops a stream that goes on, which then gives what it had read and no end", async () => {
    const { stream, log } = watched([SAY.slice(0, 2).join(""), "data: [DONE]\n\n"]);
    const events = readStream(stream);
    await events.next();
    expect(saidIn(events.partial())).toBe("ab");
    expect((await outcomeOf(events)).events).toEqual([{ type: "text", text: "b" }]);
    expect(log).toEqual(["read", "cancelled"]);
  });

  it("has no end when the last piece was being given", async () => {
    const events = readStream([`${SAY.join("")}data: [DONE]\n\n`]);
    await events.next();
    events.partial();
    expect((await outcomeOf(events)).events.map(({ type }) => type)).toEqual(["text", "text"]);
  });

  it("is the whole answer after the end, and that of the error after an error", async () => {
    const events = readStream([...SAY]);
    expect((await outcomeOf(events)).answer).toBe(events.partial());
    const failed = readStream([...SAY, 'data: {"error":1}\n\n']);
    const { answer } = await outcomeOf(failed);
    expect([saidIn(answer), failed.partial()]).toEqual(["abc", answer]);
  });
});

describe("a stream that ends by itself", () => {
  it("is unlocked, and not cancelled", async () => {
    const { stream, log } = watched(SAY, false);
    expect(saidIn((await outcomeOf(readStream(stream))).answer)).toBe("abc");
    expect(log).toEqual(["read", "read", "read", "wait"]);
    expect(stream.locked).toBe(false);
  });

  it("is let go before whoever reads it sees the end", async () => {
    const { stream, log } = watched(["data: [DONE]\n\n"]);
    const { value } = await readStream(stream).next();
    expect([value?.type, log]).toEqual(["end", ["read", "cancelled"]]);
  });

  it("is cancelled at an error", async () => {
    const { stream, log } = watched(['data: {"error":1}\n\n']);
    await expect(readStream(stream).next()).rejects.toMatchObject({ code: "provider_error" });
    expect(log).toEqual(["read", "cancelled"]);
    expect(stream.locked).toBe(false);
  });
});

it("takes streams of bytes and text, responses' bodies, and anything iterable", () => {
  expectTypeOf<ReadableStream<Uint8Array>>().toExtend<StreamSource>();
  expectTypeOf<ReadableStream<string>>().toExtend<StreamSource>();
  expectTypeOf<AsyncGenerator<Uint8Array>>().toExtend<StreamSource>();
  expectTypeOf<NonNullable<Response["body"]>>().toExtend<StreamSource>();
});
