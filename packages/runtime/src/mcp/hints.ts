/** What servers say of a resource besides its contents: how long it may be kept, and for whom it is. */

import type { Logger, ResourceAnnotations, ResourceCacheHints } from "@parlance/core";
import { tell } from "@parlance/core/internal";
import { membersOf } from "../shared/members.js";

/** Is told the place in the message of each hint that cannot be read. */
export type Ignore = (path: string) => void;

/** Tells the logger. */
export function hintIgnorer(logger: Logger | undefined): Ignore {
  const message = "what the server says here cannot be read and is left out";
  return (path) => tell(logger, { code: "hint_ignored", path, message });
}

/**
 * @param answer The answer to `resources/read`.
 * @returns Undefined where the server said nothing.
 */
export function cacheHintsOf(answer: object, ignore: Ignore): ResourceCacheHints | undefined {
  const { ttlMs, cacheScope } = membersOf(answer);
  const ttl_ms = ttlOf(ttlMs, ignore);
  const scope = scopeOf(cacheScope, ignore);
  if (ttl_ms === undefined && scope === undefined) return undefined;
  return { ...(ttl_ms === undefined ? {} : { ttl_ms }), ...(scope === undefined ? {} : { scope }) };
}

/** What cannot be read counts as 0, as the protocol has it for negative times: asking again is never wrong. */
export function ttlOf(value: unknown, ignore: Ignore): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && value >= 0 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY))
    return Math.min(value, Number.MAX_SAFE_INTEGER);
  ignore("/data/cache/ttl_ms");
  return 0;
}

function scopeOf(value: unknown, ignore: Ignore): "public" | "private" | undefined {
  if (value === "public" || value === "private") return value;
  if (value !== undefined && value !== null) ignore("/data/cache/scope");
  return undefined;
}

/**
 * @param value The member `annotations` of a listed resource or of a content block.
 * @returns Undefined where nothing was said that can be read.
 */
export function annotationsOf(value: unknown, ignore: Ignore): ResourceAnnotations | undefined {
  const given = membersOf(value);
  const audience = audienceOf(given.audience, ignore);
  const priority = priorityOf(given.priority, ignore);
  const last_modified = timeOf(given.lastModified, ignore);
  if (audience === undefined && priority === undefined && last_modified === undefined) return undefined;
  return {
    ...(audience === undefined ? {} : { audience }),
    ...(priority === undefined ? {} : { priority }),
    ...(last_modified === undefined ? {} : { last_modified }),
  };
}

const AUDIENCE = ["user", "assistant"] as const;

/** A resource for roles that nobody knows here is kept from models. */
function audienceOf(value: unknown, ignore: Ignore): ResourceAnnotations["audience"] {
  if (value === undefined || value === null) return undefined;
  const named = new Set<unknown>(Array.isArray(value) ? value : []);
  const known = AUDIENCE.filter((one) => named.has(one));
  if (!Array.isArray(value) || known.length !== named.size) ignore("/data/annotations/audience");
  if (known.length > 0) return known;
  return named.size === 0 ? undefined : ["user"];
}

function priorityOf(value: unknown, ignore: Ignore): number | undefined {
  if (typeof value === "number" && value >= 0 && value <= 1) return value;
  if (value !== undefined && value !== null) ignore("/data/annotations/priority");
  return undefined;
}

/** Servers may write any offset; the contract has one form for all times. */
function timeOf(value: unknown, ignore: Ignore): string | undefined {
  if (value === undefined || value === null) return undefined;
  const date = new Date(typeof value === "string" ? value : Number.NaN);
  const year = date.getUTCFullYear();
  if (year >= 0 && year <= 9999) return date.toISOString();
  ignore("/data/annotations/last_modified");
  return undefined;
}
