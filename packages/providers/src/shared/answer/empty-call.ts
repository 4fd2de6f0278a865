/** Tells calls from what some servers write where there is none. */

import type { JsonValue } from "@parlance/core";

type CallWords = { readonly [Name in "id" | "name" | "arguments"]?: JsonValue | undefined };

/** Whether all members of a call are empty: some servers write no call so. */
export function isEmptyCall({ id, name, arguments: args }: CallWords): boolean {
  return isNothing(id) && isNothing(name) && isNothing(args);
}

function isNothing(member: JsonValue | undefined): boolean {
  return member === undefined || member === null || member === "";
}
