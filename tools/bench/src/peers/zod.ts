/** The measured message types in zod 4. */
import { z } from "zod";
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

const uuid = z.string().regex(new RegExp(UUID));
const timestamp = z.string().regex(new RegExp(TIMESTAMP));
const name = z.string().min(1).max(MAX_NAME);
const text = z.string().max(MAX_TEXT);
const line = z.int().min(1).max(MAX_INTEGER);
const envelope = { schema_version: z.int().min(2).max(MAX_INTEGER), id: uuid, created_at: timestamp };

const part = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text"), text }),
  z.looseObject({ type: z.literal("reasoning"), text }),
]);
const toolCall = z.looseObject({
  id: name,
  name,
  arguments: z.record(z.string(), z.unknown()),
  approval: z.looseObject({ status: z.enum(APPROVAL_STATUSES) }).optional(),
});

const message = z.discriminatedUnion("type", [
  z.looseObject({
    ...envelope,
    type: z.literal("text"),
    data: z.looseObject({ role: z.enum(ROLES), parts: z.array(part).min(1).max(MAX_ITEMS) }),
  }),
  z.looseObject({
    ...envelope,
    type: z.literal("tool_request"),
    data: z.looseObject({ tool_calls: z.array(toolCall).min(1).max(MAX_ITEMS) }),
  }),
  z.looseObject({
    ...envelope,
    type: z.literal("tool_result"),
    data: z.looseObject({
      request_id: uuid.optional(),
      tool_call_id: name,
      status: z.enum(RESULT_STATUSES),
      output: z.unknown(),
      execution: z.looseObject({ duration_ms: z.number().min(0).max(MAX_INTEGER), completed_at: timestamp }).optional(),
    }),
  }),
  z.looseObject({
    ...envelope,
    type: z.literal("file_reference"),
    data: z.looseObject({
      path: z.string().min(1).max(MAX_PATH),
      start_line: line.optional(),
      end_line: line.optional(),
      resolution: z.looseObject({ status: name, content: text.optional(), language: name.optional() }).optional(),
    }),
  }),
]);

export const zod: Peer = { name: "zod 4", accepts: (value) => message.safeParse(value).success };
