/** How long resources are kept where their server does not say. */

import type { ResourceContents } from "@parlance/core";
import { lowerAscii } from "@parlance/core/internal";
import { checkSettings, readSettings, wholeRule } from "../shared/settings.js";

/** Plain JSON, to be stored beside other settings. What a server says of a resource goes before `ttl_ms` and `ttl_ms_by_type`. */
export interface ResourceCachePolicy {
  /**
   * For how many milliseconds a resource counts as fresh; 0 for never.
   * @defaultValue an hour
   */
  readonly ttl_ms?: number | undefined;
  /** The same by media type, `text/markdown` or `image/*`, in any letter case and without parameters. The first goes before the second. */
  readonly ttl_ms_by_type?: Readonly<Record<string, number>> | undefined;
  /**
   * The longest time that a server itself may have a resource kept for; 0 keeps none by its word.
   * @defaultValue a day
   */
  readonly max_server_ttl_ms?: number | undefined;
}

const AN_HOUR = 3_600_000;
const A_DAY = 86_400_000;
const FROM_0 = { least: 0 };

/**
 * Gives the time that contents of a media type may be kept.
 *
 * @param said What their server says of it.
 */
export type TtlOf = (
  contents: readonly ResourceContents[],
  mime_type: string | undefined,
  said: number | undefined,
) => number;

/** @throws ValidationError */
export function ttlBy(policy: ResourceCachePolicy): TtlOf {
  return readSettings(policy, ttlByChecked, "/policy");
}

function ttlByChecked({
  ttl_ms = AN_HOUR,
  ttl_ms_by_type = {},
  max_server_ttl_ms = A_DAY,
}: ResourceCachePolicy): TtlOf {
  const byType = readSettings(ttl_ms_by_type, Object.entries<number>, "/policy/ttl_ms_by_type");
  checkSettings([
    wholeRule("/policy/ttl_ms", ttl_ms, FROM_0),
    wholeRule("/policy/max_server_ttl_ms", max_server_ttl_ms, FROM_0),
    ...byType.map(([, ttl]) => wholeRule("/policy/ttl_ms_by_type/*", ttl, FROM_0)),
  ]);
  const times = new Map(byType.map(([type, ttl]) => [plainType(type), ttl]));
  const timeOf = (type: string): number => times.get(type) ?? times.get(`${type.split("/", 1)[0]}/*`) ?? ttl_ms;
  // What is in several pieces is as fresh as the piece that ages first.
  const configured = (contents: readonly ResourceContents[], mime_type: string | undefined): number =>
    contents.reduce(
      (least, piece) => Math.min(least, timeOf(plainType(piece.mime_type ?? mime_type ?? ""))),
      Number.MAX_SAFE_INTEGER,
    );
  return (contents, mime_type, said) =>
    said === undefined ? configured(contents, mime_type) : Math.min(said, max_server_ttl_ms);
}

function plainType(type: string): string {
  return lowerAscii((type.split(";", 1)[0] ?? "").trim());
}
