/** What a companion shows to libraries that take a Standard Schema or a Standard JSON Schema. */

import type { Issue } from "../errors/issue.js";
import { pointerSteps } from "../runtime/pointer.js";
import type { SchemaData } from "../runtime/schema-data.js";
import { type SchemaDialect, selfContained } from "../schema/self-contained.js";
import type { StandardIssue, StandardJsonSchemaOptions, StandardProps } from "../standard-schema.js";
import type { SafeParseResult } from "./safe-parse.js";

const DIALECT_OF: Readonly<Record<string, SchemaDialect>> = { "draft-2020-12": "2020-12", "draft-07": "draft-07" };

/** The `~standard` member. A decoded value satisfies the schema of the wire form, so input and output have the same. */
export function standardProps<Value>(
  safeParse: (value: unknown) => SafeParseResult<Value>,
  schema: SchemaData,
): StandardProps<Value> {
  const jsonSchema = (options: StandardJsonSchemaOptions): Record<string, unknown> =>
    // Without `$id`: a consumer may register the schemas of many tools in one validator.
    selfContained(schema, dialectOf(options.target), false);
  return Object.freeze({
    version: 1,
    vendor: "parlance",
    validate: (value: unknown) => {
      const result = safeParse(value);
      return result.ok ? { value: result.value } : { issues: result.error.issues.map(standardIssue) };
    },
    jsonSchema: Object.freeze({ input: jsonSchema, output: jsonSchema }),
  });
}

function dialectOf(target: string): SchemaDialect {
  const dialect = Object.hasOwn(DIALECT_OF, target) ? DIALECT_OF[target] : undefined;
  if (!dialect) throw new RangeError("JSON Schema is available for the targets draft-2020-12 and draft-07");
  return dialect;
}

function standardIssue({ path, expected, found }: Issue): StandardIssue {
  return { message: `expected ${expected}, found ${found}`, path: pointerSteps(path).map(segment) };
}

function segment(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step;
}
