/** Tesseract in its thread: one for all images, offline, and no harm to the program when it hangs or breaks. */

import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createTesseract } from "@parlance/runtime/images";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { png } from "./draw.js";
import { tesseract } from "./fixtures.js";

const signal = new AbortController().signal;

describe("one engine", () => {
  it("reads several images at once, each with its own text, by one thread", async () => {
    const words = ["Alpha", "Bravo", "Charlie", "Delta", "Echo"];
    const found = await Promise.all(words.map((word) => tesseract.recognise(png(word), { signal })));
    expect(found.map(({ text }) => text)).toEqual(words);
    for (const { confidence } of found) expect(confidence).toBeGreaterThan(0.5);
  });

  it("is answered at once when an image is called off, while it is read or waits", async () => {
    const calledOff = new AbortController();
    const large = png(...Array.from({ length: 60 }, () => "so much text in here that it takes"));
    const running = tesseract.recognise(large, { signal: calledOff.signal });
    const waiting = tesseract.recognise(png("Waiting"), { signal: calledOff.signal });
    const other = tesseract.recognise(png("Other"), { signal });
    setTimeout(() => calledOff.abort(new Error("not any more")), 5);
    await expect(running).rejects.toThrow("not any more");
    await expect(waiting).rejects.toThrow("not any more");
    expect((await other).text).toBe("Other");
  });

  it("does not begin what was called off before", async () => {
    const before = AbortSignal.abort(new Error("before"));
    await expect(tesseract.recognise(png("x"), { signal: before })).rejects.toThrow("before");
  });

  it("an engine that is closed ends what is read and refuses what comes later, however often it is closed", async () => {
    const closed = createTesseract();
    const running = closed.recognise(png("Running"), { signal });
    const waiting = closed.recognise(png("Waiting"), { signal });
    // Settled later; nobody listens until then.
    running.catch(() => undefined);
    waiting.catch(() => undefined);
    await Promise.all([closed.close(), closed.close()]);
    await closed.close();
    for (const one of [running, waiting, closed.recognise(png("Late"), { signal })])
      await expect(one).rejects.toMatchObject({ code: "ocr_unavailable" });
  });
});

describe("a language", () => {
  it("a language whose package is not installed is named with what to install", async () => {
    const klingon = createTesseract({ language: "tlh" });
    await expect(klingon.recognise(png("x"), { signal })).rejects.toMatchObject({
      code: "missing_peer",
      message: "@tesseract.js-data/tlh is needed for this and is not installed: npm install @tesseract.js-data/tlh",
    });
    await klingon.close();
  });

  it.each(["", "../eng", "eng/../../x", "https://example.com", "ENG", "eng+deu", "e", 5 as unknown as string])(
    "a language that is not a name is not taken: %j",
    (language) => {
      expect(() => createTesseract({ language })).toThrow("/language");
    },
  );
});

/** Loaded in every thread of a program: tells of whoever reaches for the network. */
const WATCH = `
  import dns from "node:dns";
  import { writeSync } from "node:fs";
  import net from "node:net";
  const told = () => { writeSync(2, "network"); throw new Error("network"); };
  net.Socket.prototype.connect = told;
  dns.lookup = told;
  dns.promises.lookup = told;
  globalThis.fetch = told;
`;

const require = createRequire(import.meta.url);
const PROGRAM = `
  import { ImageMessage } from ${url("@parlance/builders")};
  import { createTesseract, recogniseImage } from ${url("@parlance/runtime/images")};
  const data = process.argv[1];
  const sound = Buffer.from(data, "base64");
  const pixels = sound.indexOf("IDAT") + 4;
  const broken = Buffer.from(sound).fill(0, pixels, pixels + 40).toString("base64");
  const logger = { warn: () => undefined };
  const byItself = async (data) =>
    (await recogniseImage(ImageMessage.fromBase64(data, "image/png"), { logger })).data.recognition;
  const forgotten = createTesseract();
  const [good, bad, read] = await Promise.all([
    byItself(data),
    byItself(broken),
    forgotten.recognise(sound, new AbortController()),
  ]);
  const threads = process.report.getReport().workers.length;
  console.log(JSON.stringify([good.ocr.text, bad.error.code, read.text, threads]));
`;

function url(name: string): string {
  return JSON.stringify(pathToFileURL(require.resolve(name)).href);
}

describe("a program without an engine for all images, and with one that it forgets to close", () => {
  const empty = mkdtempSync(join(tmpdir(), "parlance-ocr-"));
  let stdout: string;
  let stderr: string;
  beforeAll(async () => {
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(WATCH)}`;
    const env = { ...process.env, NODE_OPTIONS, HOME: empty, TMPDIR: empty };
    const args = ["--input-type=module", "-e", PROGRAM, png("Hello there").toString("base64")];
    ({ stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: empty, env }));
  });
  afterAll(() => rmSync(empty, { recursive: true }));

  it("reads them, keeps no thread but the forgotten one, and ends by itself", () => {
    expect(JSON.parse(stdout)).toEqual(["Hello there", "ocr_failed", "Hello there", 1]);
  });

  it("fetches nothing, and writes nothing on the console about broken images", () => {
    expect(stderr).toBe("");
  });

  it("writes no file", () => {
    expect(readdirSync(empty)).toEqual([]);
  });
});
