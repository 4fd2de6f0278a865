/** Streams cut into events: any pieces, any line ends, comments, and what is broken or too large. */

import { type JsonObject, ParseError } from "@parlance/core";
import { parseJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { type AnswerBuilder, createAnswerBuilder } from "../../src/shared/answer/builder.js";
import { ProviderError } from "../../src/shared/errors/provider-error.js";
import { answerStream } from "../../src/shared/framing/answer-stream.js";
import { counting, outcomeOf, piecesOf, readStream, saidIn } from "./streamed.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function saidBySse(...pieces: readonly (string | Uint8Array | object)[]): Promise<unknown> {
  const { answer, error } = await outcomeOf(readStream(piecesOf(...pieces)));
  return error ?? saidIn(answer);
}

async function saidByLines(...pieces: readonly (string | Uint8Array | object)[]): Promise<unknown> {
  const { answer, error } = await outcomeOf(readStream(piecesOf(...pieces), "ndjson"));
  return error ?? saidIn(answer);
}

describe("server-sent events", () => {
  it("are read from bytes that are cut within characters and lines", async () => {
    const all = bytes('data: {"say":"héllo 👍"}\n\ndata: {"say":"!"}\n\n');
    expect(await saidBySse(...Array.from(all, (byte) => Uint8Array.of(byte)))).toBe("héllo 👍!");
  });

  it("are read with every line end there is", async () => {
    expect(await saidBySse('data: {"say":"a"}\r\n\r\ndata: {"say":"b"}\r\n\r\n')).toBe("ab");
    expect(await saidBySse('data: {"say":"a"}\r\rdata: {"say":"b"}\r\r')).toBe("ab");
    expect(await saidBySse('data: {"say":"a"}\r', "\n\r", '\ndata: {"say":"b"}\r\n', "\r\n")).toBe("ab");
  });

  it("are read past comments, keep-alives, empty data, ids and a byte order mark", async () => {
    const stream =
      '\ufeff: hello\n\n:\n\ndata:\n\ndata: \n\nid: 7\nretry: 10\n\nid: 8\ndata: {"say":"a"}\n\n: PROCESSING\n\n';
    expect(await saidBySse(stream)).toBe("a");
    expect(await saidBySse(bytes(stream))).toBe("a");
  });

  it("have their names and may have data of several lines", async () => {
    expect(await saidBySse('event: x\ndata: {"say":\ndata: "a"}\n\n')).toBe("<x>a");
  });

  it("end with [DONE], after which nothing is read", async () => {
    const read: string[] = [];
    async function* source() {
      for (const piece of ['data: {"say":"a"}\n\n', "data: [DONE]\n\n", 'data: {"say":"b"}\n\n']) {
        read.push(piece);
        yield piece;
      }
    }
    expect(saidIn((await outcomeOf(readStream(source()))).answer)).toBe("a");
    expect(read).toHaveLength(2);
  });

  it("server-sent events that end with [DONE] are whole also where no reason to finish was given", async () => {
    for (const [end, reason] of [
      ["data: [DONE]\n\n", "stop"],
      ['data: {"over":true}\n\n', "stop"],
      ["", "unknown"],
    ]) {
      const { answer } = await outcomeOf(readStream(piecesOf('data: {"say":"a"}\n\n', end ?? "")));
      expect(answer?.finish_reason).toBe(reason);
    }
  });

  it("end without [DONE] and without the last empty line", async () => {
    const { answer, error } = await outcomeOf(readStream(piecesOf('data: {"say":"a"}\n\ndata: {"finish":"stop"}')));
    expect([saidIn(answer), answer?.finish_reason, answer?.report, error]).toEqual(["a", "stop", [], undefined]);
  });

  it("are read as parsed already, as messages of a parser, and as objects", async () => {
    expect(await saidBySse({ say: "a" }, { data: '{"say":"b"}', event: "e", id: "1" }, { say: "c" })).toBe("a<e>bc");
    expect(await saidBySse({ data: "" }, { data: '{"say":"a"}' }, { data: "[DONE]" }, { data: '{"say":"b"}' })).toBe(
      "a",
    );
  });

  it("give a body of JSON that came in their place", async () => {
    expect(await saidBySse('{\n  "say":\n', ' "a"\n}\n')).toBe("a");
    const { error } = await outcomeOf(readStream(piecesOf('data: {"say":"a"}\n\n{"error":{"message":"down"}}')));
    expect(ProviderError.isInstance(error) && saidIn(error.partial)).toBe("a");
  });

  it("may lack the empty lines between them", async () => {
    const lines = ['data: {"say":"a"}', 'data: {"say":"b"}', "data: [DONE]", 'data: {"say":"c"}'];
    expect(await saidBySse(lines.join("\n"))).toBe("ab");
    const { answer } = await outcomeOf(readStream(piecesOf('data: {"say":"a"}\ndata: {"say":"b"}\ndata: {"sa')));
    expect([saidIn(answer), answer?.report[0]?.code]).toEqual(["ab", "event_dropped"]);
    const { error } = await outcomeOf(readStream(piecesOf('data: {"say":"a"}\ndata: x\n\n')));
    expect(ProviderError.isInstance(error) && error.type).toBe("malformed_event");
  });

  it("are told of when they are dropped", async () => {
    const { answer } = await outcomeOf(readStream(piecesOf('a line of the server\ndata: {"say":"a"}\n\n')));
    expect(answer?.report.map(({ code, action }) => `${code} ${action}`)).toEqual([
      "event_dropped dropped",
      "finish_reason_missing synthesised",
    ]);
    expect(saidIn(answer)).toBe("a");
  });

  it.each(["sse", "ndjson"] as const)(
    "a stream without any event, such as a proxy's page, is an error: %s",
    async (framing) => {
      for (const page of ["<html>\n<p>Bad gateway</p>\n</html>\n", "<html></html>", "upstream connect error"]) {
        const { error } = await outcomeOf(readStream(piecesOf(page), framing));
        expect(ProviderError.isInstance(error) && error.type).toBe("malformed_event");
        expect(ProviderError.isInstance(error) && page.startsWith(String(error.details))).toBe(true);
      }
    },
  );

  it.each(["d", "data", "data: ", 'data: {"say', "data: [DO", "event", "event: x", "", "{"])(
    "a stream that is cut off within its first event says nothing: %s",
    async (text) => {
      const { answer, error } = await outcomeOf(readStream(piecesOf(text)));
      expect([error, answer?.finish_reason]).toEqual([undefined, "unknown"]);
    },
  );
});

