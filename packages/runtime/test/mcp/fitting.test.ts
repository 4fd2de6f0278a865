/** Large resources made to fit. */

import { McpResourceMessage } from "@parlance/builders";
import type { ResourceContents } from "@parlance/core";
import { toRequest } from "@parlance/providers/openai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FitOptions, fitResource } from "../../src/mcp/index.js";

const LONG = "line of text\n".repeat(1000);

function resource(...contents: readonly ResourceContents[]): McpResourceMessage {
  return McpResourceMessage.create("docs", "a:b", contents);
}

function text(content: string, more: object = {}): ResourceContents {
  return { type: "text", text: content, ...more };
}

function options(max_tokens: number, more: Partial<FitOptions> = {}): FitOptions & { readonly warned: string[] } {
  const warned: string[] = [];
  const logger = { warn: ({ code }: { code: string }) => void warned.push(code) };
  return { max_tokens, countTokens: (counted) => counted.length, logger, warned, ...more };
}

/** How much text a provider is sent. */
function sizeShown(message: McpResourceMessage): number {
  const { messages } = toRequest({ messages: [message], options: { model: "m" } }).body;
  const texts = messages.flatMap(({ content }): readonly unknown[] =>
    Array.isArray(content) ? content.map((part) => "text" in part && part.text) : [content],
  );
  return texts.reduce<number>((sum, text) => sum + (typeof text === "string" ? text.length : 0), 0);
}

function textsOf({ data }: McpResourceMessage): readonly (string | false)[] {
  return data.contents.map((piece) => piece.type === "text" && piece.text);
}

describe("a resource that fits", () => {
  it("is given back as it is", async () => {
    const message = resource(text("short"), { type: "blob", blob: "A".repeat(4000) });
    const given = options(100);
    expect(await fitResource(message, given)).toBe(message);
    expect(given.warned).toEqual([]);
  });
});

