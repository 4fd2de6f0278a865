/** Random messages of both versions, and what the laws compare. */

import { anyJson, arbitraryOf } from "@parlance/sampler";
import fc from "fast-check";
import { isWireMessage, tidyMessage } from "../../src/generated/codec.gen.js";
import { downgradeMessage, upgradeMessage } from "../../src/generated/migrations/index.gen.js";
import type { JsonObject, JsonValue } from "../../src/runtime/json.js";
import { cloneTree } from "../../src/runtime/migration/clone.js";
import type { Migrated } from "../../src/runtime/migration/step.js";
import { schemaOf } from "../../src/schemas.js";

/** The message types that both versions have, with the names of their definitions. */
export const TYPES: { readonly [type: string]: string } = {
  text: "TextMessage",
  image: "ImageMessage",
  file_reference: "FileReferenceMessage",
  tool_request: "ToolRequestMessage",
  tool_result: "ToolResultMessage",
  system_control: "SystemControlMessage",
  mcp_resource: "McpResourceMessage",
};

/** Every name that one version gives a field and the other does not: unknown fields like to have them. */
const TELLING_NAMES =
  `content parts vision_analysis recognized_text confidence error recognition status resolution approval_status approval
  arguments_text defect is_error error_message duration timestamp execution output_text control_type control from to contents
  cache annotations message description text duration_ms completed_at __proto__ constructor toString`.split(/\s+/);

/** Every slot that some migration uses, and some that none does. */
const TELLING_SLOTS =
  `/data/parts /data/content /data/contents /data/recognition /data/recognition/status /data/recognition/error /data/recognition/ocr
  /data/recognition/vision /data/resolution /data/resolution/error /data/status /data/error /data/execution
  /data/execution/duration_ms /data/duration /data/is_error /data/output_text /data/control /data/tool_calls/* /data/cache
  /data/tool_calls/*/approval /data/tool_calls/*/approval/status /data/approval_status /schema_version /residue /residue/1 /residue/2
  /data/output_text#absent /data/status#absent /data/nonsense nonsense __proto__`.split(/\s+/);

/** Tidied messages of a version: valid, with unknown fields that have the names of the other version's fields. */
export function messages(version: number, type: string): fc.Arbitrary<JsonObject> {
  const bundle = schemaOf("message", { version });
  const plain = arbitraryOf(bundle, TYPES[type] ?? "").map((value) => value as JsonObject);
  const extras = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...TELLING_NAMES), anyJson), { maxLength: 3 });
  return fc
    .tuple(plain, extras)
    .map(([message, fields]) => withFields(message, fields as [number, string, JsonValue][]))
    .filter((message) => isWireMessage(version, type, message))
    .map((message) => tidied(version, message));
}

/** Residue as an attacker would write it: slots of real migrations with any content. */
export function hostileResidue(versions: readonly string[] = ["1", "2", "7"]): fc.Arbitrary<JsonObject> {
  const slots = fc.dictionary(fc.constantFrom(...TELLING_SLOTS), hostileValue, { maxKeys: 4 });
  return fc.dictionary(fc.constantFrom(...versions), slots, { maxKeys: 3 }).map((value) => value as JsonObject);
}

/** Residue in slots that no migration uses. */
export const strangeResidue: fc.Arbitrary<JsonObject> = fc
  .dictionary(
    fc.constantFrom("1", "2", "7"),
    fc.dictionary(fc.constantFrom("/nonsense", "x", "__proto__", ""), anyJson),
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  anyJson,
  fc.constantFrom("timeout", "auto_approved", "approved", "error", true, false, 0, 1, -1, 2.5, 7, null, "", [], {}),
  fc.constant({ parts: [{ length: 1 }, { part: { type: "reasoning" } }], checksum: "811c9dc5" }),
  fc.constant({ parts: [{ length: 0 }, { part: { type: "text", text: "x" } }], checksum: "811c9dc5" }),
  fc.constant({ parts: [{ part: { type: "reasoning", text: "r" } }, { length: 0, with: { text: 1 } }], checksum: 1 }),
  fc.constant({ status: "approved", hash: "f".repeat(64) }),
  fc.constant({ status: "approved", hash: "f".repeat(64), call_id: "call_1", tool_hash: "0".repeat(64) }),
  fc.constant({ message: 5 }),
  fc.dictionary(fc.constantFrom("", "a", "call_1"), fc.array(fc.constant({ "/approval": { status: "approved" } }))),
  fc.dictionary(
    fc.constantFrom("", "a", "call_1"),
    fc.array(fc.dictionary(fc.constantFrom("/defect", "/approval"), anyJson)),
  ),
);

function withFields(message: JsonObject, fields: readonly [number, string, JsonValue][]): JsonObject {
  const copy = cloneTree(message);
  for (const [choice, name, value] of fields) {
    const places = objectsIn(copy.data);
    const place = places[choice % places.length];
    if (place !== undefined && !Object.hasOwn(place, name)) define(place, name, value);
  }
  return copy;
}

function objectsIn(value: JsonValue | undefined): { [key: string]: JsonValue }[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap(objectsIn);
  return [value as { [key: string]: JsonValue }, ...Object.values(value).flatMap(objectsIn)];
}

export function define(object: object, name: string, value: JsonValue): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

/** A copy with defaults filled in and meaningless nulls dropped. */
export function tidied(version: number, message: JsonObject): JsonObject {
  return tidyMessage(version, message.type as string, cloneTree(message));
}

export function isValid(version: number, message: JsonObject): boolean {
  return isWireMessage(version, message.type as string, message);
}

/** From version 1 to version 2, as decoding does it. */
export function up(message: JsonObject): Migrated {
  const { value, notes } = upgradeMessage(message.type as string, message, 1);
  return { value: tidied(2, value), notes };
}

/** From version 2 to version 1, as encoding does it. */
export function down(message: JsonObject): Migrated {
  const { value, notes } = downgradeMessage(message.type as string, message, 1);
  return { value: tidied(1, value), notes };
}

/** JSON text with sorted keys. */
export function canonical(value: JsonValue | undefined): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(canonical).join(",")}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical((value as JsonObject)[key])}`).join(",")}}`;
}

/** A message of a version with the id and the time that all have here. */
export function message(type: string, version: number, data: JsonValue, more: JsonObject = {}): JsonObject {
  return {
    type,
    schema_version: version,
    id: "7d2f4c86-52b1-4c5e-9a39-0f6f1b8a4c11",
    created_at: "2026-11-21T10:00:00.000Z",
    data,
    ...more,
  };
}

export const parsed = (text: string): JsonObject => JSON.parse(text) as JsonObject;
