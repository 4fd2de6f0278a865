/** The measured message types in arktype. */
import { type } from "arktype";
import {
  APPROVAL_STATUSES,
  MAX_INTEGER,
  MAX_ITEMS,
  MAX_NAME,
  MAX_PATH,
  MAX_TEXT,
  type Peer,
  RESULT_STATUSES,
  ROLES,
  TIMESTAMP,
  UUID,
} from "./contract.js";

const uuid = type(new RegExp(UUID));
const timestamp = type(new RegExp(TIMESTAMP));
const name = type("string").atLeastLength(1).atMostLength(MAX_NAME);
const path = type("string").atLeastLength(1).atMostLength(MAX_PATH);
const text = type("string").atMostLength(MAX_TEXT);
const line = type("number.integer").atLeast(1).atMost(MAX_INTEGER);
const envelope = {
  schema_version: type("number.integer").atLeast(2).atMost(MAX_INTEGER),
  id: uuid,
  created_at: timestamp,
} as const;

const part = type({ type: "'text'", text }).or({ type: "'reasoning'", text });
const toolCall = type({
  id: name,
  name,
  arguments: "Record<string, unknown>",
  "approval?": { status: type.enumerated(...APPROVAL_STATUSES) },
});

const message = type({
  ...envelope,
  type: "'text'",
  data: { role: type.enumerated(...ROLES), parts: part.array().atLeastLength(1).atMostLength(MAX_ITEMS) },
})
  .or({
    ...envelope,
    type: "'tool_request'",
    data: { tool_calls: toolCall.array().atLeastLength(1).atMostLength(MAX_ITEMS) },
  })
  .or({
    ...envelope,
    type: "'tool_result'",
    data: {
      "request_id?": uuid,
      tool_call_id: name,
      status: type.enumerated(...RESULT_STATUSES),
      output: "unknown",
      "execution?": { duration_ms: type("number").atLeast(0).atMost(MAX_INTEGER), completed_at: timestamp },
    },
  })
  .or({
    ...envelope,
    type: "'file_reference'",
    data: {
      path,
      "start_line?": line,
      "end_line?": line,
      "resolution?": { status: name, "content?": text, "language?": name },
    },
  });

export const arktype: Peer = { name: "arktype", accepts: (value) => message.allows(value) };
