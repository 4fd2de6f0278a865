/** Counts what a file holds, by type and by what became of each record. */

import { type AcceptedVerdict, isKnownRecordType, unknownName } from "./verdict.js";

/** The counts of one message type. `versions` are those of the records as they were stored, or {@link OTHER_VERSION}. */
export interface TypeCounts {
  readonly type: string;
  readonly known: boolean;
  readonly versions: Map<number | typeof OTHER_VERSION, number>;
  unknown: number;
  invalid: number;
}

/** The versions beyond those that are counted each for itself. */
export const OTHER_VERSION = "other";
/** The row for records that do not even say what they are. */
const NO_TYPE = "(no known type)";
const OTHER = "(other)";
/** More versions than this are counted together, for the same reason. */
const MAX_VERSIONS = 10;
/** What the codec warns of where a message holds something that this version does not know. */
const PARTLY_UNKNOWN: ReadonlySet<string> = new Set(["unknown_part", "unknown_control"]);
/** More unknown types than this are counted together, so that memory does not grow with the file. */
const MAX_UNKNOWN_TYPES = 100;

export class Tally {
  readonly #types = new Map<string, TypeCounts>();
  readonly #versions = new Set<number>();
  #unknownTypes = 0;
  records = 0;
  /** Records of a type that this version knows, broken ones included. */
  known = 0;
  unknown = 0;
  /** Records of a known type that hold a part or a control of an unknown one. */
  partlyUnknown = 0;
  invalid = 0;
  /** The file as a whole is damaged, for example cut off inside an array. */
  damaged = false;

  /** Whether there are records, and none of them is of the contract. */
  get isForeign(): boolean {
    return this.records > 0 && this.known === 0;
  }

  accept(result: AcceptedVerdict): void {
    this.records += 1;
    if (isKnownRecordType(result.type)) this.known += 1;
    if (result.state !== "unknown") {
      const { versions } = this.#countsOf(result.type);
      const version = this.#nameOf(result.version);
      versions.set(version, (versions.get(version) ?? 0) + 1);
      if (result.warnings.some(({ code }) => PARTLY_UNKNOWN.has(code))) this.partlyUnknown += 1;
      return;
    }
    this.unknown += 1;
    this.#unknownCounts(unknownName(result.type)).unknown += 1;
  }

  /** Counts a record that is broken; `type` is the known type it claims to be of. */
  reject(type: string | undefined): void {
    this.records += 1;
    this.invalid += 1;
    if (type !== undefined) this.known += 1;
    this.#countsOf(type ?? NO_TYPE).invalid += 1;
  }

  /** What makes the file a bad one, in words; undefined for a good one. */
  fault(failOnUnknown: boolean): string | undefined {
    if (this.invalid > 0) return `${this.invalid} invalid`;
    if (this.damaged) return "damaged";
    if (this.isForeign) return "no known record";
    const unknown = this.unknown + this.partlyUnknown;
    return failOnUnknown && unknown > 0 ? `${unknown} unknown` : undefined;
  }

  /** The counts, the most frequent type first; what is unknown after what is known. */
  rows(): readonly TypeCounts[] {
    const rank = (row: TypeCounts): number => (row.known ? 0 : row.type === NO_TYPE ? 2 : 1);
    return [...this.#types.values()].sort(
      (a, b) => rank(a) - rank(b) || totalOfType(b) - totalOfType(a) || (a.type < b.type ? -1 : 1),
    );
  }

  #nameOf(version: number): number | typeof OTHER_VERSION {
    if (this.#versions.size < MAX_VERSIONS) this.#versions.add(version);
    return this.#versions.has(version) ? version : OTHER_VERSION;
  }

  #unknownCounts(name: string): TypeCounts {
    if (this.#types.has(name)) return this.#countsOf(name);
    this.#unknownTypes += 1;
    return this.#countsOf(this.#unknownTypes > MAX_UNKNOWN_TYPES ? OTHER : name);
  }

  #countsOf(type: string): TypeCounts {
    const present = this.#types.get(type);
    if (present !== undefined) return present;
    const created: TypeCounts = { type, known: isKnownRecordType(type), versions: new Map(), unknown: 0, invalid: 0 };
    this.#types.set(type, created);
    return created;
  }
}

/** All records of one type. */
export function totalOfType(row: TypeCounts): number {
  let sum = row.unknown + row.invalid;
  for (const amount of row.versions.values()) sum += amount;
  return sum;
}
