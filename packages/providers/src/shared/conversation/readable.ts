/** Reads what a caller gave, which may be a proxy that throws whatever it likes, content included. */

import { isJsonObject } from "@parlance/core/internal";

/** What `read` finds in an object; undefined for anything else, and for an object that throws as it is read. */
export function readFromObject<Given, Read>(given: Given, read: (given: Given) => Read): Read | undefined {
  try {
    return isJsonObject(given) ? read(given) : undefined;
  } catch {
    return undefined;
  }
}
