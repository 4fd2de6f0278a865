/** A tool: what a model is told of it, what decides on its calls, and what runs. */

import { ToolAvailabilityContext, type ToolCall, ToolDefinition, type ToolTraits } from "@parlance/builders";
import { standardSchemaOf } from "@parlance/builders/json-schema";
import {
  type Identifier,
  type Issue,
  ParlanceError,
  type SafeParseResult,
  type Uuid,
  ValidationError,
} from "@parlance/core";
import { frozenJson, type JsonObject } from "@parlance/core/json";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { brokenRules, optionalWholeRule, readSettings, unlessRefused } from "../shared/settings.js";
import { checkedArguments } from "./checked-arguments.js";
import type { ToolOutput } from "./tool-output.js";

/**
 * `safe`: may run while other safe calls run. `exclusive`: waits for the calls before it, runs alone, and the calls after it wait for
 * it; for whatever changes something that another tool reads.
 */
export type ToolConcurrency = "safe" | "exclusive";

/** What a tool is told of the run besides its arguments. */
export interface ToolRun {
  /** The message that asked for the call. */
  readonly request_id: Uuid;
  readonly call_id: Identifier;
  /** Fires when the time of the tool is over or the caller calls it off; whoever listens can stop early. */
  readonly signal: AbortSignal;
  /** Where the request came from: the workspace, the active file. */
  readonly context: ToolAvailabilityContext;
}

interface ToolParts<Args> {
  readonly definition: ToolDefinition;
  /** Decides who is asked; the id is the name of the definition unless another is given. */
  readonly traits: Omit<ToolTraits, "id"> & { readonly id?: string | undefined };
  /** @defaultValue `exclusive` */
  readonly concurrency?: ToolConcurrency | undefined;
  /**
   * How long a run may take, in whole milliseconds.
   * @defaultValue that of whoever executes the calls
   */
  readonly timeout_ms?: number | undefined;
  /**
   * Does the work. The message of an error that it throws is told to the model, unless whoever executes the calls has `errors: "code"`; a
   * `ToolFailure` has a code of its own besides, and says whether to go on.
   *
   * @param args Held against the definition, and then as `arguments` gives them.
   */
  execute(args: Args, run: ToolRun): ToolOutput | Promise<ToolOutput>;
}

/** A tool whose arguments are JSON as the definition describes them; they are frozen. */
export interface PlainToolSettings extends ToolParts<JsonObject> {
  readonly arguments?: undefined;
}

/** A tool whose arguments have the type that a schema of any library gives them. */
export interface TypedToolSettings<Args> extends ToolParts<Args> {
  /** The schema that the definition was made from, or one that takes what the definition describes. It has to answer at once. */
  readonly arguments: StandardSchemaV1<unknown, Args>;
}

/** What `createTool` makes; frozen. */
export interface Tool<Args = unknown> {
  readonly definition: ToolDefinition;
  readonly traits: ToolTraits;
  readonly concurrency: ToolConcurrency;
  readonly timeout_ms: number | undefined;
  /**
   * The arguments of a call for `execute`, or why they are none: issues with places and rules, without content.
   *
   * @throws ParlanceError `schema_failed` or `async_schema`, for the schema and not for the arguments.
   */
  argumentsOf(call: ToolCall): SafeParseResult<Args>;
  execute(args: Args, run: ToolRun): ToolOutput | Promise<ToolOutput>;
}

/**
 * A tool of its parts; later changes of these change nothing.
 *
 * @throws ValidationError that lists every problem of the settings; ParlanceError `no_code_generation` on a platform that forbids it, for
 * a tool without `arguments`.
 */
export function createTool<Args>(settings: TypedToolSettings<Args>): Tool<Args>;
export function createTool(settings: PlainToolSettings): Tool<JsonObject>;
export function createTool(settings: TypedToolSettings<unknown> | PlainToolSettings): Tool<never> {
  return readSettings(settings, toolOf);
}

function toolOf(settings: TypedToolSettings<unknown> | PlainToolSettings): Tool<never> {
  const { concurrency = "exclusive", timeout_ms, arguments: schema } = settings;
  const execute: unknown = settings.execute;
  const issues: Issue[] = [
    ...brokenRules([
      [concurrency === "safe" || concurrency === "exclusive", "/concurrency", '"safe" or "exclusive"'],
      optionalWholeRule("/timeout_ms", timeout_ms),
      [typeof execute === "function", "/execute", "a function"],
    ]),
  ];
  const definition = unlessRefused("/definition", issues, () => ToolDefinition.parse(settings.definition));
  const traits = unlessRefused("/traits", issues, () => traitsOf(settings, definition?.name));
  const described = definition && unlessRefused("/definition/parameters", issues, () => schemaOf(definition, schema));
  if (definition === undefined || traits === undefined || issues.length > 0) throw new ValidationError(issues);
  const argumentsOf = (call: ToolCall): SafeParseResult<never> =>
    checkedArguments(call, described, schema) as SafeParseResult<never>;
  const run = settings.execute.bind(settings) as Tool<never>["execute"];
  return Object.freeze({ definition, traits, concurrency, timeout_ms, argumentsOf, execute: run });
}

/** A frozen copy. An invalid one is refused: what is misspelt must not open what it should close. */
function traitsOf({ traits }: Pick<ToolParts<never>, "traits">, name: string | undefined): ToolTraits {
  const copy = frozenJson(traits) as unknown as ToolTraits;
  const complete: ToolTraits = Object.freeze({ ...copy, id: copy?.id ?? name ?? "unnamed" });
  ToolAvailabilityContext.findPermission(ToolAvailabilityContext.default(), complete, {});
  return complete;
}

/** Where the platform forbids to make code of the definition, the schema that types the arguments is all that checks them. */
function schemaOf({ parameters }: ToolDefinition, typed: StandardSchemaV1 | undefined): StandardSchemaV1 | undefined {
  try {
    return standardSchemaOf(parameters);
  } catch (error) {
    const isForbidden = ParlanceError.isInstance(error) && error.code === "no_code_generation";
    if (isForbidden && typed !== undefined) return undefined;
    throw error;
  }
}
