/** What an image really is: all there, within the limits, in a format that models and OCR take. */

import { deflateSync } from "node:zlib";
import { DEFAULT_IMAGE_LIMITS, type ImageLimits, recogniseImage } from "@parlance/runtime/images";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inspectImage } from "../../src/images/format/inspect.js";
import { gif, jpeg, png, webp } from "./draw.js";
import { imageMessage, quiet, reading, seeing, tesseract } from "./fixtures.js";

const LINE = "Four ways to write it";
const IMAGES = [
  ["image/png", png(LINE)],
  ["image/jpeg", jpeg(LINE)],
  ["image/gif", gif(LINE)],
  ["image/webp", webp(LINE)],
] as const;

/** The code of the error, or the type. */
function verdict(bytes: Uint8Array, maxPixels = DEFAULT_IMAGE_LIMITS.max_pixels): string {
  try {
    return inspectImage(bytes, maxPixels);
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

function chunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  // Nobody looks at the checksum before the pixels are read.
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

function pngOf(width: number, height: number, data: Uint8Array = deflateSync(Buffer.alloc(10_000))): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

/** Nothing but its size and an end. */
function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.from("ffc0000b080000000001011100", "hex");
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from("ffd8", "hex"), frame, Buffer.from("ffda0008010100003f0000ffd9", "hex")]);
}

function webpChunk(name: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(name), length, data, Buffer.alloc(data.length % 2)]);
}

function webpOf(...chunks: readonly Buffer[]): Buffer {
  return webpChunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));
}

