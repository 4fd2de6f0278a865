/** Lets a Standard Schema of any library check a value, without letting its words through: they may quote the value. */

import { ParlanceError } from "@parlance/core";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Place } from "./places.js";

/** What came out of the schema, or at least one place that it complains about. */
export type SchemaVerdict<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly places: readonly Place[] };

/**
 * What a schema says of a value.
 *
 * @throws ParlanceError: `async_schema` for a schema that answers later, `schema_failed` for one that throws or answers in another
 * form than the standard has. Neither has a `cause`, since it may quote the value.
 */
export function verdictOf<Schema extends StandardSchemaV1>(
  schema: Schema,
  value: unknown,
): SchemaVerdict<StandardSchemaV1.InferOutput<Schema>> {
  const verdict = verdictUnlessThrown(schema, value);
  if (verdict === "later") throw new ParlanceError("async_schema", LATER);
  if (verdict === undefined) throw new ParlanceError("schema_failed", FAILED);
  return verdict as SchemaVerdict<StandardSchemaV1.InferOutput<Schema>>;
}

const LATER = "the schema answers later; only schemas that answer at once can be used here";
const FAILED = "the schema threw, or did not answer as a Standard Schema does";

function verdictUnlessThrown(schema: StandardSchemaV1, value: unknown): SchemaVerdict<unknown> | "later" | undefined {
  try {
    const result = schema["~standard"].validate(value);
    if (!isLater(result)) return result.issues ? refused(result.issues) : { ok: true, value: result.value };
    // Nobody waits for it; without this a refusal would end the process and print what it says.
    result.then(nothing, nothing);
    return "later";
  } catch {
    return undefined;
  }
}

function isLater<Result>(result: Result | Promise<Result>): result is Promise<Result> {
  return typeof (result as { readonly then?: unknown }).then === "function";
}

function refused(issues: readonly StandardSchemaV1.Issue[]): SchemaVerdict<never> {
  const places = issues.map(({ path }) => (path ?? []).map(keyOf));
  return { ok: false, places: places.length > 0 ? places : [[]] };
}

function keyOf(step: PropertyKey | StandardSchemaV1.PathSegment): PropertyKey {
  return typeof step === "object" ? step.key : step;
}

function nothing(): void {}
