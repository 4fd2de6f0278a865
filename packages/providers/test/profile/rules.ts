/** Rules of produced requests that the published schemas do not have: what is the same for every provider. */

export type Json = null | boolean | number | string | readonly Json[] | JsonRecord;

export interface JsonRecord {
  readonly [name: string]: Json | undefined;
}

/** Where a rule is broken: `/messages/3/tool_calls/0/id is not answered directly after`. */
export type Fault = string;

export interface ProfileOptions {
  /** Whether system messages were to stay where they are. */
  readonly isInPlace?: boolean;
  /** Whether the answer was to be streamed; undefined where it is not looked at. */
  readonly isStreamed?: boolean;
}

/** Of providers that are told in the body whether to stream. */
export function streamFaults(
  { stream = false }: JsonRecord,
  { isStreamed = stream === true }: ProfileOptions,
): readonly Fault[] {
  return stream === isStreamed ? [] : ["/stream is not what was asked for"];
}

export function isRecord(value: Json | undefined): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export function recordsOf(value: Json | undefined): readonly JsonRecord[] {
  return listOf(value).filter(isRecord);
}

/** A message, as far as calls and their results go. */
export interface Turn {
  readonly path: string;
  readonly calls: readonly PlacedId[];
  readonly results: readonly PlacedId[];
  /** Whether it says anything besides results. */
  readonly isResultsAlone: boolean;
}

export interface PlacedId {
  readonly path: string;
  readonly id: string;
}

/** One result for each call, directly after it, and none for anything else. */
export function pairingFaults(turns: readonly Turn[]): readonly Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  let open: readonly PlacedId[] = [];
  for (const { calls, results, isResultsAlone } of turns) {
    for (const { path, id } of results) {
      if (!open.some((call) => call.id === id)) faults.push(`${path} answers no call directly before it`);
      open = open.filter((call) => call.id !== id);
    }
    if (!isResultsAlone) {
      faults.push(...open.map(({ path }) => `${path} is not answered directly after`));
      open = [];
    }
    for (const { path, id } of calls) {
      if (seen.has(id)) faults.push(`${path} is the id of an earlier call`);
      seen.add(id);
    }
    open = [...open, ...calls];
  }
  return [...faults, ...open.map(({ path }) => `${path} is never answered`)];
}

/** Texts that are not Unicode, members that are undefined, and lists that no provider takes empty. */
export function plainFaults(value: Json | undefined, path = "", emptyLists: readonly string[] = []): readonly Fault[] {
  if (value === undefined) return [`${path} is undefined`];
  if (typeof value === "string") return /\p{Surrogate}/u.test(value) ? [`${path} has half a surrogate pair`] : [];
  if (Array.isArray(value)) {
    const isEmpty = value.length === 0 && emptyLists.includes(path.slice(path.lastIndexOf("/") + 1));
    const faults = value.flatMap((item, at) => plainFaults(item, `${path}/${at}`, emptyLists));
    return isEmpty ? [`${path} is an empty list`] : faults;
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(/\p{Surrogate}/u.test(name) ? [`${path} has a name with half a surrogate pair`] : []),
    ...plainFaults(member, `${path}/${name}`, emptyLists),
  ]);
}

export function textFault(value: Json | undefined, rule: RegExp, path: string): readonly Fault[] {
  return typeof value === "string" && rule.test(value) ? [] : [`${path} is not ${rule.source}`];
}

/** Members that the provider does not document. */
export function strangers(record: JsonRecord, known: string, path: string): readonly Fault[] {
  const names = known.split(" ");
  return Object.keys(record).flatMap((name) => (names.includes(name) ? [] : [`${path}/${name} is not a known member`]));
}

/** A choice has to be of a tool that is there; without tools there is none. */
export function toolFaults(
  names: readonly (Json | undefined)[],
  chosen: Json | undefined,
  hasChoice: boolean,
): readonly Fault[] {
  const faults: Fault[] = [];
  if (new Set(names).size < names.length) faults.push("/tools has two of one name");
  if (hasChoice && names.length === 0) faults.push("/tool_choice is without tools");
  if (chosen !== undefined && !names.includes(chosen)) faults.push("/tool_choice is of no tool");
  return faults;
}
