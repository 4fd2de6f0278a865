/** Image messages: their three sources, the recognition that is asked for, and what is refused. */

import { describe, expect, it } from "vitest";
import { ImageMessage, ImageMessageBuilder } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, placesOf, SECRET } from "../refusal.js";
import { ENVELOPE, FIXED, ID } from "./fixtures.js";

/** What a JavaScript caller may pass where TypeScript would refuse it. */
const untyped = ImageMessage as unknown as Record<
  "fromUrl" | "fromBase64" | "fromFilePath",
  (...given: unknown[]) => ImageMessage
>;

describe("an image for analysis (image message representation)", () => {
  it("stores a URL", () => {
    expect(ImageMessage.fromUrl("https://example.com/a.png?b#c", { ...FIXED, mime_type: "image/png" })).toEqual({
      type: "image",
      ...ENVELOPE,
      data: {
        source: { type: "url", url: "https://example.com/a.png?b#c", mime_type: "image/png" },
        recognition_mode: "auto",
        recognition: { status: "pending" },
      },
    });
  });

  it("stores base64 with its media type", () => {
    expect(ImageMessage.fromBase64("iVBORw==", "image/png", FIXED).data.source).toEqual({
      type: "base64",
      mime_type: "image/png",
      data: "iVBORw==",
    });
  });

  it("stores a file path as it was given", () => {
    expect(ImageMessage.fromFilePath("./images/a.png").data.source).toEqual({
      type: "file_path",
      path: "./images/a.png",
    });
  });

  it.each(["vision", "ocr", "auto"] as const)("specifies the recognition mode %s", (recognition_mode) => {
    expect(ImageMessage.fromUrl("https://a.example", { recognition_mode }).data.recognition_mode).toBe(
      recognition_mode,
    );
  });

  it("provides space for recognition results and errors, which waits for them", () => {
    expect(ImageMessage.fromFilePath("a.png").data.recognition).toEqual({ status: "pending" });
  });

  it("cannot be changed", () => {
    expect(isDeeplyFrozen(ImageMessage.fromFilePath("a.png", { metadata: { a: [] } }))).toBe(true);
  });
});

describe("what an image message refuses", () => {
  it.each([
    ["a relative URL", "images/a.png"],
    ["a Windows path", "C:\\a.png"],
    ["a data URL", "data:image/png;base64,iVBORw=="],
    ["a data URL in capitals", "DATA:image/png,x"],
    ["leading white space", " https://a.example"],
    ["a URL without a host", "https://"],
    ["a scheme alone", "https:"],
  ])("%s as URL", (_, url) => {
    expect(placesOf(() => ImageMessage.fromUrl(url))).toEqual(["/data/source/url: bad_url"]);
  });

  it.each(["https://a.example:8443/x", "s3://bucket/key", "gs://b/k", "file:///tmp/a.png", "HTTP://A.EXAMPLE"])(
    "an image message takes the absolute URL %s",
    (url) => {
      expect(ImageMessage.fromUrl(url).data.source).toEqual({ type: "url", url });
    },
  );

  it.each([
    ["a missing padding", "iVBORw"],
    ["padding in the middle", "iV==BORw"],
    ["too much padding", "i==="],
    ["one character too many", "iVBORw==A"],
  ])("base64 with %s", (_, data) => {
    expect(placesOf(() => ImageMessage.fromBase64(data, "image/png"))).toEqual(["/data/source/data: bad_base64"]);
  });

  it("base64 with line breaks, a `data:` prefix or the URL alphabet", () => {
    for (const data of ["iVBO\nRw=", "data:image/png;base64,iVBO", "iVBO-_==", "iVBORw==\n123"]) {
      expect(placesOf(() => ImageMessage.fromBase64(data, "image/png")).length).toBeGreaterThan(0);
    }
  });

  it("everything at once", () => {
    expect(placesOf(() => untyped.fromUrl("", { recognition_mode: "magic", mime_type: 7, id: "x" }))).toEqual([
      "/id: pattern_mismatch",
      "/data/source/url: too_short",
      "/data/source/mime_type: wrong_type",
      "/data/recognition_mode: not_allowed_value",
    ]);
    expect(placesOf(() => untyped.fromBase64("a", ""))).toEqual([
      "/data/source/data: bad_base64",
      "/data/source/mime_type: too_short",
    ]);
    expect(placesOf(() => untyped.fromUrl())).toEqual(["/data/source: missing_property"]);
  });

  it("a path with `..` in either slash", () => {
    for (const path of ["../a.png", "a\\..\\b.png", "a/.."]) {
      expect(placesOf(() => ImageMessage.fromFilePath(path))).toEqual(["/data/source/path: not_allowed"]);
    }
  });

  it("the refusal of an image message shows no content", () => {
    expectNoSecret(errorOf(() => ImageMessage.fromUrl(SECRET)));
    expectNoSecret(errorOf(() => ImageMessage.fromBase64(`${SECRET}==`, "image/png")));
    expectNoSecret(errorOf(() => ImageMessage.fromFilePath(`../${SECRET}`)));
  });
});

describe("describing an image message", () => {
  it("tells the kind of source and the length, and no content", () => {
    expect(ImageMessage.describe(ImageMessage.fromUrl("https://a.example", FIXED))).toBe(
      `ImageMessage(${ID}, url, auto, pending)`,
    );
    expect(ImageMessage.describe(ImageMessage.fromBase64("iVBORw==", "image/png", FIXED))).toBe(
      `ImageMessage(${ID}, base64, 8 base64 digits, auto, pending)`,
    );
  });

  it("shows where the image is only when asked", () => {
    expect(ImageMessage.describe(ImageMessage.fromFilePath("a.png", FIXED), { content: true })).toBe(
      `ImageMessage(${ID}, file_path, auto, pending): "a.png"`,
    );
  });
});

describe("building an image message", () => {
  it("takes any source, the last one counts", () => {
    const base = ImageMessageBuilder.create(FIXED).withRecognitionMode("ocr");
    expect(base.withUrl("https://a.example").withFilePath("a.png").build()).toEqual(
      ImageMessage.fromFilePath("a.png", { ...FIXED, recognition_mode: "ocr" }),
    );
    expect(base.withBase64("iVBORw==", "image/png").build().data.source.type).toBe("base64");
  });

  it("has the rules of the factory, and takes the outcome of recognition", () => {
    expect(placesOf(() => ImageMessageBuilder.create().withUrl("a").build())).toEqual(["/data/source/url: bad_url"]);
    const done = { status: "completed", mode_used: "ocr", ocr: { text: "a", confidence: 0.5 } } as const;
    expect(ImageMessageBuilder.create().withFilePath("a").withRecognition(done).build().data.recognition).toEqual(done);
  });
});
