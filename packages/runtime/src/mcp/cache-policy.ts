/** How long resources are kept where their server does not say. */

import { type Issue, type ResourceContents, ValidationError } from "@parlance/core";
import { issue, typeName } from "@parlance/core/internal";

/** Plain JSON, to be stored beside other settings. What a server says of a resource goes before it. */
export interface ResourceCachePolicy {
  /**
   * For how many milliseconds a resource counts as fresh; 0 for never.
   * @defaultValue an hour
   */
  readonly ttl_ms?: number | undefined;
  /** The same by media type, `text/markdown` or `image/*`, in any letter case and without parameters. The first goes before the second. */
  readonly ttl_ms_by_type?: Readonly<Record<string, number>> | undefined;
}

const AN_HOUR = 3_600_000;

/** Gives the time that contents of a media type may be kept. */
export type TtlOf = (contents: readonly ResourceContents[], mime_type: string | undefined) => number;

/** @throws ValidationError */
export function ttlBy({ ttl_ms = AN_HOUR, ttl_ms_by_type = {} }: ResourceCachePolicy): TtlOf {
  const byType = Object.entries(ttl_ms_by_type);
  const issues = [
    ...durationIssues(ttl_ms, "/policy/ttl_ms"),
    ...byType.flatMap(([, ttl]) => durationIssues(ttl, "/policy/ttl_ms_by_type/*")),
  ];
  if (issues.length > 0) throw new ValidationError(issues);
  const times = new Map(byType.map(([type, ttl]) => [plainType(type), ttl]));
  const timeOf = (type: string): number => times.get(type) ?? times.get(`${type.split("/", 1)[0]}/*`) ?? ttl_ms;
  // What is in several pieces is as fresh as the piece that ages first.
  return (contents, mime_type) =>
    contents.reduce(
      (least, piece) => Math.min(least, timeOf(plainType(piece.mime_type ?? mime_type ?? ""))),
      Number.MAX_SAFE_INTEGER,
    );
}

function plainType(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** What is wrong with a number of milliseconds. */
export function durationIssues(value: unknown, path: string, least = 0): readonly Issue[] {
  if (Number.isSafeInteger(value) && (value as number) >= least) return [];
  const expected = `a whole number from ${least}`;
  return [issue("bad_number", path, expected, typeName(value))];
}
