/** Tool definitions: what a tool is called, what it is for, and which arguments it takes. */

import * as core from "@parlance/core";
import type { StandardJSONSchemaV1 } from "@standard-schema/spec";
import { extendCompanion } from "../shared/companion.js";
import { countedCharacters, countedNoun, type Describe, describer, type Fact, shownId } from "../shared/describe.js";
import { namesIn } from "./clusters.js";
import { defineTool, type ToolDefinitionOptions, type ToolParts } from "./define.js";
import { parametersOfStandardSchema } from "./from-standard-schema.js";

export type ToolDefinition = core.ToolDefinition;

/** A definition whose parameters are written as JSON Schema. */
export interface JsonSchemaTool extends ToolParts {
  /** JSON Schema of the dialect 2020-12 or draft-07 with `"type": "object"` at its root. It is copied, digit by digit. */
  readonly parameters: object;
}

/** A definition whose parameters are written with a library. */
export interface StandardSchemaTool extends ToolParts {
  /** A schema of zod, valibot, arktype or any other library that can give its JSON Schema (`~standard.jsonSchema`). */
  readonly parameters: StandardJSONSchemaV1;
}

/**
 * A definition from a JSON Schema. With `strict` every object in it is closed that can be; a warning names the others.
 *
 * @throws ValidationError that lists every problem: a name that is not portable, no description, parameters that are not of an object,
 * are not a valid schema, or refer to what is not inside them.
 */
function create(definition: JsonSchemaTool, options?: ToolDefinitionOptions): ToolDefinition {
  return defineTool(definition, (parameters) => parameters, options);
}

/**
 * A definition from a schema of any library: the same schema types the arguments for whoever executes the tool, by
 * `ToolCall.argumentsAs(call, schema)`. Described is what the schema takes, before it transforms anything.
 *
 * @throws ValidationError as `create`; `no_json_schema` when the schema has no JSON Schema, or its library cannot write it as one.
 */
function fromStandardSchema(definition: StandardSchemaTool, options?: ToolDefinitionOptions): ToolDefinition {
  return defineTool(definition, parametersOfStandardSchema, options);
}

/** `ToolDefinition(write_file, description of 44 characters, 2 parameters, strict)`; the description only when asked for. */
const describe: Describe<ToolDefinition> = /* @__PURE__ */ describer(
  "ToolDefinition",
  factsOf,
  ({ description }) => description,
);

function factsOf({ name, description, parameters, strict }: ToolDefinition): readonly Fact[] {
  const count = countedNoun(namesIn(parameters.properties).length, "parameter");
  return [shownId(name), `description of ${countedCharacters(description)}`, count, strict ? "strict" : "not strict"];
}

export const ToolDefinition: core.Companion<ToolDefinition> & {
  readonly create: typeof create;
  readonly fromStandardSchema: typeof fromStandardSchema;
  readonly describe: Describe<ToolDefinition>;
} = /* @__PURE__ */ extendCompanion(core.ToolDefinition, { create, fromStandardSchema, describe });
