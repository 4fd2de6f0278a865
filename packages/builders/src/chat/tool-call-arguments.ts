/** Hands the arguments of a tool call to whoever executes it, checked and typed by a schema of any library. */

import { type Issue, inexactNumbers, type SafeParseResult, type ToolCall, ValidationError } from "@parlance/core";
import { issue, pointerKey, pointerSteps, typeName } from "@parlance/core/internal";
import type { JsonObject, JsonValue } from "@parlance/core/json";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { type Place, placePrinter, valueAtPlace } from "../shared/places.js";
import { type SchemaVerdict, verdictOf } from "../shared/standard-schema.js";

/** An argument, or why there is none: it is missing, it does not fit the schema, or the call has a defect. */
export type ArgumentResult<Value> =
  | { readonly found: true; readonly value: Value }
  | { readonly found: false; readonly issues: readonly Issue[] };

type Output<Schema extends StandardSchemaV1> = StandardSchemaV1.InferOutput<Schema>;

type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * One argument of a call, as it stands there or as the schema gives it. Only an argument of that very name is found, nothing that
 * every object inherits.
 *
 * @throws ParlanceError `async_schema` or `schema_failed`, for the schema and not for the argument.
 */
export function tryGetArgument(call: ToolCall, key: string): ArgumentResult<JsonValue>;
export function tryGetArgument<Schema extends StandardSchemaV1>(
  call: ToolCall,
  key: string,
  schema: Schema,
): ArgumentResult<Output<Schema>>;
export function tryGetArgument(call: ToolCall, key: string, schema?: StandardSchemaV1): ArgumentResult<unknown> {
  const path = `/arguments/${pointerKey(key)}`;
  const refused = refusalOf(call);
  if (refused) return { found: false, issues: [refused] };
  if (!Object.hasOwn(call.arguments, key))
    return { found: false, issues: [issue("missing_property", path, "an argument", "nothing")] };
  const result = checked(call.arguments, [key], schema);
  return result.ok ? { found: true, value: result.value } : { found: false, issues: result.issues };
}

/**
 * All arguments of a call, as they stand there (nothing is parsed or copied) or as the schema gives them. Whole numbers that a
 * double cannot hold are refused where a schema would read them; without one they keep their digits.
 *
 * @throws ValidationError with the places and without their content, also for a call with a defect; ParlanceError `async_schema`
 * or `schema_failed`, for the schema and not for the arguments.
 */
export function argumentsAs(call: ToolCall): JsonObject;
export function argumentsAs<Schema extends StandardSchemaV1>(call: ToolCall, schema: Schema): Output<Schema>;
export function argumentsAs(call: ToolCall, schema?: StandardSchemaV1): unknown {
  const result = argumentsOf(call, schema);
  if (!result.ok) throw new ValidationError(result.issues);
  return result.value;
}

/** As `argumentsAs`, with the ValidationError returned. */
export function safeArgumentsAs(call: ToolCall): SafeParseResult<JsonObject>;
export function safeArgumentsAs<Schema extends StandardSchemaV1>(
  call: ToolCall,
  schema: Schema,
): SafeParseResult<Output<Schema>>;
export function safeArgumentsAs(call: ToolCall, schema?: StandardSchemaV1): SafeParseResult<unknown> {
  const result = argumentsOf(call, schema);
  return result.ok ? result : { ok: false, error: new ValidationError(result.issues) };
}

function argumentsOf(call: ToolCall, schema: StandardSchemaV1 | undefined): Checked<unknown> {
  const refused = refusalOf(call);
  return refused ? { ok: false, issues: [refused] } : checked(call.arguments, [], schema);
}

/** Nothing of a call that is cut off or wrong is handed out: a part of a command may be another command. */
function refusalOf({ defect }: ToolCall): Issue | undefined {
  return (defect ?? undefined) === undefined ? undefined : DEFECT;
}

const DEFECT: Issue = /* @__PURE__ */ issue("defect", "/defect", "a call without a defect", "a defect");

/** What stands at a place of the arguments, as the schema gives it. */
function checked(args: JsonObject, at: Place, schema: StandardSchemaV1 | undefined): Checked<unknown> {
  const value = valueAtPlace(args, at);
  const lost = lostNumbers(args, at, schema !== undefined);
  const verdict: SchemaVerdict<unknown> = schema === undefined ? { ok: true, value } : verdictOf(schema, value);
  if (verdict.ok && lost.length === 0) return verdict;
  const problems = [...lost.map(inexact), ...(verdict.ok ? [] : verdict.places.map(unfit))];
  return { ok: false, issues: told(problems, at, value, placePrinter(schema, value)) };
}

interface Problem {
  readonly place: Place;
  readonly code: string;
  readonly expected: string;
}

function inexact(place: Place): Problem {
  return { place, code: "inexact_number", expected: "a number that a double can hold" };
}

function unfit(place: Place): Problem {
  return { place, code: "no_match", expected: "what the schema of the arguments says" };
}

/** Issues listed for one call; a further one says how many were left out. */
const MOST_ISSUES = 100;

function told(
  problems: readonly Problem[],
  at: Place,
  value: unknown,
  print: (place: Place) => string,
): readonly Issue[] {
  const start = `/arguments${at.map((key) => `/${pointerKey(String(key))}`).join("")}`;
  const issues = problems
    .slice(0, MOST_ISSUES)
    .map(({ place, code, expected }) => issue(code, start + print(place), expected, foundAt(value, place, code)));
  const left = problems.length - issues.length;
  return left === 0 ? issues : [...issues, issue("more_issues", "", `at most ${MOST_ISSUES} issues`, `${left} more`)];
}

function foundAt(root: unknown, place: Place, code: string): string {
  return code === "inexact_number" ? "an inexact number" : typeName(valueAtPlace(root, place));
}

/**
 * Places below `at` whose number would be another one when it is read: whole numbers, and numbers that are not a number as a double.
 * Of a fraction the nearest double is what every reader takes. What is inside an object keeps its digits until a schema reads it.
 */
function lostNumbers(args: JsonObject, at: Place, isRead: boolean): readonly Place[] {
  return inexactNumbers(args)
    .map(pointerSteps)
    .filter((place) => at.every((key, level) => place[level] === key) && (isRead || place.length === at.length))
    .filter((place) => isWhole(valueAtPlace(args, place)))
    .map((place) => place.slice(at.length));
}

function isWhole(number: unknown): boolean {
  return Number.isInteger(number) || !Number.isFinite(number);
}
