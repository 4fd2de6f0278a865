/** The error for a package that somebody has to install first. */

import { ParlanceError } from "@parlance/core";
import { markedBy } from "@parlance/core/internal";

const CODE = "missing_peer";
const MARKER = Symbol.for("parlance.error.missing_peer");

/** A package that is needed for this alone is not installed; the message says how to install it. */
export class MissingPeerError extends ParlanceError {
  static override readonly isInstance: (value: unknown) => value is MissingPeerError = /* @__PURE__ */ markedBy(
    MissingPeerError,
    MARKER,
  );

  override readonly name: string = "MissingPeerError";
  declare readonly code: typeof CODE;
  /** The package, as it is installed. */
  readonly peer: string;

  constructor(peer: string) {
    super(CODE, `${peer} is needed for this and is not installed: npm install ${peer}`);
    this.peer = peer;
  }
}
