/** An engine whose thread does everything that a thread should not do. */

import { getEventListeners, once } from "node:events";
import { afterEach, expect, it, vi } from "vitest";
import { engineOf } from "../../src/images/ocr/engine-of.js";
import type { OcrEngine } from "../../src/images/ocr/ocr-engine.js";
import { type OcrThread, startThread } from "../../src/images/ocr/ocr-thread.js";

const signal = new AbortController().signal;
const IMAGE = new Uint8Array([1]);
const engines: OcrEngine[] = [];
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.close())));

/** An engine that runs these programs, a new one for each thread, and the last of them for all further ones. */
function engine(...programs: readonly [string, ...string[]]) {
  let started = 0;
  const threads: OcrThread[] = [];
  const made = engineOf("test", () => {
    const program = programs[Math.min(started++, programs.length - 1)];
    const text = `import { parentPort, workerData } from "node:worker_threads";\n${program}`;
    const thread = startThread(new URL(`data:text/javascript,${encodeURIComponent(text)}`), "some language");
    threads.push(thread);
    return thread;
  });
  engines.push(made);
  return { ...made, started: () => started, alive: () => threads.filter((thread) => thread.isAlive()).length };
}

const sound = `parentPort.on("message", (bytes) =>
  parentPort.postMessage({ type: "read", text: workerData + bytes[0] + "\\n", confidence: 50 }));`;

it("keeps one thread for all images", async () => {
  const one = engine(sound);
  expect(await one.recognise(IMAGE, { signal })).toEqual({ text: "some language1", confidence: 0.5 });
  await one.recognise(IMAGE, { signal });
  expect(one.started()).toBe(1);
});

it.each([
  ["throws as it is loaded", "throw new Error('secret');"],
  ["throws when it is asked", "parentPort.on('message', () => { throw new Error('secret'); });"],
  ["rejects when it is asked", "parentPort.on('message', () => Promise.reject(new Error('secret')));"],
  ["ends when it is asked", "parentPort.on('message', () => process.exit(0));"],
  ["ends without a word", ""],
  ["is not a program", "this is not a program"],
  ["says that it failed", "parentPort.on('message', () => parentPort.postMessage({ type: 'failed' }));"],
])("starts another thread after one that %s", async (_, program) => {
  const one = engine(program, sound);
  await expect(one.recognise(IMAGE, { signal })).rejects.toMatchObject({
    code: "ocr_failed",
    message: "the OCR engine could not read the image",
  });
  expect(await one.recognise(IMAGE, { signal })).toMatchObject({ text: "some language1" });
  expect(one.started()).toBe(2);
});

it("starts another thread after one that died while nobody asked it anything", async () => {
  const dying = `${sound}; parentPort.once("message", () => setTimeout(() => { throw new Error("secret"); }, 5));`;
  const one = engine(dying, sound);
  await one.recognise(IMAGE, { signal });
  await expect.poll(one.alive).toBe(0);
  expect(await one.recognise(IMAGE, { signal })).toMatchObject({ text: "some language1" });
  expect(one.started()).toBe(2);
});

/** Tells that it is busy, and is so for ever. */
const hangs = `parentPort.on("message", () => {
  new BroadcastChannel("busy").postMessage("");
  for (;;);
});`;

async function busy(): Promise<void> {
  const channel = new BroadcastChannel("busy");
  await once(channel, "message");
  channel.close();
}

it("ends a thread that hangs when the image is called off, and goes on with another", async () => {
  const one = engine(hangs, sound);
  const calledOff = new AbortController();
  const hanging = one.recognise(IMAGE, { signal: calledOff.signal });
  const next = one.recognise(IMAGE, { signal });
  hanging.catch(() => undefined);
  await busy();
  calledOff.abort(new Error("too long"));
  await expect(hanging).rejects.toThrow("too long");
  expect(await next).toMatchObject({ text: "some language1" });
  expect(one.alive()).toBe(1);
});

it("ends a thread that hangs when it is closed", async () => {
  const one = engine(hangs);
  const hanging = one.recognise(IMAGE, { signal });
  hanging.catch(() => undefined);
  await busy();
  await one.close();
  await expect(hanging).rejects.toMatchObject({ code: "ocr_unavailable" });
  expect(one.started()).toBe(1);
});

it("starts no thread when it is closed before anything was read", async () => {
  const one = engine(sound);
  await one.close();
  await expect(one.recognise(IMAGE, { signal })).rejects.toMatchObject({ code: "ocr_unavailable" });
  expect(one.started()).toBe(0);
});

it("leaves no listeners on the signal of its caller, nor on its thread", async () => {
  const warned = vi.spyOn(process, "emitWarning");
  const one = engine(sound);
  const mine = new AbortController().signal;
  for (let count = 0; count < 20; count++) await one.recognise(IMAGE, { signal: mine });
  expect(getEventListeners(mine, "abort")).toEqual([]);
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});
