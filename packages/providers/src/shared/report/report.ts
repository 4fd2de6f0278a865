/** What a conversion did besides saying the same in other words; every code is explained in `docs/conversion-reports.md`. */

/** One thing that is not as it was. */
export interface ReportEntry {
  /** Stable name of what happened, such as `name_mapped`. */
  readonly code: string;
  readonly action: "dropped" | "rewritten" | "merged" | "synthesised";
  /**
   * JSON Pointer, such as `/messages/3/tool_calls/0/id`: of a request, the place in the conversation that was given; of an import, the
   * place in the provider's request; of an answer, the place in the `Answer` itself.
   */
  readonly path: string;
  /** The rule behind it, an English clause that begins with a small letter and has no full stop; free of content. */
  readonly reason: string;
}

/** In the order of the steps of a conversion, each of which goes over all messages; not in that of the places. */
export type Report = readonly ReportEntry[];
