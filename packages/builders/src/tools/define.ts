/** Makes a tool definition of its parts: checks all of them, closes the parameters, and tells every problem at once. */

import type { Issue, JsonObject, JsonValue, Logger, ToolDefinition } from "@parlance/core";
import * as core from "@parlance/core";
import { isJsonObject, issue, issuesAt, tell, toolDefinitionReader, typeName } from "@parlance/core/internal";
import { frozenJson } from "@parlance/core/json";
import { nameIssues } from "../chat/portable-name.js";
import { constructOwn, type Draft } from "../shared/construct.js";
import { countedCharacters } from "../shared/describe.js";
import { optionsOf } from "../shared/options.js";
import { closeObjects } from "./close.js";
import { type Survey, surveySchema } from "./survey.js";

/** What a definition is made of, whatever its parameters are written in. */
export interface ToolParts {
  /** 1 to 64 letters, digits and underscores. */
  readonly name: string;
  /** What the tool does and when to use it, for the model. Over 1,024 characters there is a warning. */
  readonly description: string;
  /**
   * Whether arguments that the parameters do not list are refused: closes every object schema in them.
   * @defaultValue true
   */
  readonly strict?: boolean;
}

export interface ToolDefinitionOptions {
  /** Takes the warnings. By default they go to the console, one content-free line each. */
  readonly logger?: Logger;
}

const LONG_DESCRIPTION = 1024;

/**
 * A frozen definition of valid parts.
 *
 * @param given An object with `name`, `description`, `parameters` and perhaps `strict`.
 * @param jsonSchemaOf Makes a JSON Schema of the parameters; throws ValidationError.
 * @throws ValidationError with all issues.
 */
export function defineTool(
  given: unknown,
  jsonSchemaOf: (parameters: unknown) => unknown,
  options?: ToolDefinitionOptions,
): ToolDefinition {
  const logger = optionsOf(options)?.logger;
  const { name, description, strict, parameters } = partsOf(given);
  const issues = [...nameIssues(name)];
  const looked = parameters === undefined ? undefined : lookedThrough(() => jsonSchemaOf(parameters), issues);
  const closed = looked !== undefined && strict === true ? closeObjects(looked.schema, looked.nodes) : undefined;
  const schema = closed?.schema ?? looked?.schema ?? (parameters === undefined ? undefined : NO_PARAMETERS);
  const draft = { name, description, parameters: schema, strict };
  const definition = constructOwn(toolDefinitionReader, draft as Draft<ToolDefinition>, issues);
  warnOfLength(definition.description, logger);
  for (const warning of closed?.warnings ?? []) tell(logger, { ...warning, path: `/parameters${warning.path}` });
  return definition;
}

/** Each part is read once: what stands behind it may be a getter. */
function partsOf(given: unknown): Readonly<Record<"name" | "description" | "parameters" | "strict", unknown>> {
  if (!isJsonObject(given)) throw new core.ValidationError([issue("wrong_type", "", "object", typeName(given))]);
  try {
    const { name, description, parameters, strict } = given;
    return { name, description, parameters, strict: strict ?? true };
  } catch {
    throw new core.ValidationError([issue("not_json_value", "", "JSON values", "a value that cannot be read")]);
  }
}

/** Parameters that were copied and looked through. */
interface Parameters {
  readonly schema: JsonObject;
  readonly nodes: Survey["nodes"];
}

/** Stands in for parameters whose issues have been told, while the other parts are checked. */
const NO_PARAMETERS: JsonObject = Object.freeze({});

/** The parameters as a frozen copy and what is in them; undefined, with issues, when they are not a schema of an object. */
function lookedThrough(make: () => unknown, issues: Issue[]): Parameters | undefined {
  const schema = copied(make, issues);
  if (schema === undefined) return undefined;
  if (schema.type !== "object") issues.push(notOfObject(schema.type));
  const { nodes, issues: found } = surveySchema(schema);
  issues.push(
    ...issuesAt(
      "/parameters",
      found.filter(({ path }) => path !== "/type"),
    ),
  );
  return schema.type === "object" && found.length === 0 ? { schema, nodes } : undefined;
}

function notOfObject(type: unknown): Issue {
  const expected = '"object", since arguments are an object';
  return issue("not_allowed_value", "/parameters/type", expected, typeName(type));
}

function copied(make: () => unknown, issues: Issue[]): JsonObject | undefined {
  try {
    // The definition around it is a level of nesting, too.
    const [copy] = frozenJson([make()]) as readonly JsonValue[];
    if (isJsonObject(copy)) return copy;
    issues.push(issue("wrong_type", "/parameters", "object", typeName(copy)));
  } catch (error) {
    if (!core.ValidationError.isInstance(error)) throw error;
    issues.push(...issuesAt("/parameters", error.issues));
  }
  return undefined;
}

function warnOfLength(description: string, logger: Logger | undefined): void {
  if (description.length <= LONG_DESCRIPTION || [...description].length <= LONG_DESCRIPTION) return;
  const message = `a description of ${countedCharacters(description)} is more than the ${LONG_DESCRIPTION} that every provider takes`;
  tell(logger, { code: "long_description", path: "/description", message });
}
