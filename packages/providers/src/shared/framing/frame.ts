/** How streams are cut into events, each of which is one JSON text. */

import { ParseError } from "@parlance/core";

export interface Frame {
  readonly data: string;
  /** The name that a server-sent event has. */
  readonly name?: string | undefined;
  /** False for the last one of a stream that ended within it, or right behind it without saying so. */
  readonly isClosed: boolean;
}

export interface Framer {
  /**
   * The texts that have come to their end. What is blank is not an event.
   * @throws ParseError with the code `too_large`.
   */
  push(text: string): readonly Frame[];
  /** What is left at the end of the stream. */
  end(): readonly Frame[];
}

/** The most characters of an event: as many as a JSON text may have. */
export const MAX_EVENT = 67_108_864;

export function eventTooLarge(): ParseError {
  return new ParseError("too_large", `an event of more than ${MAX_EVENT} characters`);
}
