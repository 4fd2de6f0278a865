/** Random messages and roots of each version, the migrations between them, and what the laws compare. */

import { anyJson, arbitraryOf } from "@parlance/sampler";
import fc from "fast-check";
import { CONTRACT, VERSIONS } from "../../src/generated/contract.gen.js";
import { DOWNGRADE, UPGRADE } from "../../src/generated/migrations/v1-to-v2.gen.js";
import { ROOTS } from "../../src/generated/roots.gen.js";
import { SCHEMAS, type SchemaName } from "../../src/generated/schemas.gen.js";
import { contractVersion, messageNode } from "../../src/runtime/contract.js";
import type { JsonObject, JsonValue } from "../../src/runtime/json.js";
import { cloneTree } from "../../src/runtime/migration/clone.js";
import type { PlannedMigration } from "../../src/runtime/migration/planned.js";
import type { Migrated } from "../../src/runtime/migration/step.js";
import type { RootForm } from "../../src/runtime/root.js";
import { tidiedByTable as tidiedBy } from "../../src/runtime/walks/tidy.js";
import { messageTypes, versionOf } from "../versions.js";

type Migrate = (type: string, value: JsonObject) => Migrated;

/** The generated module of one migration; the functions of roots are there where both versions have one. */
interface Step {
  readonly UPGRADE: PlannedMigration;
  readonly DOWNGRADE: PlannedMigration;
}

/** A message type or persisted root that both versions of a migration have. */
export interface StoredType {
  readonly from: number;
  readonly to: number;
  readonly type: string;
  /** Tidied values of the older and of the newer version, some with unknown fields that have names of the other one's. */
  readonly older: fc.Arbitrary<JsonObject>;
  readonly newer: fc.Arbitrary<JsonObject>;
  readonly isOlder: (value: JsonObject) => boolean;
  readonly isNewer: (value: JsonObject) => boolean;
  readonly up: (value: JsonObject) => Migrated;
  readonly down: (value: JsonObject) => Migrated;
}

/** Every name that one version gives a field and the other does not: unknown fields like to have them. */
const TELLING_NAMES =
  `content parts vision_analysis recognized_text confidence error recognition status resolution approval_status approval
  arguments_text defect is_error error_message duration timestamp execution output_text control_type control from to contents
  cache annotations message description text duration_ms completed_at conversation_id parent_id source provider_state answer
  __proto__ constructor toString`.split(/\s+/);

/** Every slot that some migration uses, and some that none does. */
const TELLING_SLOTS =
  `/data/parts /data/content /data/contents /data/recognition /data/recognition/status /data/recognition/error /data/recognition/ocr
  /data/recognition/vision /data/resolution /data/resolution/error /data/status /data/error /data/execution
  /data/execution/duration_ms /data/duration /data/is_error /data/output_text /data/control /data/tool_calls/* /data/cache
  /data/tool_calls/*/approval /data/tool_calls/*/approval/status /data/approval_status /schema_version /residue /residue/1 /residue/2
  /data/annotations /data/answer /conversation_id /parent_id /source /provider_state
  /data/output_text#absent /data/status#absent /data/nonsense nonsense __proto__`.split(/\s+/);

/** Tidied messages of a version: valid, with unknown fields that have the names of the other version's fields. */
export function messages(version: number, type: string): fc.Arbitrary<JsonObject> {
  return withExtras(arbitraryOf(versionOf(version).bundle, messageTypes(version)[type] ?? ""))
    .filter((message) => isValid(version, message))
    .map((message) => tidied(version, message));
}

/** The same of a persisted root. */
function roots(form: RootForm, name: string): fc.Arbitrary<JsonObject> {
  return withExtras(arbitraryOf(versionOf(form.version).bundle, name))
    .filter(form.isWire)
    .map((root) => tidiedRoot(form, root));
}

function withExtras(plain: fc.Arbitrary<unknown>): fc.Arbitrary<JsonObject> {
  const extras = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...TELLING_NAMES), anyJson), { maxLength: 3 });
  return fc
    .tuple(plain, extras)
    .map(([value, fields]) => withFields(value as JsonObject, fields as [number, string, JsonValue][]));
}