describe("a resource that is too large", () => {
  it("is cut after a line, with a notice at its end, and is not stored or changed", async () => {
    const message = resource(text(LONG));
    const fitted = await fitResource(message, options(500));
    const [kept, notice] = textsOf(fitted);
    expect(kept).toMatch(/^(line of text\n){15,20}$/);
    expect(notice).toBe(`[The resource was cut: the first ${String(kept).length} of 13000 characters are shown.]`);
    expect(textsOf(message)).toEqual([LONG]);
    expect(Object.isFrozen(fitted.data.contents[0])).toBe(true);
  });

  it("keeps whole pieces as long as there is room, and every byte", async () => {
    const picture: ResourceContents = { type: "blob", blob: "AAEC", mime_type: "image/png" };
    const fitted = await fitResource(
      resource(text("first"), picture, text(LONG, { uri: "c:d" }), text("last")),
      options(500),
    );
    expect(fitted.data.contents).toEqual([
      text("first"),
      { type: "text", uri: "c:d", text: expect.stringMatching(/^line/) },
      picture,
      {
        type: "text",
        mime_type: "text/plain",
        text: expect.stringMatching(/^\[The resource was cut: the first \d+ of 13009 /),
      },
    ]);
  });

  it("is the notice alone where there is room for nothing else", async () => {
    const fitted = await fitResource(resource(text(LONG)), options(0));
    expect(textsOf(fitted)).toEqual(["[The resource was cut: the first 0 of 13000 characters are shown.]"]);
  });

  it("is never cut within a character", async () => {
    for (let most = 300; most < 304; most++) {
      const [kept, notice] = textsOf(await fitResource(resource(text("😀".repeat(500))), options(most)));
      expect(kept).toMatch(/^(😀)+$/u);
      expect(notice).toContain(`the first ${String(kept).length / 2} of 500 characters`);
    }
  });

  it("has no more pieces than a message holds, which may leave no room for a summary", async () => {
    const summarise = async () => "a summary";
    const blobs = Array.from({ length: 65_535 }, (): ResourceContents => ({ type: "blob", blob: "" }));
    const given = options(500, { summarise });
    expect((await fitResource(resource(...blobs, text(LONG)), given)).data.contents.length).toBe(65_536);
    expect(given.warned).toEqual(["resource_cut"]);
  });

  it("is counted as it is shown, with names to be escaped and the longest fence", async () => {
    for (const content of ["`".repeat(2000), "\0".repeat(2000)]) {
      const message = McpResourceMessage.create('d"\0"', "\u202e".repeat(20), [text(content)]);
      const [piece] = (await fitResource(message, options(1500))).data.contents;
      expect(piece?.type === "text" && piece.text.length).toBeGreaterThan(200);
      expect(sizeShown(await fitResource(message, options(1500)))).toBeLessThanOrEqual(1500);
    }
    const short = resource(text("`".repeat(900)));
    expect(await fitResource(short, options(1000))).not.toBe(short);
  });

  it("fits, and shows a true beginning, whatever it holds", async () => {
    const pieces = fc.array(fc.string({ unit: "grapheme", maxLength: 400 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.integer({ min: 0, max: 900 }), async (texts, max_tokens) => {
        const given = options(max_tokens);
        const fitted = await fitResource(resource(...texts.map((one) => text(one))), given);
        const shown = textsOf(fitted);
        const isCut = given.warned.length > 0;
        const kept = isCut ? shown.slice(0, -1) : shown;
        expect(isCut ? texts.join("").startsWith(kept.join("")) : kept.join("|") === texts.join("|")).toBe(true);
        expect(isCut && kept.length === 0 ? 0 : sizeShown(fitted)).toBeLessThanOrEqual(max_tokens);
      }),
    );
  });

  it("costs a counter little more than it keeps", async () => {
    const lengths: number[] = [];
    const countTokens = (counted: string) => lengths.push(counted.length) && counted.length;
    await fitResource(resource(text("x".repeat(100_000))), options(300, { countTokens }));
    // Whether it fits at all takes one look at the whole, and whether it fits beside the notice another.
    expect(lengths.filter((length) => length > 1100).length).toBe(2);
  });
});

describe("a summary", () => {
  const message = resource(text(LONG));

  it("is asked for with the limit and the signal, and stands with a notice", async () => {
    const { signal } = new AbortController();
    const asked: unknown[] = [];
    const summarise: FitOptions["summarise"] = async (given, limits) => {
      asked.push(given === message, limits);
      return "all the same line";
    };
    const given = options(400, { summarise, signal });
    expect(textsOf(await fitResource(message, given))).toEqual([
      "all the same line",
      "[This is a summary of a resource of 13000 characters.]",
    ]);
    // What the notice and the lines about the origin take is not left for the summary.
    expect(asked).toEqual([true, { max_tokens: expect.any(Number), signal }]);
    expect((asked[1] as { max_tokens: number }).max_tokens).toBeLessThan(200);
    expect(given.warned).toEqual(["resource_summarised"]);
  });

  it("may have all the tokens that it is given", async () => {
    const summarise: FitOptions["summarise"] = async (_, { max_tokens }) => "x".repeat(max_tokens);
    const fitted = await fitResource(message, options(400, { summarise }));
    expect(textsOf(fitted).at(-1)).toBe("[This is a summary of a resource of 13000 characters.]");
    expect(sizeShown(fitted)).toBeLessThanOrEqual(400);
    expect(sizeShown(fitted)).toBeGreaterThan(380);
  });

  it("a summary that is too long is cut itself, and the notice says so", async () => {
    const fitted = await fitResource(message, options(400, { summarise: async () => LONG }));
    const [summary, notice] = textsOf(fitted);
    expect(summary).toMatch(/^(line of text\n)+$/);
    expect(notice).toBe("[This is the beginning of a summary of a resource of 13000 characters.]");
    expect(sizeShown(fitted)).toBeLessThanOrEqual(400);
  });

  it("is told of only where some of it is shown", async () => {
    const more = { summarise: async () => "😀😀", countTokens: (counted: string) => Buffer.byteLength(counted) };
    for (let most = 262; most < 292; most++) {
      const texts = textsOf(await fitResource(message, options(most, more)));
      expect(String(texts.at(-1)).includes("summary")).toBe(String(texts[0]).startsWith("😀"));
    }
  });

  it("is not asked for where there is no room for any of it, and no notice tells of one", async () => {
    for (const most of [0, 50, 150, 250]) {
      const summarise = () => Promise.reject(new Error("was asked"));
      const given = options(most, { summarise });
      expect(textsOf(await fitResource(message, given)).at(-1)).toMatch(/^\[The resource was cut: the first 0 of /);
      expect(given.warned).toEqual(["resource_cut"]);
    }
  });

  it.each([
    ["fails", () => Promise.reject(new Error("a secret"))],
    [
      "throws at once",
      () => {
        throw new Error("a secret");
      },
    ],
    ["is empty", async () => " \n"],
    ["is not text", async () => 7 as unknown as string],
    ["is longer than any text may be", async () => "x".repeat(16_777_217)],
  ])("a summary that %s gives way to a cut, and the logger is told", async (_, summarise) => {
    const given = options(400, { summarise });
    const [, notice] = textsOf(await fitResource(message, given));
    expect(notice).toMatch(/^\[The resource was cut/);
    expect(given.warned).toEqual(["summary_failed", "resource_cut"]);
  });

  it("a summary that never comes ends with the signal", async () => {
    const stop = new AbortController();
    const fitted = fitResource(
      message,
      options(300, { summarise: () => new Promise(() => undefined), signal: stop.signal }),
    );
    stop.abort("enough");
    await expect(fitted).rejects.toBe("enough");
  });
});

describe("settings that cannot be", () => {
  it.each([[-1], [1.5], [Number.NaN]])("(a limit of %d) are refused", async (max_tokens) => {
    await expect(fitResource(resource(text("")), options(max_tokens))).rejects.toMatchObject({
      issues: [{ path: "/max_tokens" }],
    });
  });

  it("(a counter that counts nothing) are refused", async () => {
    const countTokens = () => Number.NaN;
    await expect(fitResource(resource(text("")), options(1, { countTokens }))).rejects.toMatchObject({
      issues: [{ path: "/countTokens" }],
    });
  });
});
