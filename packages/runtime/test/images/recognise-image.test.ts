/** What holds for every image: nothing is lost, mutated or half done, and mistakes of the caller are the caller's. */

import { ImageMessage } from "@parlance/builders";
import { encode, type Message, type Warning } from "@parlance/core";
import { parseJson, stringifyJson } from "@parlance/core/json";
import {
  createTesseract,
  DEFAULT_IMAGE_LIMITS,
  DEFAULT_URL_POLICY,
  ImageError,
  type ImageOptions,
  recogniseImage,
} from "@parlance/runtime/images";
import { eld } from "eld/extrasmall";
import { afterEach, describe, expect, it, vi } from "vitest";
import { png } from "./draw.js";
import { imageMessage, NOW_TEXT, quiet, reading, seeing } from "./fixtures.js";

const image = png("Hello there");

describe("the message", () => {
  it("keeps what nobody understands, digit by digit, and its earlier attempts", async () => {
    const text = encode(imageMessage(image, { metadata: { note: 1 } }))
      .replace('"note":1', '"note":12345678901234567890')
      .replace(
        '"status":"pending"',
        '"status":"failed","score":0.10000000000000000001,"attempts":[{"mode":"ocr","status":"failed","ms":7}]',
      )
      .replace('"recognition_mode"', '"alt":{"n":1e400},"recognition_mode"');
    const message = ImageMessage.decode(text);
    const done = await recogniseImage(message, { ...quiet(), vision: seeing(() => ({ text: "x" })) });
    const written = encode(done);
    expect(written).toContain('"note":12345678901234567890');
    expect(written).toContain('"alt":{"n":1e400}');
    expect(written).toContain('"score":0.10000000000000000001');
    expect(done.data.recognition.attempts).toEqual([
      { mode: "ocr", status: "failed", ms: 7 },
      { mode: "vision", status: "completed", completed_at: NOW_TEXT },
    ]);
  });

  it("is a new one, frozen, and the given one is as it was", async () => {
    const message = imageMessage(image);
    const before = stringifyJson(message);
    const done = await recogniseImage(message, { ...quiet(), vision: seeing(() => ({ text: "x" })) });
    expect(stringifyJson(message)).toBe(before);
    expect(done).not.toBe(message);
    expect([done.id, done.created_at]).toEqual([message.id, message.created_at]);
    for (const part of [
      done,
      done.data,
      done.data.recognition,
      done.data.recognition.vision,
      done.data.recognition.attempts,
    ])
      expect(Object.isFrozen(part)).toBe(true);
  });

  it("loses what an earlier try found, when another one has to be made", async () => {
    const before = imageMessage(image);
    const recognition = { status: "failed", mode_used: "vision", vision: { text: "old" }, notice: "old" } as const;
    const message = { ...before, data: { ...before.data, recognition } };
    const ocr = reading(async () => {
      throw new ImageError("ocr_failed");
    });
    const done = await recogniseImage(message, { ...quiet(), vision: seeing(() => ({})), ocr });
    expect(JSON.stringify(done.data.recognition)).not.toContain("old");
  });

  it("a message that is none is refused", async () => {
    const wrong = parseJson('{"type":"image"}') as unknown as ImageMessage;
    await expect(recogniseImage(wrong, quiet())).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("the store", () => {
  it("is told of a failure, too", async () => {
    const kept: Message[] = [];
    const options = { ...quiet(), onDirty: (message: Message) => void kept.push(message) };
    const done = await recogniseImage(imageMessage(image, { recognition_mode: "vision" }), options);
    expect(done.data.recognition.status).toBe("failed");
    expect(kept).toEqual([done]);
  });

  it("a store that fails ends the operation with its own error", async () => {
    const onDirty = () => Promise.reject(new Error("disk full"));
    const vision = seeing(() => ({ text: "x" }));
    await expect(recogniseImage(imageMessage(image), { ...quiet(), vision, onDirty })).rejects.toThrow("disk full");
  });
});

describe("calling it off", () => {
  const reason = new Error("not any more");

  async function calledOff(options: Partial<ImageOptions>, calledOff: AbortController) {
    const kept: Message[] = [];
    const onDirty = (message: Message) => void kept.push(message);
    await expect(
      recogniseImage(imageMessage(image), { ...quiet(), onDirty, ...options, signal: calledOff.signal }),
    ).rejects.toBe(reason);
    expect(kept).toEqual([]);
  }

  it("calling it off before it began asks no model and stores nothing", async () => {
    const controller = new AbortController();
    controller.abort(reason);
    const vision = seeing(() => ({ text: "x" }));
    await calledOff({ vision }, controller);
    expect(vision.shown).toEqual([]);
  });

  it("calling it off while the model looks is told to the model and stores nothing", async () => {
    const controller = new AbortController();
    let told: unknown;
    await calledOff(
      {
        vision: {
          model: "seer-1",
          look: (_, { signal }) => {
            signal.addEventListener("abort", () => {
              told = signal.reason;
            });
            queueMicrotask(() => controller.abort(reason));
            return new Promise(() => undefined);
          },
        },
      },
      controller,
    );
    expect(told).toBe(reason);
  });

  it("calling it off while the model fails asks no OCR and stores nothing", async () => {
    const controller = new AbortController();
    const vision = seeing(() => {
      controller.abort(reason);
      throw new Error("something else");
    });
    const ocr = reading(async () => ({ text: "" }));
    await calledOff({ vision, ocr }, controller);
    expect(ocr.count()).toBe(0);
  });

  it("calling it off while OCR reads stores nothing", async () => {
    const controller = new AbortController();
    const ocr = reading(() => {
      queueMicrotask(() => controller.abort(reason));
      return new Promise(() => undefined);
    });
    await calledOff({ ocr }, controller);
  });

  it("calling it off just when OCR is done stores nothing", async () => {
    const controller = new AbortController();
    const ocr = reading(async () => {
      controller.abort(reason);
      return { text: "x" };
    });
    await calledOff({ ocr }, controller);
  });
});

describe("an OCR engine", () => {
  const mode = { recognition_mode: "ocr" } as const;

  it.each([
    ["nothing", undefined],
    ["no text", { confidence: 1 }],
    ["text of another type", { text: ["x"] }],
    ["more text than a message holds", { text: "x".repeat(16_777_217) }],
  ])("an OCR engine that gives %s failed", async (_, found) => {
    const ocr = reading(async () => found as { readonly text: string });
    expect((await recogniseImage(imageMessage(image, mode), { ...quiet(), ocr })).data.recognition.error?.code).toBe(
      "ocr_failed",
    );
  });

  it.each([-0.1, 1.1, 95, Number.NaN, Number.POSITIVE_INFINITY, "0.5"])(
    "an OCR engine that says a confidence of %s says none",
    async (confidence) => {
      const ocr = reading(async () => ({ text: "Hi", confidence: confidence as number }));
      const done = await recogniseImage(imageMessage(image, mode), { ...quiet(), ocr });
      expect(done.data.recognition.ocr).toEqual({ text: "Hi", engine: "reader" });
    },
  );

  it("an OCR engine that hangs is given up after the limit", async () => {
    const limits = { ...DEFAULT_IMAGE_LIMITS, timeout_ms: 20 };
    const ocr = reading(() => new Promise(() => undefined));
    const done = await recogniseImage(imageMessage(image, mode), { ...quiet(), ocr, limits });
    expect(done.data.recognition.error).toEqual({ code: "timeout", message: "it took too long", retryable: true });
  });

  it("an OCR engine that was closed is unavailable", async () => {
    const closed = createTesseract();
    await closed.close();
    const done = await recogniseImage(imageMessage(image, mode), { ...quiet(), ocr: closed });
    expect(done.data.recognition.error).toMatchObject({ code: "ocr_unavailable", retryable: false });
  });
});

describe("the language of a text", () => {
  it.each([
    ["de", "Bitte überweisen Sie den Betrag bis zum Ende des Monats"],
    ["fr", "Le train part à midi et arrive le soir"],
    ["ja", "こんにちは世界"],
    [undefined, "4711-0815"],
    [undefined, "asdf qwer zxcv"],
    [undefined, ""],
  ])("is %s: %s", async (language, text) => {
    const ocr = reading(async () => ({ text }));
    const done = await recogniseImage(imageMessage(image, { recognition_mode: "ocr" }), { ...quiet(), ocr });
    expect(done.data.recognition.ocr?.language).toBe(language);
  });

  it("does not take long for a text that is", async () => {
    const ocr = reading(async () => ({ text: "the quick brown fox ".repeat(500_000) }));
    const done = await recogniseImage(imageMessage(image, { recognition_mode: "ocr" }), { ...quiet(), ocr });
    expect(done.data.recognition.ocr?.language).toBe("en");
  });
});

describe("a detector of languages that fails", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("costs the language, and not the text that was read", async () => {
    vi.spyOn(eld, "detect").mockImplementation(() => {
      throw new Error("the text was: secret");
    });
    const told: string[] = [];
    const logger = { warn: ({ code, message }: Warning) => void told.push(`${code}: ${message}`) };
    const ocr = reading(async () => ({ text: "secret" }));
    const done = await recogniseImage(imageMessage(image, { recognition_mode: "ocr" }), { ...quiet(), ocr, logger });
    expect(done.data.recognition).toMatchObject({ status: "completed", ocr: { text: "secret" } });
    expect(done.data.recognition.ocr?.language).toBeUndefined();
    expect(told).toEqual(["language_unknown: finding out the language of the text that was read failed"]);
  });
});

describe("settings that make no sense", () => {
  it.each<[string, object]>([
    ["/vision/look", { vision: { model: "m" } }],
    ["/vision/model", { vision: { model: "", look: async () => ({}) } }],
    ["/vision/look /vision/model", { vision: null }],
    ["/ocr/name /ocr/recognise", { ocr: {} }],
    ["/ocr/name", { ocr: { name: "x".repeat(257), recognise: async () => ({}) } }],
    ["/urls/allow_private_addresses /urls/allowed_hosts /urls/max_redirects /urls/timeout_ms", { urls: {} }],
    ["/urls/allowed_hosts", { urls: { ...DEFAULT_URL_POLICY, allowed_hosts: [5] } }],
    ["/urls/allowed_hosts", { urls: { ...DEFAULT_URL_POLICY, allowed_hosts: "example.com" } }],
    ["/urls/max_redirects", { urls: { ...DEFAULT_URL_POLICY, max_redirects: -1 } }],
    ["/limits/max_bytes /limits/max_pixels /limits/timeout_ms", { limits: {} }],
    ["/limits/max_bytes", { limits: { ...DEFAULT_IMAGE_LIMITS, max_bytes: Number.NaN } }],
    ["/limits/timeout_ms", { limits: { ...DEFAULT_IMAGE_LIMITS, timeout_ms: "1" } }],
  ])("are refused at %s before anything is done", async (paths, options) => {
    const refused = recogniseImage(imageMessage(image), { ...quiet(), ...options } as ImageOptions);
    const { issues } = await refused.catch((error) => error);
    expect(issues.map(({ path }: { readonly path: string }) => path).sort()).toEqual(paths.split(" "));
  });
});