describe.each(IMAGES)("an image in %s", (type, bytes) => {
  it("is known by its bytes", () => {
    expect(verdict(bytes)).toBe(type);
  });

  it("is read by OCR", async () => {
    const message = imageMessage(bytes, { mime_type: type, recognition_mode: "ocr" });
    const { recognition } = (await recogniseImage(message, { ...quiet(), ocr: tesseract })).data;
    expect(recognition).toMatchObject({ status: "completed", ocr: { text: LINE } });
    expect(recognition).not.toHaveProperty("notice");
  });

  it("is corrupt when it is cut off, wherever that is", () => {
    for (let length = 12; length < bytes.length; length += length < 200 ? 1 : 97)
      expect([length, verdict(bytes.subarray(0, length))]).toEqual([length, "corrupt"]);
    expect(verdict(bytes.subarray(0, -1))).toBe("corrupt");
  });

  it("has no more pixels than are allowed", () => {
    expect(verdict(bytes, 640 * 90)).toBe(type);
    expect(verdict(bytes, 640 * 90 - 1)).toBe("too_many_pixels");
  });

  it("never throws anything but an image error, whatever is changed in it", () => {
    const codes = new Set([type, "corrupt", "unsupported_format", "too_many_pixels"]);
    const changes = fc.array(fc.tuple(fc.nat(300), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(changes, (places) => {
        const changed = Buffer.from(bytes);
        for (const [at, byte] of places) changed[at] = byte;
        return codes.has(verdict(changed));
      }),
    );
  });
});

describe("decompression bombs", () => {
  it("are refused by what their header claims, without being unpacked", async () => {
    const bomb = pngOf(100_000, 100_000);
    const ocr = reading(async () => ({ text: "" }));
    const vision = seeing(() => ({ text: "" }));
    const { recognition } = (await recogniseImage(imageMessage(bomb), { ...quiet(), ocr, vision })).data;
    expect(recognition.error).toEqual({
      code: "too_many_pixels",
      message: "the image has more pixels than are allowed",
      retryable: false,
    });
    expect(ocr.count() + vision.shown.length).toBe(0);
  });

  it("are refused in every format", () => {
    expect(verdict(jpegOf(5_000, 8_000))).toBe("image/jpeg");
    expect(verdict(jpegOf(5_001, 8_000))).toBe("too_many_pixels");
  });

  it("are refused where the product of the sides is past what an integer holds", () => {
    expect(verdict(pngOf(0xffff_ffff, 0xffff_ffff))).toBe("too_many_pixels");
  });

  it("hide in no frame that is larger than its canvas, nor in many frames", () => {
    const frame = Buffer.from("2c0000000030750030000200", "hex");
    frame.writeUInt16LE(60_000, 5);
    frame.writeUInt16LE(60_000, 7);
    const screen = Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00", "latin1");
    expect(verdict(Buffer.concat([screen, frame, Buffer.from([0x3b])]))).toBe("too_many_pixels");
    frame.writeUInt16LE(6_000, 5);
    frame.writeUInt16LE(6_000, 7);
    expect(verdict(Buffer.concat([screen, frame, Buffer.from([0x3b])]))).toBe("image/gif");
    expect(verdict(Buffer.concat([screen, frame, frame, Buffer.from([0x3b])]))).toBe("too_many_pixels");
    const canvas = Buffer.from("VP8X\x0a\x00\x00\x00".padEnd(18, "\x00"), "latin1");
    const picture = Buffer.from("VP8L\x05\x00\x00\x00\x2f\xff\xff\xff\x0f\x00", "latin1");
    const size = Buffer.alloc(4);
    size.writeUInt32LE(4 + canvas.length + picture.length);
    expect(verdict(Buffer.concat([Buffer.from("RIFF"), size, Buffer.from("WEBP"), canvas, picture]))).toBe(
      "too_many_pixels",
    );
  });

  it("move no frame of a GIF so far off that its screen grows past the limit", () => {
    const frame = Buffer.from("2cffffffff010001000002024c01003b", "hex");
    const screen = Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00", "latin1");
    expect(verdict(Buffer.concat([screen, frame]))).toBe("too_many_pixels");
  });

  it("hide in no frames of a PNG that moves", () => {
    const still = pngOf(1_000, 1_000);
    const control = Buffer.alloc(26);
    control.writeUInt32BE(1_000, 4);
    control.writeUInt32BE(1_000, 8);
    const moving = (count: number) =>
      Buffer.concat([still.subarray(0, 33), ...Array(count).fill(chunk("fcTL", control)), still.subarray(33)]);
    expect(verdict(moving(40))).toBe("image/png");
    expect(verdict(moving(41))).toBe("too_many_pixels");
    expect(
      verdict(Buffer.concat([still.subarray(0, 33), chunk("fcTL", control.subarray(1)), still.subarray(33)])),
    ).toBe("corrupt");
  });

  it.each([0x00, 0x01, 0xd0, 0xd7, 0xd8, 0xd9])(
    "hide behind no marker %i of a JPEG, which has no length and decoders pass over",
    (marker) => {
      // Decoders see the large image right after the marker; whoever takes what follows for a length sees the small one.
      const large = jpegOf(60_000, 60_000).subarray(2);
      const small = jpegOf(10, 10).subarray(2);
      const skipped = Buffer.alloc(2 + large.readUInt16BE(0));
      large.copy(skipped, 2);
      skipped.set([0xff, marker], 0);
      expect(verdict(Buffer.concat([Buffer.from([0xff, 0xd8]), skipped, small]))).toBe("corrupt");
    },
  );

  it("have a second header in vain", () => {
    const small = pngOf(10, 10);
    const large = pngOf(100_000, 100_000);
    const two = Buffer.concat([small.subarray(0, 33), large.subarray(8, 33), small.subarray(33)]);
    expect(verdict(two)).toBe("corrupt");
  });

  it("have a second frame in a JPEG, or no data in a PNG, in vain", () => {
    const [small, large] = [jpegOf(10, 10), jpegOf(60_000, 60_000)];
    expect(verdict(Buffer.concat([small.subarray(0, 15), large.subarray(2)]))).toBe("corrupt");
    expect(verdict(Buffer.concat([large.subarray(0, 15), small.subarray(2)]))).toBe("corrupt");
    const sound = pngOf(10, 10);
    expect(verdict(Buffer.concat([sound.subarray(0, 33), sound.subarray(-12)]))).toBe("corrupt");
  });

  it("hide in no canvas, in no frames and in no odd piece of a WebP", () => {
    const moving = (width: number, height: number) => {
      const frame = Buffer.alloc(16);
      frame.writeUInt16LE(width - 1, 6);
      frame.writeUInt16LE(height - 1, 9);
      return webpChunk("ANMF", frame);
    };
    const canvas = (width: number, height: number) => {
      const header = Buffer.alloc(10);
      header.writeUInt16LE(width - 1, 4);
      header.writeUInt16LE(height - 1, 7);
      return webpChunk("VP8X", header);
    };
    const many = Array<Buffer>(40).fill(moving(1_000, 1_000));
    expect(verdict(webpOf(canvas(8_000, 5_000), moving(10, 10)))).toBe("image/webp");
    expect(verdict(webpOf(canvas(8_000, 5_001), moving(10, 10)))).toBe("too_many_pixels");
    expect(verdict(webpOf(canvas(10, 10), ...many))).toBe("image/webp");
    expect(verdict(webpOf(canvas(10, 10), webpChunk("EXIF", Buffer.alloc(3)), ...many, moving(1, 1)))).toBe(
      "too_many_pixels",
    );
    expect(verdict(webpOf(canvas(10, 10)))).toBe("corrupt");
    for (const name of ["VP8X", "ANMF", "VP8 ", "VP8L"])
      expect(verdict(webpOf(webpChunk(name, Buffer.alloc(1)), moving(10, 10)))).toBe("corrupt");
  });

  it("images with sides without pixels are corrupt", () => {
    expect(verdict(pngOf(0, 10))).toBe("corrupt");
    expect(verdict(pngOf(10, 0))).toBe("corrupt");
  });
});

describe("what is not an image", () => {
  it.each([
    ["empty", ""],
    ["unsupported_format", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"],
    ["unsupported_format", "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]><svg>&y;</svg>"],
    ["unsupported_format", "%PDF-1.7"],
    ["unsupported_format", "BM\x36\x00\x00\x00"],
    ["unsupported_format", "II*\x00"],
    ["unsupported_format", "MM\x00*"],
    ["unsupported_format", "\x00\x00\x00\x1cftypavif"],
    ["unsupported_format", "P6 100000 100000 255\n"],
    ["unsupported_format", "push graphic-context\nviewbox 0 0 640 480\nfill 'url(https://127.0.0.1/)'"],
    ["unsupported_format", "RIFF\x00\x00\x00\x00WAVE"],
    ["unsupported_format", " \x89PNG\r\n\x1a\n"],
    ["corrupt", "\x89PNG\r\n\x1a\n"],
    ["corrupt", "GIF89a"],
    ["corrupt", "\xff\xd8\xff"],
    ["corrupt", "RIFF\x00\x00\x00\x00WEBP"],
    ["corrupt", "GIF89a=1;/*<script>alert(1)</script>*/"],
  ])("is %s: %j", (code, text) => {
    expect(verdict(Buffer.from(text, "latin1"))).toBe(code);
  });

  it("is refused whatever type it claims", async () => {
    const options = { ...quiet(), vision: seeing(() => ({ text: "" })) };
    for (const mime_type of ["image/png", "image/svg+xml", "text/html", "\u0000"]) {
      const message = imageMessage(Buffer.from("<svg/>"), { mime_type });
      expect((await recogniseImage(message, options)).data.recognition.error?.code).toBe("unsupported_format");
    }
  });
});

describe("more in a file than an image", () => {
  const page = Buffer.from("<html><script>alert(1)</script></html>");

  it("is an image by its beginning alone, whatever else it could pass for", async () => {
    const both = Buffer.concat([png(LINE), page]);
    const vision = seeing(() => ({ text: LINE }));
    const { source, recognition } = (
      await recogniseImage(imageMessage(both, { mime_type: "text/html" }), { ...quiet(), vision })
    ).data;
    expect(source.mime_type).toBe("image/png");
    expect(vision.shown[0]?.mime_type).toBe("image/png");
    expect(recognition.notice).toBe("The image is image/png, which is not what its sender says.");
  });

  it("is not an image when it begins with something else", () => {
    expect(verdict(Buffer.concat([page, png(LINE)]))).toBe("unsupported_format");
  });
});

describe("sizes", () => {
  function failure(bytes: Uint8Array, limits: Partial<ImageLimits>) {
    const options = { ...quiet(), vision: seeing(() => ({ text: "" })) };
    return recogniseImage(imageMessage(bytes), { ...options, limits: { ...DEFAULT_IMAGE_LIMITS, ...limits } }).then(
      ({ data }) => data.recognition.error?.code,
    );
  }

  it("are as large as is allowed, and no byte larger", async () => {
    const bytes = png(LINE);
    expect(await failure(bytes, { max_bytes: bytes.length })).toBeUndefined();
    expect(await failure(bytes, { max_bytes: bytes.length - 1 })).toBe("too_large");
  });

  it("are told by the length of base64, before it is decoded", async () => {
    const message = imageMessage(png(LINE));
    // Would be found not to be base64.
    const source = { type: "base64", mime_type: "image/png", data: "AA=A" } as const;
    const limits = { ...DEFAULT_IMAGE_LIMITS, max_bytes: 2 };
    const options = { ...quiet(), vision: seeing(() => ({ text: "" })), limits };
    const done = await recogniseImage({ ...message, data: { ...message.data, source } }, options);
    expect(done.data.recognition.error?.code).toBe("too_large");
  });
});

it("tells a broken picture in a sound file from one that is cut off, and reads the next one", async () => {
  const message = imageMessage(pngOf(100, 100, Buffer.from("these are not pixels")), { recognition_mode: "ocr" });
  const { recognition } = (await recogniseImage(message, { ...quiet(), ocr: tesseract })).data;
  expect(recognition.error).toEqual({
    code: "ocr_failed",
    message: "the OCR engine could not read the image",
    retryable: false,
  });
  expect(await tesseract.recognise(png(LINE), { signal: new AbortController().signal })).toMatchObject({ text: LINE });
});
