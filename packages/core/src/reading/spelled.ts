/** Reads a JSON text so that every value can be written again as it was spelled, and notices keys that stand twice in one object. */

import { RawScalar } from "../runtime/raw-scalar.js";
import { keepSpelling } from "../runtime/spelling.js";
import { type Container, TreeBuilder } from "./tree-builder.js";

export interface SpelledText {
  /** Its containers have their spelling; a `RawScalar` stands where `JSON.stringify` would write another text. */
  readonly tree: unknown;
  /** Whether a key stands twice in one object. Of its values the tree has the last, as `JSON.parse` does. */
  readonly isRepeating: boolean;
}

/** @param text A JSON text within the limits. */
export function readSpelled(text: string): SpelledText {
  return new SpelledBuilder(text).read();
}

class SpelledBuilder extends TreeBuilder implements SpelledText {
  isRepeating = false;

  protected override scalarOf(literal: string): unknown {
    const value = JSON.parse(literal) as string | number | boolean | null;
    const isRaw = typeof value !== "boolean" && value !== null && JSON.stringify(value) !== literal;
    return isRaw ? new RawScalar(literal, value) : value;
  }

  protected override closed(container: Container, text: string): void {
    keepSpelling(container, text);
  }

  protected override repeated(): void {
    this.isRepeating = true;
  }
}
