/** Parts that only this dialect has: kept as unknown parts when a request is imported, and sent back as they came. */

import type { JsonObject } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import type { UserPartWire } from "./wire.js";

/** By the type of a part, which is also the name of the member that holds all there is to it: the texts that have to be in there. */
export type OwnParts = Readonly<Record<string, readonly string[]>>;

/** The part as it goes out; undefined for one that the servers do not take from a user. */
export function ownPart(part: JsonObject, ownParts: OwnParts): UserPartWire | undefined {
  const { type } = part;
  if (typeof type !== "string" || !Object.hasOwn(ownParts, type)) return undefined;
  const held = part[type];
  const isWhole = isJsonObject(held) && ownParts[type]?.every((name) => typeof held[name] === "string");
  return isWhole === true ? (part as unknown as UserPartWire) : undefined;
}