/** Residue as an attacker would write it: slots of real migrations with any content. */
export function hostileResidue(versions: readonly string[]): fc.Arbitrary<JsonObject> {
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

/** Fields for the envelope of a message and the objects in its body, or anywhere in a root. */
function withFields(message: JsonObject, fields: readonly [number, string, JsonValue][]): JsonObject {
  const copy = cloneTree(message);
  for (const [choice, name, value] of fields) {
    const places = copy.data === undefined ? objectsIn(copy) : [copy, ...objectsIn(copy.data)];
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
  return tidiedBy(messageNode(CONTRACT, version), cloneTree(message)) as JsonObject;
}

export function isValid(version: number, message: JsonObject): boolean {
  return contractVersion(CONTRACT, version)?.isWire(message) === true;
}

function tidiedRoot(form: RootForm, root: JsonObject): JsonObject {
  return tidiedBy(form.node, cloneTree(root)) as JsonObject;
}

/** A persisted root in a version; undefined for a message. */
function rootForm(type: string, version: number): RootForm | undefined {
  return ROOTS.find((root) => root.type === type)?.forms.find((form) => form.version === version);
}

function isValidAs(type: string, version: number, value: JsonObject): boolean {
  return rootForm(type, version)?.isWire(value) ?? isValid(version, value);
}

function tidiedAs(type: string, version: number, value: JsonObject): JsonObject {
  const form = rootForm(type, version);
  return form === undefined ? tidied(version, value) : tidiedRoot(form, value);
}

/** Both directions of a migration for one type. */
async function directionsOf(from: number, type: string): Promise<{ readonly up: Migrate; readonly down: Migrate }> {
  const path = `../../src/generated/migrations/v${from}-to-v${from + 1}.gen.ts`;
  const step = (await import(path)) as Step;
  const kind = rootForm(type, from) === undefined ? "messages" : "roots";
  return {
    up: (name, value) => step.UPGRADE.migrate(kind, name, value),
    down: (name, value) => step.DOWNGRADE.migrate(kind, name, value),
  };
}

/** All that any migration takes from one version to the next. */
export async function storedTypes(): Promise<StoredType[]> {
  const edges = VERSIONS.slice(1).map((to) => to - 1);
  return (await Promise.all(edges.map(typesBetween))).flat();
}

async function typesBetween(from: number): Promise<StoredType[]> {
  const messages = Object.keys(messageTypes(from)).filter((type) => Object.hasOwn(messageTypes(from + 1), type));
  const roots = ROOTS.filter(({ type }) => [from, from + 1].every((version) => rootForm(type, version)));
  return Promise.all([...messages, ...roots.map(({ type }) => type)].map((type) => storedType(from, type)));
}

async function storedType(from: number, type: string): Promise<StoredType> {
  const to = from + 1;
  const { up, down } = await directionsOf(from, type);
  const taken =
    (migrate: Migrate, version: number) =>
    (value: JsonObject): Migrated => {
      const migrated = migrate(type, value);
      return { value: tidiedAs(type, version, migrated.value), notes: migrated.notes };
    };
  return {
    from,
    to,
    type,
    older: values(type, from),
    newer: values(type, to),
    isOlder: (value) => isValidAs(type, from, value),
    isNewer: (value) => isValidAs(type, to, value),
    up: taken(up, to),
    down: taken(down, from),
  };
}

function values(type: string, version: number): fc.Arbitrary<JsonObject> {
  const form = rootForm(type, version);
  return form === undefined ? messages(version, type) : roots(form, SCHEMAS[version]?.[type as SchemaName]?.name ?? "");
}

/** From version 1 to version 2, as decoding does it. */
export function up(message: JsonObject): Migrated {
  const { value, notes } = UPGRADE.migrate("messages", message.type as string, message);
  return { value: tidied(2, value), notes };
}

/** From version 2 to version 1, as encoding does it. */
export function down(message: JsonObject): Migrated {
  const { value, notes } = DOWNGRADE.migrate("messages", message.type as string, message);
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
