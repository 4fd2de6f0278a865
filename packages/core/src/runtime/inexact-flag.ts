/** Whether values may be written otherwise than `JSON.stringify` would; until then nobody looks for kept literals and spellings. */

import { shared } from "./shared.js";

/** `seen` is true from the first number that a double cannot hold, and while a tree is written that has spellings. */
export const inexact: { seen: boolean } = /* @__PURE__ */ shared("inexact_seen", () => ({ seen: false }));

/** Runs what migrates or writes a tree that has raw scalars and spellings. Nothing in it may keep a literal. */
export function asSpelled<Result>(run: () => Result): Result {
  const before = inexact.seen;
  inexact.seen = true;
  try {
    return run();
  } finally {
    inexact.seen = before;
  }
}
