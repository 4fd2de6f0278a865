/** Colour, for a stream that is a terminal and for no other. */

import type { WriteStream } from "node:tty";
import picocolors from "picocolors";

export type Paint = ReturnType<typeof picocolors.createColors>;

/** The colours for what is written to `stream`; they do nothing when it is a file or a pipe, or when NO_COLOR is set. */
export function paintFor(stream: Pick<WriteStream, "isTTY">): Paint {
  const { NO_COLOR, TERM } = process.env;
  return picocolors.createColors(stream.isTTY === true && !NO_COLOR && TERM !== "dumb");
}
