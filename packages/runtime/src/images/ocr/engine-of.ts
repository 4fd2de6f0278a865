/** An OCR engine over threads that may hang, crash and be ended at any time. */

import { withTimeLimit } from "../../shared/wait.js";
import { ImageError } from "../image-error.js";
import type { OcrEngine, OcrFindings } from "./ocr-engine.js";
import type { OcrThread } from "./ocr-thread.js";

/**
 * One thread for all images, one after the other, started with the first. One that was called off, failed or crashed is ended,
 * since nobody knows what it is left with.
 */
export function engineOf(name: string, start: () => OcrThread): OcrEngine {
  let thread: OcrThread | undefined;
  let isClosed = false;
  let before: Promise<unknown> = Promise.resolve();

  async function read(bytes: Uint8Array, signal: AbortSignal): Promise<OcrFindings> {
    signal.throwIfAborted();
    if (isClosed) throw new ImageError("ocr_unavailable");
    const used = thread?.isAlive() === true ? thread : start();
    thread = used;
    try {
      return await used.read(bytes, signal);
    } catch (error) {
      await used.end();
      throw isClosed ? new ImageError("ocr_unavailable") : error;
    }
  }

  return Object.freeze<OcrEngine>({
    name,
    recognise: async (bytes, { signal }) => {
      const turn = before.then(() => read(bytes, signal));
      before = turn.catch(() => undefined);
      const timed = await withTimeLimit(undefined, { signal }, () => turn);
      // Without a limit of time it always ends.
      return (timed as Extract<typeof timed, { readonly ended: true }>).value;
    },
    close: async () => {
      isClosed = true;
      await thread?.end();
    },
  });
}
