/** A thread in which a program reads images, one after the other. */

import { Worker } from "node:worker_threads";
import { MissingPeerError } from "../../shared/missing-peer-error.js";
import { ImageError } from "../image-error.js";
import type { OcrFindings } from "./ocr-engine.js";
import type { FromThread } from "./thread-messages.js";

export interface OcrThread {
  /** Whether it can still read. */
  readonly isAlive: () => boolean;
  /**
   * Only one at a time.
   *
   * @throws ImageError `ocr_failed`, also when the thread ends meanwhile; MissingPeerError; the signal's reason.
   */
  read(bytes: Uint8Array, signal: AbortSignal): Promise<OcrFindings>;
  /** Ends the thread, what it is doing included. */
  end(): Promise<void>;
}

/**
 * Starts a program at once. The thread keeps the process alive only while it reads.
 *
 * @param program Speaks as `thread-messages` has it.
 * @param language What it is started with.
 */
export function startThread(program: URL, language: string): OcrThread {
  const worker = new Worker(program, { workerData: language, execArgv: [] });
  worker.unref();
  let isAlive = true;
  // Also while nobody waits for it, when an error without a listener would end the process.
  worker.on("error", () => undefined);
  worker.on("exit", () => {
    isAlive = false;
  });
  return {
    isAlive: () => isAlive,
    read: (bytes, signal) => answerOf(worker, bytes, signal),
    end: async () => {
      await worker.terminate();
    },
  };
}

async function answerOf(worker: Worker, bytes: Uint8Array, signal: AbortSignal): Promise<OcrFindings> {
  const over = new AbortController();
  worker.ref();
  try {
    const answer = await new Promise<FromThread>((resolve, reject) => {
      const failed = (): void => reject(new ImageError("ocr_failed"));
      const listeners = { message: resolve, messageerror: failed, error: failed, exit: failed };
      for (const [event, listener] of Object.entries(listeners)) {
        worker.on(event, listener);
        over.signal.addEventListener("abort", () => worker.off(event, listener));
      }
      signal.addEventListener("abort", () => reject(signal.reason), { signal: over.signal });
      worker.postMessage(bytes);
    });
    return findings(answer);
  } finally {
    over.abort();
    worker.unref();
  }
}

function findings(answer: FromThread): OcrFindings {
  switch (answer.type) {
    case "read":
      return { text: answer.text.trimEnd(), confidence: answer.confidence / 100 };
    case "failed":
      // The engine works, and will say the same of this image again.
      throw new ImageError("ocr_failed", { retryable: false });
    case "missing":
      throw new MissingPeerError(answer.peer);
  }
}
