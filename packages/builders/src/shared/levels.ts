/** How many levels of the 256 that a record may have are left for what stands in one. */

import { MAX_DEPTH } from "@parlance/core/internal";

/** The history and its list are around a chat message. */
export const MESSAGE_LEVELS: number = MAX_DEPTH - 2;

/** At its deepest, a call stands in the list of a chat message. */
export const CALL_LEVELS: number = MESSAGE_LEVELS - 2;

export const ARGUMENTS_LEVELS: number = CALL_LEVELS - 1;
