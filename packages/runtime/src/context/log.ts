/** Says in the log what was left out of a context. */

import { tell } from "@parlance/core/internal";
import type { Operation } from "../shared/operation.js";
import type { RemovalCode } from "./leaving.js";
import type { Removal } from "./trim.js";

/** Each resource, file and image by itself; what was said before in one line, however many turns it is. */
export function logRemovals(removed: readonly Removal[], { logger }: Pick<Operation, "logger">): void {
  for (const removal of removed) if (!isOfTurns(removal.code)) log([removal], logger);
  for (const code of ["old_turn", "old_round"] as const) {
    const all = removed.filter((removal) => removal.code === code);
    if (all.length > 0) log(all, logger);
  }
}

function isOfTurns(code: RemovalCode): boolean {
  return code === "old_turn" || code === "old_round";
}

/** @param removed With one code. */
function log(removed: readonly Removal[], logger: Operation["logger"]): void {
  const [first] = removed;
  const messages = removed.reduce((sum, { paths }) => sum + paths.length, 0);
  const tokens = removed.reduce((sum, one) => sum + one.tokens, 0);
  const what = `${messages} ${messages === 1 ? "message" : "messages"} with ${tokens} tokens`;
  tell(logger, {
    code: "context_removed",
    path: first?.paths[0] ?? "",
    message: `${what} left out of the context to fit the budget: ${first?.reason ?? ""}.`,
  });
}
