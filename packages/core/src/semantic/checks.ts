/** What each semantic check says of one value. The value is valid otherwise, or a draft whose members may be anything. */

import type { Issue } from "../errors/issue.js";
import type { CheckName } from "../runtime/table-node.js";
import { base64Issues } from "./base64.js";
import { duplicateCallPlaces, placesWithoutCall } from "./call-places.js";
import { callWithoutResult, resultWithoutCall } from "./chat-results.js";
import { dateIssues } from "./dates.js";
import { duplicateCallIds } from "./duplicate-call-ids.js";
import { otherFileIssues } from "./other-file.js";
import { cursorIssues, rangeIssues } from "./ranges.js";
import { nameIssues } from "./tool-names.js";

/** @returns Issues at places within the value; never anything of its content. */
export type Check = (value: unknown) => readonly Issue[];

export const CHECKS: Readonly<Record<CheckName, Check>> = {
  bad_base64: base64Issues,
  call_without_result: callWithoutResult,
  cursor_with_text: cursorIssues,
  duplicate_call_id: duplicateCallIds,
  duplicate_call_place: duplicateCallPlaces,
  end_before_start: rangeIssues,
  impossible_date: dateIssues,
  not_portable_name: nameIssues,
  other_file: otherFileIssues,
  place_without_call: placesWithoutCall,
  result_without_call: resultWithoutCall,
};
