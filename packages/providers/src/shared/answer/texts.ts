/** Pieces of text as events: none of them ends within a character. */

import type { StreamEvent } from "../types.js";

type Speaking = Extract<StreamEvent, { readonly text: string }>["type"];

/** Providers cut texts into pieces by UTF-16 code unit now and then; half a character is held back until its other half comes. */
export class TextEvents {
  readonly #emit: (event: StreamEvent) => void;
  #type: Speaking = "text";
  #half = "";

  constructor(emit: (event: StreamEvent) => void) {
    this.#emit = emit;
  }

  add(type: Speaking, piece: string): void {
    if (piece === "") return;
    if (type !== this.#type) this.flush();
    const text = this.#half + piece;
    const whole = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
    this.#type = type;
    this.#half = text.slice(whole);
    if (whole > 0) this.#emit({ type, text: text.slice(0, whole) });
  }

  /** Gives away what is held back: its other half will not come. */
  flush(): void {
    const text = this.#half;
    this.#half = "";
    if (text !== "") this.#emit({ type: this.#type, text });
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
