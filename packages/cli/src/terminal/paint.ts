/** Colour, for a stream that is a terminal and for no other. */

import type { WriteStream } from "node:tty";
import picocolors from "picocolors";

export type Paint = ReturnType<typeof picocolors.createColors>;

/**
 * The colours for what is written to `stream`. NO_COLOR turns them off; FORCE_COLOR, but for 0 and false, turns them on also where the
 * stream is a file, a pipe or a dumb terminal, where there are none otherwise.
 */
export function paintFor(stream: Pick<WriteStream, "isTTY">): Paint {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  const isForced = FORCE_COLOR !== undefined && !["", "0", "false"].includes(FORCE_COLOR);
  return picocolors.createColors(!NO_COLOR && (isForced || (stream.isTTY === true && TERM !== "dumb")));
}
