/** What happens to an image that a user gave, from the message to what a model is sent. */

import { ImageMessage } from "@parlance/builders";
import { encode, type Message } from "@parlance/core";
import * as anthropic from "@parlance/providers/anthropic";
import * as ollama from "@parlance/providers/ollama";
import * as openai from "@parlance/providers/openai";
import { ImageError, recogniseImage } from "@parlance/runtime/images";
import { describe, expect, it } from "vitest";
import { jpeg, png } from "./draw.js";
import { imageMessage, NOW_TEXT, quiet, reading, seeing, tesseract } from "./fixtures.js";

const invoice = png("Invoice number 4711", "Please pay by Friday");
const found = { description: "An invoice.", text: "Invoice number 4711\nPlease pay by Friday" };

describe("Vision recognition with supported model", () => {
  it("sends the image to the model and stores what it describes and reads, without any OCR", async () => {
    const vision = seeing(() => found);
    const ocr = reading(async () => ({ text: "" }));
    const message = imageMessage(invoice, { recognition_mode: "vision" });
    const recognised = await recogniseImage(message, { ...quiet(), vision, ocr });
    expect(recognised).toEqual({
      ...message,
      data: {
        ...message.data,
        recognition: {
          status: "completed",
          mode_used: "vision",
          vision: { ...found, model: "seer-1" },
          attempts: [{ mode: "vision", status: "completed", completed_at: NOW_TEXT }],
          completed_at: NOW_TEXT,
        },
      },
    });
    expect(vision.shown).toEqual([{ mime_type: "image/png", data: invoice.toString("base64") }]);
    expect(ocr.count()).toBe(0);
  });

  it("has the result stored, for the messages after it", async () => {
    const kept: Message[] = [];
    const recognised = await recogniseImage(imageMessage(invoice, { recognition_mode: "vision" }), {
      ...quiet(),
      vision: seeing(() => found),
      onDirty: (message) => void kept.push(message),
    });
    expect(kept).toEqual([recognised]);
    expect(ImageMessage.decode(encode(recognised))).toEqual(recognised);
  });

  it("fails with a clear error when the model sees no images, and does not fall to OCR", async () => {
    const ocr = reading(async () => ({ text: "" }));
    const recognised = await recogniseImage(imageMessage(invoice, { recognition_mode: "vision" }), { ...quiet(), ocr });
    expect(recognised.data.recognition).toMatchObject({
      status: "failed",
      error: { code: "vision_unavailable", message: "there is no model that sees images", retryable: false },
    });
    expect(ocr.count()).toBe(0);
  });
});

describe("OCR recognition", () => {
  it("reads the text with Tesseract, with its confidence and the language of the text", async () => {
    const message = imageMessage(png("The quick brown fox", "jumps over the lazy dog"), { recognition_mode: "ocr" });
    const { recognition } = (await recogniseImage(message, { ...quiet(), ocr: tesseract })).data;
    expect(recognition).toMatchObject({
      status: "completed",
      mode_used: "ocr",
      ocr: { text: "The quick brown fox\njumps over the lazy dog", language: "en", engine: "tesseract" },
    });
    expect(recognition.ocr?.confidence).toBeGreaterThan(0.8);
    expect(recognition.ocr?.confidence).toBeLessThanOrEqual(1);
    expect(recognition.vision).toBeUndefined();
  });

  it("finds no text in an empty image, which is a result", async () => {
    const message = imageMessage(png(""), { recognition_mode: "ocr" });
    const { recognition } = (await recogniseImage(message, { ...quiet(), ocr: tesseract })).data;
    expect(recognition).toMatchObject({ status: "completed", ocr: { text: "" } });
  });

  it("is not shown to a model that sees", async () => {
    const vision = seeing(() => found);
    const ocr = reading(async () => ({ text: "" }));
    await recogniseImage(imageMessage(invoice, { recognition_mode: "ocr" }), { ...quiet(), vision, ocr });
    expect(ocr.count()).toBe(1);
    expect(vision.shown).toEqual([]);
  });
});

describe("Auto mode with vision support", () => {
  it("skips OCR when vision succeeds", async () => {
    const ocr = reading(async () => ({ text: "" }));
    const { recognition } = (
      await recogniseImage(imageMessage(invoice), { ...quiet(), vision: seeing(() => found), ocr })
    ).data;
    expect(recognition).toMatchObject({ status: "completed", mode_used: "vision" });
    expect(recognition).not.toHaveProperty("notice");
    expect(ocr.count()).toBe(0);
  });

  it("falls to OCR when vision fails, and records both attempts and the mode that was used", async () => {
    const vision = seeing(() => {
      throw new ImageError("vision_refused");
    });
    const { recognition } = (await recogniseImage(imageMessage(invoice), { ...quiet(), vision, ocr: tesseract })).data;
    expect(recognition).toMatchObject({
      status: "completed",
      mode_used: "ocr",
      ocr: { text: "Invoice number 4711\nPlease pay by Friday" },
      attempts: [
        { mode: "vision", status: "failed", error: { code: "vision_refused", retryable: false } },
        { mode: "ocr", status: "completed" },
      ],
      notice: "Vision failed, so OCR was used instead: the model refused to look at the image.",
    });
    expect(recognition).not.toHaveProperty("vision");
    expect(recognition).not.toHaveProperty("error");
  });
});