describe("a stream that is there already", () => {
  it.each([
    ["text", 'data: {"say":"a"}\n\ndata: {"say":"b"}\n\n'],
    ["bytes", bytes('data: {"say":"a"}\n\ndata: {"say":"b"}\n\n')],
    ["pieces", ['data: {"say"', bytes(':"a"}\n\n'), { say: "b" }]],
  ])("is read from %s", async (_, source) => {
    expect(saidIn((await outcomeOf(readStream(source))).answer)).toBe("ab");
  });
});

describe("lines of JSON", () => {
  it("are read from bytes that are cut anywhere", async () => {
    const all = bytes('{"say":"héllo "}\r\n\n  \n{"say":"👍"}\n');
    expect(await saidByLines(...Array.from(all, (byte) => Uint8Array.of(byte)))).toBe("héllo 👍");
  });

  it("may lack the last line end", async () => {
    expect(await saidByLines('\ufeff{"say":"a"}\n{"say":', '"b"}')).toBe("ab");
  });

  it("end with the one that says so", async () => {
    expect(await saidByLines('{"say":"a","over":true}\n{"say":"b"}\n')).toBe("a");
  });
});

describe("a stream that breaks off", () => {
  it("leaves its open call truncated, whatever its text", async () => {
    const { answer } = await outcomeOf(readStream(piecesOf('data: {"call":"{}"}\n\ndata: {"call":"')));
    expect(answer?.message?.tool_calls).toEqual([
      { id: "00000000-0000-4000-8000-000000000001", name: "f", arguments: {}, defect: "truncated" },
    ]);
    expect(answer?.finish_reason).toBe("unknown");
    expect(answer?.report.map(({ code }) => code)).toEqual([
      "event_dropped",
      "finish_reason_missing",
      "call_id_synthesised",
    ]);
  });

  it("a stream that breaks off within a character tells so", async () => {
    const cut = bytes('{"say":"a"}\n{"say":"👍').slice(0, -1);
    const { answer } = await outcomeOf(readStream(piecesOf(cut), "ndjson"));
    expect(saidIn(answer)).toBe("a");
    expect(answer?.report.map(({ code }) => code)).toEqual(["event_dropped", "event_dropped", "finish_reason_missing"]);
  });

  it("a stream that breaks off by an error of the source gives that error, after what had come", async () => {
    const broken = new Error("socket");
    async function* source() {
      yield 'data: {"say":"a"}\n\n';
      throw broken;
    }
    const { events, error } = await outcomeOf(readStream(source()));
    expect([events, error === broken]).toEqual([[{ type: "text", text: "a" }], true]);
  });
});

