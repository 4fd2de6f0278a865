/** The program of the thread in which Tesseract runs: whatever happens to it there, the program around it goes on. */

import { createRequire } from "node:module";
import * as path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { MissingPeerError } from "../../shared/missing-peer-error.js";
import { loadPeer } from "../../shared/optional-peer.js";
import type { FromThread, ToThread } from "./thread-messages.js";

/** The part of tesseract.js that is used; its own types need those of browsers. */
interface Tesseract {
  createWorker(
    language: string,
    mode: number,
    options: {
      readonly langPath: string;
      readonly cacheMethod: "none";
      readonly errorHandler: (error: unknown) => void;
    },
  ): Promise<TesseractWorker>;
}

interface TesseractWorker {
  recognize(image: Buffer): Promise<{ readonly data: { readonly text: string; readonly confidence: number } }>;
}

/** The only recogniser that the data has in this form. */
const LSTM_ONLY = 1;
const MODEL = "4.0.0_best_int";

const require = createRequire(import.meta.url);

/** Nothing is fetched, since the data is read from its package, and nothing is written. */
async function started(language: string): Promise<TesseractWorker> {
  const data = `@tesseract.js-data/${language}`;
  const { createWorker } = await loadPeer<Tesseract>("tesseract.js", async () => require("tesseract.js"));
  const manifest = await loadPeer<string>(data, async () => require.resolve(`${data}/package.json`));
  const langPath = path.join(path.dirname(manifest), MODEL);
  // When it cannot start, it tells only the handler.
  return new Promise((resolve, reject) => {
    createWorker(language, LSTM_ONLY, { langPath, cacheMethod: "none", errorHandler: reject }).then(resolve, reject);
  });
}

async function answerTo(bytes: ToThread): Promise<FromThread> {
  try {
    const { data } = await (await worker).recognize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return { type: "read", text: data.text, confidence: data.confidence };
  } catch (error) {
    return MissingPeerError.isInstance(error) ? { type: "missing", peer: error.peer } : { type: "failed" };
  }
}

// Tesseract writes about images that are broken, and nobody asked it to.
for (const stream of [process.stdout, process.stderr]) stream.write = () => true;

const worker = started(String(workerData));
worker.catch(() => undefined);
parentPort?.on("message", async (bytes: ToThread) => parentPort?.postMessage(await answerTo(bytes)));
