/** Lines of JSON. */

import { eventTooLarge, type Frame, type Framer, MAX_EVENT } from "./frame.js";

export class LineFramer implements Framer {
  /** Joined when the line ends, so that many small pieces are cheap. */
  #pieces: string[] = [];
  #length = 0;

  push(text: string): readonly Frame[] {
    const frames: Frame[] = [];
    let from = 0;
    for (let to = text.indexOf("\n"); to >= 0; to = text.indexOf("\n", from)) {
      this.#keep(text.slice(from, to));
      this.#close(frames, true);
      from = to + 1;
    }
    if (from < text.length) this.#keep(text.slice(from));
    return frames;
  }

  end(): readonly Frame[] {
    const frames: Frame[] = [];
    this.#close(frames, false);
    return frames;
  }

  #keep(piece: string): void {
    this.#length += piece.length;
    if (this.#length > MAX_EVENT) throw eventTooLarge();
    this.#pieces.push(piece);
  }

  #close(frames: Frame[], isClosed: boolean): void {
    if (this.#length > 0) frames.push({ data: this.#pieces.join(""), isClosed });
    this.#pieces = [];
    this.#length = 0;
  }
}
