/** What the commands do with the records of a file, in the order of the file. */

import type { RecordSink as ScannedRecords } from "@parlance/core/internal";

export interface WaitingRecordSink extends ScannedRecords<Buffer> {
  /** Called after each chunk: the place to wait until what was written has been taken. */
  settle(): Promise<void>;
}
