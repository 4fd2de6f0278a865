/** The measured message types in valibot. */
import * as v from "valibot";
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

const uuid = v.pipe(v.string(), v.regex(new RegExp(UUID)));
const timestamp = v.pipe(v.string(), v.regex(new RegExp(TIMESTAMP)));
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_NAME));
const text = v.pipe(v.string(), v.maxLength(MAX_TEXT));
const line = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_INTEGER));
const envelope = {
  schema_version: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(MAX_INTEGER)),
  id: uuid,
  created_at: timestamp,
};

const part = v.variant("type", [
  v.looseObject({ type: v.literal("text"), text }),
  v.looseObject({ type: v.literal("reasoning"), text }),
]);
const toolCall = v.looseObject({
  id: name,
  name,
  arguments: v.record(v.string(), v.unknown()),
  approval: v.optional(v.looseObject({ status: v.picklist(APPROVAL_STATUSES) })),
});

const message = v.variant("type", [
  v.looseObject({
    ...envelope,
    type: v.literal("text"),
    data: v.looseObject({
      role: v.picklist(ROLES),
      parts: v.pipe(v.array(part), v.minLength(1), v.maxLength(MAX_ITEMS)),
    }),
  }),
  v.looseObject({
    ...envelope,
    type: v.literal("tool_request"),
    data: v.looseObject({ tool_calls: v.pipe(v.array(toolCall), v.minLength(1), v.maxLength(MAX_ITEMS)) }),
  }),
  v.looseObject({
    ...envelope,
    type: v.literal("tool_result"),
    data: v.looseObject({
      request_id: v.optional(uuid),
      tool_call_id: name,
      status: v.picklist(RESULT_STATUSES),
      output: v.unknown(),
      execution: v.optional(
        v.looseObject({
          duration_ms: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_INTEGER)),
          completed_at: timestamp,
        }),
      ),
    }),
  }),
  v.looseObject({
    ...envelope,
    type: v.literal("file_reference"),
    data: v.looseObject({
      path: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_PATH)),
      start_line: v.optional(line),
      end_line: v.optional(line),
      resolution: v.optional(v.looseObject({ status: name, content: v.optional(text), language: v.optional(name) })),
    }),
  }),
]);

export const valibot: Peer = { name: "valibot", accepts: (value) => v.safeParse(message, value).success };
