/** The error for a ledger that cannot note that a call begins. */

import { ParlanceError } from "@parlance/core";
import { markedBy } from "@parlance/core/internal";

const CODE = "ledger_failed";

const MARKER = Symbol.for("parlance.error.ledger");

/** A call was not noted, so it does not begin. The message has the system's code and tells neither the call nor paths of the machine. */
export class LedgerError extends ParlanceError {
  static override readonly isInstance: (value: unknown) => value is LedgerError = /* @__PURE__ */ markedBy(
    LedgerError,
    MARKER,
  );

  override readonly name: string = "LedgerError";
  declare readonly code: typeof CODE;

  /** @param reason What the system calls the fault, such as `ENOSPC`. */
  constructor(reason: string) {
    super(CODE, `the ledger's folder could not be written, so no call begins: ${reason}`);
  }
}
