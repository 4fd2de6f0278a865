/** Every way in which an image cannot be looked at says why, and whether another try makes sense. */

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ImageMessage } from "@parlance/builders";
import { type RecognitionError, ValidationError } from "@parlance/core";
import * as openai from "@parlance/providers/openai";
import {
  createTesseract,
  createVision,
  DEFAULT_IMAGE_LIMITS,
  DEFAULT_URL_POLICY,
  type ImageOptions,
  recogniseImage,
} from "@parlance/runtime/images";
import { afterAll, beforeAll, expect, it } from "vitest";
import { png } from "./draw.js";
import { imageMessage, quiet, reading, seeing } from "./fixtures.js";
import { startServer, type WebServer } from "./web-server.js";

const image = png("Hello");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "parlance-failures-")));
let server: WebServer;

beforeAll(async () => {
  writeFileSync(join(folder, "a.png"), image);
  writeFileSync(join(folder, "broken.png"), image.subarray(0, image.length - 8));
  writeFileSync(join(folder, "notes.png"), "only notes");
  server = await startServer((request, response) => {
    const status = Number(request.url?.slice(1));
    if (status > 0) response.writeHead(status).end();
    else if (request.url === "/page") response.writeHead(200, { "content-type": "text/html" }).end();
    else if (request.url === "/round") response.writeHead(302, { location: "/round" }).end();
    else if (request.url === "/break") response.destroy();
    else if (request.url !== "/never") response.end(image);
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

const found = { text: "seen" };
const files = { workspace: folder, role: "planner" };
const urls = { ...DEFAULT_URL_POLICY, allow_private_addresses: true };
const fromFile = (path: string) => ImageMessage.fromFilePath(path, { recognition_mode: "vision" });
const fromUrl = (path: string) =>
  ImageMessage.fromUrl(`http://127.0.0.1:${server.port}/${path}`, { recognition_mode: "vision" });
const inside = (bytes: Uint8Array = image) => imageMessage(bytes, { recognition_mode: "vision" });
const forOcr = () => imageMessage(image, { recognition_mode: "ocr" });
const limited = (limits: object) => ({ limits: { ...DEFAULT_IMAGE_LIMITS, ...limits } });
const throwing = (thrown: unknown) => () => Promise.reject(thrown);

/** A model of OpenAI's, with what its server answers. */
const answering = (body: unknown) => ({
  vision: createVision({ provider: openai, model: "m", send: async () => body }),
});
const completion = (message: object, finish_reason: string) => ({ choices: [{ message, finish_reason }] });

const WAYS: readonly (readonly [what: string, () => ImageMessage, Partial<ImageOptions>, RecognitionError])[] = [
  [
    "too many bytes",
    inside,
    limited({ max_bytes: 10 }),
    { code: "too_large", message: "the image has more bytes than are allowed", retryable: false },
  ],
  [
    "too many bytes in a file",
    () => fromFile("a.png"),
    { files, ...limited({ max_bytes: 10 }) },
    { code: "too_large", message: "the file is larger than the policy allows", retryable: false },
  ],
  [
    "too many bytes behind a URL",
    () => fromUrl(""),
    { urls, ...limited({ max_bytes: 10 }) },
    { code: "too_large", message: "the image has more bytes than are allowed", retryable: false },
  ],
  [
    "too many pixels",
    inside,
    limited({ max_pixels: 10 }),
    { code: "too_many_pixels", message: "the image has more pixels than are allowed", retryable: false },
  ],
  [
    "bytes of another type",
    () => fromFile("notes.png"),
    { files },
    { code: "unsupported_format", message: "this is not an image in PNG, JPEG, GIF or WebP", retryable: false },
  ],
  [
    "a page",
    () => fromUrl("page"),
    { urls },
    { code: "unsupported_format", message: "this is not an image in PNG, JPEG, GIF or WebP", retryable: false },
  ],
  [
    "a broken image",
    () => fromFile("broken.png"),
    { files },
    { code: "corrupt", message: "the image is cut off or broken", retryable: false },
  ],
  [
    "no bytes",
    () => inside(new Uint8Array()),
    {},
    { code: "empty", message: "the image has no bytes", retryable: false },
  ],
  [
    "files that may not be read",
    () => fromFile("a.png"),
    {},
    { code: "file_denied", message: "images in files may not be read here", retryable: false },
  ],
  [
    "a role without the right",
    () => fromFile("a.png"),
    { files: { ...files, role: "guest" } },
    { code: "denied", message: "the role may not read this", retryable: false },
  ],
  [
    "no file",
    () => fromFile("none.png"),
    { files },
    { code: "not_found", message: "there is no such file", retryable: false },
  ],
  [
    "URLs that may not be fetched",
    () => fromUrl(""),
    {},
    { code: "url_denied", message: "the URL of the image may not be fetched: none is allowed here", retryable: false },
  ],
  [
    "an address that may not be reached",
    () => fromUrl(""),
    { urls: DEFAULT_URL_POLICY },
    { code: "address_denied", message: "the image is at an address that may not be reached", retryable: false },
  ],
  [
    "an answer of 404",
    () => fromUrl("404"),
    { urls },
    { code: "http_error", message: "the server of the image answered with an error: status 404", retryable: false },
  ],
  [
    "an answer of 503",
    () => fromUrl("503"),
    { urls },
    { code: "http_error", message: "the server of the image answered with an error: status 503", retryable: true },
  ],
  [
    "redirects in circles",
    () => fromUrl("round"),
    { urls },
    { code: "too_many_redirects", message: "the server of the image redirects too often", retryable: false },
  ],
  [
    "a connection that breaks",
    () => fromUrl("break"),
    { urls },
    {
      code: "network_failed",
      message: "the server of the image could not be reached, or the connection broke",
      retryable: true,
    },
  ],
  [
    "a server that never answers",
    () => fromUrl("never"),
    { urls: { ...urls, timeout_ms: 20 } },
    { code: "timeout", message: "it took too long: the server of the image did not answer in time", retryable: true },
  ],
  [
    "no model that sees",
    inside,
    { vision: undefined },
    { code: "vision_unavailable", message: "there is no model that sees images", retryable: false },
  ],
  [
    "a model that never answers",
    inside,
    { vision: seeing(() => new Promise(() => undefined)), ...limited({ timeout_ms: 20 }) },
    { code: "timeout", message: "it took too long", retryable: true },
  ],
  [
    "a model that refuses",
    inside,
    answering(completion({ role: "assistant", content: null, refusal: "I won't." }, "stop")),
    { code: "vision_refused", message: "the model refused to look at the image", retryable: false },
  ],
  [
    "a filter of the provider",
    inside,
    answering(completion({ role: "assistant", content: "" }, "content_filter")),
    { code: "vision_refused", message: "the model refused to look at the image", retryable: false },
  ],
  [
    "an answer that is cut off",
    inside,
    answering(completion({ role: "assistant", content: "A" }, "length")),
    {
      code: "vision_failed",
      message: "the model could not look at the image: its answer was cut off",
      retryable: true,
    },
  ],
  [
    "an answer that says nothing",
    inside,
    answering(completion({ role: "assistant", content: "" }, "stop")),
    { code: "vision_failed", message: "the model could not look at the image: it said nothing", retryable: true },
  ],
  [
    "a port that throws",
    inside,
    { vision: seeing(throwing(new TypeError("secret"))) },
    { code: "vision_failed", message: "the model could not look at the image: TypeError", retryable: true },
  ],
  [
    "a port whose settings are wrong",
    inside,
    { vision: seeing(throwing(new ValidationError([]))) },
    { code: "vision_failed", message: "the model could not look at the image: ValidationError", retryable: false },
  ],
  [
    "an engine that throws",
    forOcr,
    { ocr: reading(throwing("secret")) },
    { code: "ocr_failed", message: "the OCR engine could not read the image", retryable: true },
  ],
  [
    "an engine that gives nothing",
    forOcr,
    { ocr: reading(async () => undefined as never) },
    {
      code: "ocr_failed",
      message: "the OCR engine could not read the image: it gave nothing that can be used",
      retryable: true,
    },
  ],
  [
    "an engine whose language is not installed",
    forOcr,
    { ocr: createTesseract({ language: "tlh" }) },
    {
      code: "ocr_unavailable",
      message: "@tesseract.js-data/tlh is needed for this and is not installed: npm install @tesseract.js-data/tlh",
      retryable: false,
    },
  ],
];

it.each(WAYS)(
  "%s: the message has the code, an explanation, and whether to try again",
  async (_, message, options, error) => {
    const { data } = await recogniseImage(message(), { ...quiet(), vision: seeing(() => found), ...options });
    expect(data.recognition.status).toBe("failed");
    expect(data.recognition.error).toEqual(error);
    expect(data.recognition.attempts?.at(-1)?.error).toEqual(error);
  },
);
