/** Makes a Standard Schema of a plain JSON Schema, so that it can check and type arguments like the schema of any library. */

import { type Issue, inexactNumbers, type JsonObject, ValidationError } from "@parlance/core";
import { isJsonObject, issue, pointerSteps, typeName } from "@parlance/core/internal";
import { frozenJson } from "@parlance/core/json";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { ErrorObject, ValidateFunction } from "ajv";
import { compileSchema } from "./compile.js";
import type { ParametersDialect } from "./keywords.js";
import { surveySchema } from "./survey.js";

/** What `standardSchemaOf` makes: a Standard Schema and a Standard JSON Schema in one. */
export interface StandardSchemaOf<Value> {
  readonly "~standard": StandardSchemaV1.Props<Value> & StandardJSONSchemaV1.Props<Value>;
}

/**
 * A Standard Schema of a JSON Schema (2020-12 or draft-07), as typebox writes it, `parlance tool-schema` prints it or a server sends
 * it. A value that satisfies it is given back as it is. `format` is checked by ajv-formats; names that it does not know are annotations. Makes code of the schema, so it needs a platform that
 * allows `new Function`.
 *
 * @typeParam Value What satisfies the schema, such as `Static<typeof Parameters>`; that it does is the caller's word.
 * @throws ValidationError for what is not a JSON Schema, refers to what is not inside it, or has a number that a double cannot
 * hold; ParlanceError `no_code_generation` where the platform forbids it.
 */
export function standardSchemaOf<Value = JsonObject>(jsonSchema: object): StandardSchemaOf<Value> {
  const schema = frozenJson(jsonSchema);
  if (!isJsonObject(schema)) throw new ValidationError([issue("wrong_type", "", "object", typeName(schema))]);
  const looked = surveySchema(schema);
  const issues = [...looked.issues, ...(inexactNumbers(schema).length > 0 ? [INEXACT] : [])];
  if (issues.length > 0) throw new ValidationError(issues);
  const validate = compileSchema(schema, looked);
  const write = writerOf(schema, looked.dialect);
  return {
    "~standard": {
      version: 1,
      vendor: "parlance",
      validate: (value) => resultOf<Value>(validate, value),
      jsonSchema: { input: write, output: write },
    },
  };
}

const INEXACT: Issue = /* @__PURE__ */ issue("inexact_number", "", "numbers that a double can hold", "another number");

const platform = globalThis as unknown as { readonly structuredClone: <Value>(value: Value) => Value };

/** Fresh copies: whoever takes one may change it. */
function writerOf(schema: JsonObject, dialect: ParametersDialect): StandardJSONSchemaV1.Converter["input"] {
  return ({ target }) => {
    if (target !== dialect) throw new RangeError(`this JSON Schema is available for the target ${dialect} alone`);
    return platform.structuredClone(schema);
  };
}

/** More would tell nobody anything. */
const MOST_ISSUES = 100;

function resultOf<Value>(validate: ValidateFunction, value: unknown): StandardSchemaV1.Result<Value> {
  try {
    if (validate(value)) return { value: value as Value };
    return { issues: (validate.errors ?? []).slice(0, MOST_ISSUES).map(standardIssue) };
  } catch {
    // Recursion in the schema follows the value down, as deep as that goes; a getter in the value throws whatever it likes.
    return { issues: [{ message: "must be a value that can be read to its last level", path: [] }] };
  }
}

/** The words of ajv hold text of the schema, and none of the value. */
function standardIssue({ keyword, message, instancePath, params }: ErrorObject): StandardSchemaV1.Issue {
  const place = pointerSteps(instancePath).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const missing = keyword === "required" ? [String(params.missingProperty)] : [];
  return { message: message ?? "must be what the schema says", path: [...place, ...missing] };
}
