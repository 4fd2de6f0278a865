/** The measured message types in typebox 0.34, compiled. */
import { type TSchema, Type } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
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

const oneOf = (values: readonly string[]): TSchema => Type.Union(values.map((value) => Type.Literal(value)));
const uuid = Type.RegExp(new RegExp(UUID));
const timestamp = Type.RegExp(new RegExp(TIMESTAMP));
const name = Type.String({ minLength: 1, maxLength: MAX_NAME });
const text = Type.String({ maxLength: MAX_TEXT });
const line = Type.Integer({ minimum: 1, maximum: MAX_INTEGER });
const envelope = {
  schema_version: Type.Integer({ minimum: 2, maximum: MAX_INTEGER }),
  id: uuid,
  created_at: timestamp,
};

const part = Type.Union([
  Type.Object({ type: Type.Literal("text"), text }),
  Type.Object({ type: Type.Literal("reasoning"), text }),
]);
const toolCall = Type.Object({
  id: name,
  name,
  arguments: Type.Record(Type.String(), Type.Unknown()),
  approval: Type.Optional(Type.Object({ status: oneOf(APPROVAL_STATUSES) })),
});

const message = Type.Union([
  Type.Object({
    ...envelope,
    type: Type.Literal("text"),
    data: Type.Object({ role: oneOf(ROLES), parts: Type.Array(part, { minItems: 1, maxItems: MAX_ITEMS }) }),
  }),
  Type.Object({
    ...envelope,
    type: Type.Literal("tool_request"),
    data: Type.Object({ tool_calls: Type.Array(toolCall, { minItems: 1, maxItems: MAX_ITEMS }) }),
  }),
  Type.Object({
    ...envelope,
    type: Type.Literal("tool_result"),
    data: Type.Object({
      request_id: Type.Optional(uuid),
      tool_call_id: name,
      status: oneOf(RESULT_STATUSES),
      output: Type.Unknown(),
      execution: Type.Optional(
        Type.Object({ duration_ms: Type.Number({ minimum: 0, maximum: MAX_INTEGER }), completed_at: timestamp }),
      ),
    }),
  }),
  Type.Object({
    ...envelope,
    type: Type.Literal("file_reference"),
    data: Type.Object({
      path: Type.String({ minLength: 1, maxLength: MAX_PATH }),
      start_line: Type.Optional(line),
      end_line: Type.Optional(line),
      resolution: Type.Optional(
        Type.Object({ status: name, content: Type.Optional(text), language: Type.Optional(name) }),
      ),
    }),
  }),
]);

const compiled = TypeCompiler.Compile(message);

export const typebox: Peer = { name: "typebox 0.34, compiled", accepts: (value) => compiled.Check(value) };
