/** One place where data break a rule of the contract, told without any of the data. */
export interface Issue {
  /** Stable name of the kind of defect, such as `missing_property`. */
  readonly code: string;
  /** JSON Pointer of the place; keys that are the user's own appear as `*`. */
  readonly path: string;
  /** The schema keyword that decided, or the step of the codec. */
  readonly keyword: string;
  /** What the rule asks for. */
  readonly expected: string;
  /** The type or the length that was found, never the value. */
  readonly found: string;
}
