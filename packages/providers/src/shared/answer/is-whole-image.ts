/** Tells images of an answer that a message can have. */

import type { ImagePart } from "@parlance/core";
import { base64Issues } from "@parlance/core/internal";

/** Whether its bytes, where it has them in itself, can be decoded. */
export function isWholeImage({ source }: ImagePart): boolean {
  return source.type !== "base64" || base64Issues(source.data).length === 0;
}