describe("what cannot be read", () => {
  it("is an error with what had come before, and quotes nothing", async () => {
    const { events, error } = await outcomeOf(
      readStream(piecesOf('data: {"say":"a"}\n\ndata: {"call":"{}"}\n\ndata: my secret\n\n')),
    );
    if (!ProviderError.isInstance(error)) throw new Error("no provider error");
    expect(error.type).toBe("malformed_event");
    expect(error.details).toBe("my secret");
    expect(`${error.message}${error.stack}${JSON.stringify(error)}`).not.toContain("secret");
    expect(events.map(({ type }) => type)).toEqual(["text", "tool_call_delta"]);
    expect([saidIn(error.partial), error.partial?.message?.tool_calls?.[0]?.defect]).toEqual(["a", "truncated"]);
  });

  it.each(["null", "[]", '"text"', "7", "{]", '{"say":"a"} {}'])(
    "is every line that is not an object: %s",
    async (line) => {
      const { error } = await outcomeOf(readStream(piecesOf(`${line}\n`), "ndjson"));
      expect(ProviderError.isInstance(error) && error.type).toBe("malformed_event");
    },
  );

  it("is a page that begins with the word error, which is kept whole", async () => {
    const { error } = await outcomeOf(readStream(piecesOf("error: upstream\nis gone\n\n")));
    if (!ProviderError.isInstance(error)) throw error;
    expect([error.type, error.details]).toEqual(["malformed_event", "error: upstream\nis gone"]);
  });

  it("is an error line that is cut off, which is told of", async () => {
    const pieces = piecesOf('data: {"say":"So far"}\n\nerror:  {"error":{"mess');
    const { answer, error } = await outcomeOf(readStream(pieces));
    expect(error).toBeUndefined();
    expect([saidIn(answer), answer?.finish_reason]).toEqual(["So far", "unknown"]);
    expect(answer?.report.map(({ code }) => code)).toEqual(["event_dropped", "finish_reason_missing"]);
  });

  it("is what is not UTF-8", async () => {
    const { error } = await outcomeOf(readStream(piecesOf(Uint8Array.of(0xff))));
    expect(ProviderError.isInstance(error) && error.type).toBe("not_utf8");
  });

  it("is text behind bytes that ended within a character", async () => {
    const { error } = await outcomeOf(readStream(piecesOf(Uint8Array.of(0xc3), "x")));
    expect(ProviderError.isInstance(error) && error.type).toBe("not_utf8");
  });

  it.each(["sse", "ndjson"] as const)("is an event without an end: %s", async (framing) => {
    const piece = "x".repeat(2 ** 24);
    async function* source() {
      for (;;) yield piece;
    }
    const { error } = await outcomeOf(readStream(source(), framing));
    expect(ProviderError.isInstance(error) && error.type).toBe("too_large");
  });

  it("is more than an answer may hold", async () => {
    const { error, events } = await outcomeOf(
      readStream(piecesOf({ say: "x".repeat(2 ** 24) }, { say: "x" }, { finish: "stop" })),
    );
    expect(ProviderError.isInstance(error) && [error.type, String(saidIn(error.partial)).length]).toEqual([
      "over_limit",
      2 ** 24,
    ]);
    expect(events).toHaveLength(1);
  });

  it("is an answer of more parts, or of deeper ones, than a message may have", async () => {
    const saying = (say: (answer: AnswerBuilder) => void) => {
      const answer = createAnswerBuilder({ provider: "anthropic", options: counting(), parts: "in_order" });
      const take = () => {
        say(answer);
        return true;
      };
      return outcomeOf(answerStream({ source: piecesOf({}), framing: "sse", answer, take }));
    };
    const many = await saying((answer) => {
      for (;;) answer.otherPart({ type: "x" });
    });
    expect(ProviderError.isInstance(many.error) && many.error.type).toBe("over_limit");
    expect(many.answer?.message?.content).toHaveLength(65_536);
    const text = `{"type":"x","deep":${"[".repeat(254)}${"]".repeat(254)}}`;
    const deep = await saying((answer) => answer.otherPart(parseJson(text) as JsonObject));
    expect(ProviderError.isInstance(deep.error) && [deep.error.type, deep.error.partial]).toEqual([
      "over_limit",
      undefined,
    ]);
  });

  it("is a source that is none", () => {
    for (const source of [null, undefined, 7, {}]) {
      expect(() => readStream(source as never)).toThrow("the source is neither text, bytes, a stream nor an iterable");
    }
  });

  it("is a piece that is none", async () => {
    const { error } = await outcomeOf(readStream(["data: {}\n\n", 1] as never));
    expect(ParseError.isInstance(error) || ProviderError.isInstance(error)).toBe(true);
  });
});
