/** What a conversion did besides saying the same in other words. */

/** One thing that is not as it was. */
export interface ReportEntry {
  /** Stable name of what happened, such as `name_mapped`. */
  readonly code: string;
  readonly action: "dropped" | "rewritten" | "merged" | "synthesised";
  /** JSON Pointer of the place in what was converted; `/messages/3/tool_calls/0/id`. */
  readonly path: string;
  /** An English sentence on the rule behind it; free of content. */
  readonly reason: string;
}

export type Report = readonly ReportEntry[];
