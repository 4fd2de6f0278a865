/** Tells the caller's store which messages have changed. */

import type { Message } from "@parlance/core";
import type { Operation } from "./operation.js";

/**
 * Has a changed or new message stored, and gives it back.
 *
 * @throws What the caller's store throws.
 */
export async function storedMessage<One extends Message>(message: One, { onDirty }: Operation): Promise<One> {
  await onDirty?.(message);
  return message;
}
