/** What the arguments of a call say. */

import type { JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";

/** Undefined for an object without members, which Ollama writes for no arguments. */
export function argumentsSaid(given: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(given) && Object.keys(given).length === 0 ? undefined : given;
}
