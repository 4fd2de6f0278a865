/** What every operation takes from its caller besides its own settings. */

import type { Surroundings } from "@parlance/builders";
import type { Logger, Message } from "@parlance/core";
import type { Wait } from "./wait.js";

/** Every part may be left out. */
export interface Operation extends Surroundings {
  /**
   * Calls the work off. The operation rejects with the signal's reason, and nothing is written half; `decideCalls`, `executeCalls` and
   * `runAgent`, which have results to keep, resolve and say in them what was cancelled.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Lets time pass, for time-outs and pauses. Tests and replays give their own.
   * @defaultValue timers of the platform
   */
  readonly wait?: Wait | undefined;
  /**
   * Is told what was left out, cut or mended; free of content.
   * @defaultValue one line on the console for each
   */
  readonly logger?: Logger | undefined;
  /**
   * Is told every message that was changed or made, to store it; the operation goes on when it is done. What it throws ends the
   * operation, since nothing may be done on a decision that was not stored. A store may append every version of a message: wherever
   * stored messages are read, the last one of an id counts.
   */
  readonly onDirty?: ((message: Message) => void | Promise<void>) | undefined;
}
