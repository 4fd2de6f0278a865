/** What every message needs to be written. */

import type { ReportWriter } from "../shared/report/report-writer.js";
import type { NameMap } from "../shared/request/names.js";
import type { RequestContext } from "../shared/types.js";
import type { Dialect } from "./dialect.js";

export interface Writing {
  readonly dialect: Dialect;
  readonly names: NameMap;
  readonly added_nulls: RequestContext["added_nulls"];
  /** The model that is asked, where that is known. */
  readonly model: string | undefined;
  readonly report: ReportWriter;
}
