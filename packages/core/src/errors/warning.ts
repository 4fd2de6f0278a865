/** What decoding tells besides its result, and where it tells it. */

/** Something a reader of messages may want to know about although nothing is wrong; free of content. */
export interface Warning {
  /** `unknown_type`, `unknown_part`, `unknown_control`, `newer_version`, `inexact_number`, `duplicate_key`, the code of a migration note or of a semantic check. */
  readonly code: string;
  /** JSON Pointer of the place in the message, after the index of the record in a history. */
  readonly path: string;
  /** An English sentence. */
  readonly message: string;
}

/** Takes the warnings of a decode; `console` is one. What it throws is ignored, so that no message is lost by it. */
export interface Logger {
  warn(warning: Warning): void;
}

/** For a reader that has nobody to tell anything to: its result shows what is unknown. */
export const SILENT: Logger = { warn: () => undefined };