describe("Auto mode without vision support", () => {
  it("uses OCR directly and tells the user why", async () => {
    const { recognition } = (await recogniseImage(imageMessage(invoice), { ...quiet(), ocr: tesseract })).data;
    expect(recognition).toMatchObject({
      status: "completed",
      mode_used: "ocr",
      attempts: [{ mode: "ocr", status: "completed" }],
      notice: "Vision is not available: the model in use sees no images, so OCR is used instead.",
    });
  });
});

describe("Image processing error handling", () => {
  it("stores the error, marks the message as failed and says whether trying again may help", async () => {
    const options = quiet();
    const message = imageMessage(Buffer.from("no image at all"));
    const recognised = await recogniseImage(message, { ...options, vision: seeing(() => found) });
    const error = {
      code: "unsupported_format",
      message: "this is not an image in PNG, JPEG, GIF or WebP",
      retryable: false,
    };
    expect(recognised.data.recognition).toEqual({
      status: "failed",
      error,
      attempts: [{ mode: "vision", status: "failed", completed_at: NOW_TEXT, error }],
      completed_at: NOW_TEXT,
    });
    expect(options.warnings).toEqual([
      { code: "unsupported_format", path: "/data/recognition", message: error.message },
    ]);
  });

  it("tries a failed image again when it is asked to, and adds up the attempts", async () => {
    let isUp = false;
    const vision = seeing(() => {
      if (!isUp) throw new ImageError("network_failed");
      return found;
    });
    const message = imageMessage(invoice, { recognition_mode: "vision" });
    const failed = await recogniseImage(message, { ...quiet(), vision });
    expect(failed.data.recognition.error).toMatchObject({ code: "network_failed", retryable: true });
    isUp = true;
    const recognised = await recogniseImage(failed, { ...quiet(), vision });
    expect(recognised.id).toBe(message.id);
    expect(recognised.data.recognition).toMatchObject({
      status: "completed",
      vision: found,
      attempts: [{ status: "failed", error: { code: "network_failed" } }, { status: "completed" }],
    });
    expect(recognised.data.recognition).not.toHaveProperty("error");
  });

  it("does not read again what was read", async () => {
    const vision = seeing(() => found);
    const recognised = await recogniseImage(imageMessage(invoice), { ...quiet(), vision });
    expect(await recogniseImage(recognised, { ...quiet(), vision })).toBe(recognised);
    expect(vision.shown).toHaveLength(1);
  });

  it("tells of all ways when all failed, and that another try may help when it may for one", async () => {
    const vision = seeing(() => {
      throw new ImageError("timeout");
    });
    const ocr = reading(async () => {
      throw new ImageError("ocr_failed", { retryable: false });
    });
    const { recognition } = (await recogniseImage(imageMessage(invoice), { ...quiet(), vision, ocr })).data;
    expect(recognition).toMatchObject({
      status: "failed",
      error: {
        code: "ocr_failed",
        message: "vision: it took too long; OCR: the OCR engine could not read the image",
        retryable: true,
      },
    });
    expect(recognition).not.toHaveProperty("mode_used");
  });
});

describe("Image message sent to LLM", () => {
  const options = { model: "some-model", max_tokens: 100 };
  const metadata = { thumbnail: "internal-42" };

  it("goes as an image in the provider's own form when vision was used", async () => {
    const seen = await recogniseImage(imageMessage(invoice, { metadata }), { ...quiet(), vision: seeing(() => found) });
    const data = invoice.toString("base64");
    expect(openai.toRequest({ messages: [seen], options }).body.messages).toEqual([
      { role: "user", content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${data}` } }] },
    ]);
    expect(anthropic.toRequest({ messages: [seen], options }).body.messages).toEqual([
      {
        role: "user",
        content: [{ type: "image", source: { type: "base64", media_type: "image/png", data } }],
      },
    ]);
    expect(ollama.toRequest({ messages: [seen], options }).body.messages).toEqual([
      { role: "user", content: "", images: [data] },
    ]);
  });

  it("goes as the text that was read when OCR was used, without anything internal", async () => {
    const read = await recogniseImage(imageMessage(invoice, { metadata }), { ...quiet(), ocr: tesseract });
    const { body } = openai.toRequest({ messages: [read], options });
    const sent = JSON.stringify(body);
    expect(sent).toContain("Invoice number 4711");
    expect(sent).not.toContain(invoice.toString("base64").slice(0, 40));
    expect(sent).not.toMatch(/internal-42|confidence|tesseract|attempts/);
    expect(read.metadata).toEqual(metadata);
  });

  it("has the type that its bytes have, not the one that was claimed", async () => {
    const bytes = jpeg("A photo");
    const seen = await recogniseImage(imageMessage(bytes), { ...quiet(), vision: seeing(() => found) });
    expect(seen.data.recognition.notice).toBe("The image is image/jpeg, which is not what its sender says.");
    expect(anthropic.toRequest({ messages: [seen], options }).body.messages).toMatchObject([
      { content: [{ source: { media_type: "image/jpeg" } }] },
    ]);
  });
});
