/** Tool calls: a model's wish to have a tool run, written by hand or made from what the model wrote. */

import * as core from "@parlance/core";
import { type Issue, ParseError } from "@parlance/core";
import { frozenWithin, isJsonObject, issue, issuesAt, isWithinLevels, stringifyDecoded } from "@parlance/core/internal";
import { frozenJson, type JsonObject, parseJson, stringifyJson } from "@parlance/core/json";
import { extendCompanion } from "../shared/companion.js";
import { constructOwn, type Draft, kindWithin } from "../shared/construct.js";
import { countedNoun, type Describe, describer, type Fact, shownId } from "../shared/describe.js";
import { stateFact } from "../shared/describe-parts.js";
import { ARGUMENTS_LEVELS, CALL_LEVELS } from "../shared/levels.js";
import { isPortableName, nameIssues } from "./portable-name.js";
import { argumentsAs, safeArgumentsAs, tryGetArgument } from "./tool-call-arguments.js";
import { newId } from "./tool-call-id.js";

export type ToolCall = core.ToolCall;

/** An object that is neither a list nor a function; what is in it is checked when it is copied. */
type ArgumentsObject<Given extends object> = Given extends readonly unknown[] | ((...parameters: never[]) => unknown)
  ? never
  : Given;

/** What a model has cut off or written wrongly has no arguments that anybody may use. */
const NO_ARGUMENTS = /* @__PURE__ */ frozenJson({}) as JsonObject;

/**
 * A call written by hand. The arguments are copied once, digit by digit, and frozen.
 *
 * @param id 1 to 256 characters, unique within the conversation; `ToolCall.newId()` makes one.
 * @param name 1 to 64 letters, digits and underscores.
 * @param args A JSON object; members that are undefined are left out.
 * @throws ValidationError
 */
function create<Given extends object>(id: string, name: string, args: ArgumentsObject<Given>): ToolCall {
  const own = frozenWithin(args, ARGUMENTS_LEVELS);
  if (own !== undefined) return made({ id, name, arguments: own as JsonObject }, nameIssues(name));
  const found = [...nameIssues(name)];
  return made({ id, name, arguments: frozenArguments(args, found) as JsonObject }, found);
}

const CALL = /* @__PURE__ */ kindWithin(core.ToolCall, CALL_LEVELS);

function made(draft: Draft<ToolCall>, found?: readonly Issue[]): ToolCall {
  return constructOwn(CALL, draft, found);
}

/** The arguments as a frozen copy; as they are, with an issue, when they cannot be copied. */
function frozenArguments(args: unknown, found: Issue[]): unknown {
  try {
    const copy = frozenJson(args);
    if (!isWithinLevels(copy, ARGUMENTS_LEVELS)) found.push(TOO_DEEP);
    return copy;
  } catch (error) {
    if (!core.ValidationError.isInstance(error)) throw error;
    found.push(...issuesAt("/arguments", error.issues));
    return NO_ARGUMENTS;
  }
}

const TOO_DEEP: Issue = /* @__PURE__ */ issue(
  "too_deep",
  "/arguments",
  `at most ${ARGUMENTS_LEVELS} levels of nesting`,
  "more",
);

/**
 * The call that a model wrote. Blank text is a call without arguments; text that is not a JSON object gives a call with the defect
 * `invalid`, to be shown and never to be executed. The text is kept beside the arguments where it is not just their JSON.
 *
 * @param id 1 to 256 characters, as the provider gave it.
 * @param name 1 to 256 characters, as the model wrote it: `isPortableName` tells whether every provider takes it.
 * @throws ValidationError for an id, a name or a text that is missing or too long.
 */
function fromText(id: string, name: string, argumentsText: string): ToolCall {
  const parsed = parsedArguments(argumentsText);
  if (parsed === undefined) return withDefect(id, name, argumentsText, "invalid");
  return stringifyDecoded(parsed) === argumentsText
    ? made({ id, name, arguments: parsed })
    : made({ id, name, arguments: parsed, arguments_text: argumentsText });
}

/** Undefined for text that is not a JSON object, or one that no record could hold. */
function parsedArguments(text: string): JsonObject | undefined {
  if (typeof text !== "string") return undefined;
  if (text.trim() === "") return NO_ARGUMENTS;
  try {
    const value = parseJson(text);
    return isJsonObject(value) && isWithinLevels(value, ARGUMENTS_LEVELS) ? value : undefined;
  } catch (error) {
    if (ParseError.isInstance(error) || core.ValidationError.isInstance(error)) return undefined;
    throw error;
  }
}

/**
 * A call that the model could not finish, because of its token limit or a broken stream. It is never executed, even when the text
 * so far happens to be JSON.
 *
 * @throws ValidationError as `fromText` does.
 */
function truncated(id: string, name: string, argumentsText: string): ToolCall {
  return withDefect(id, name, argumentsText, "truncated");
}

function withDefect(id: string, name: string, text: string, defect: core.ToolCallDefect): ToolCall {
  return made(
    // Written out twice: objects that are made by spreading are four times slower to freeze and to check.
    text === "{}"
      ? { id, name, arguments: NO_ARGUMENTS, defect }
      : { id, name, arguments: NO_ARGUMENTS, arguments_text: text, defect },
  );
}

/** Whether the call may be executed at all. That it also has been approved is another question. */
function isExecutable(call: ToolCall): boolean {
  return core.ToolCall.is(call) && call.defect === undefined;
}

/** `ToolCall(call_1, write_file, 2 arguments)`; a name that a model made up is told by its length. */
const describe: Describe<ToolCall> = /* @__PURE__ */ describer("ToolCall", factsOf, textOf);

function factsOf({ id, name, defect, arguments: args, provider_state }: ToolCall): readonly Fact[] {
  const size = countedNoun(Object.keys(args).length, "argument");
  return [shownId(id), shownId(name), defect ?? size, stateFact(provider_state)];
}

/** Nothing where the arguments cannot be written any more; describing never fails. */
function textOf({ arguments_text, arguments: args }: ToolCall): string {
  if (arguments_text !== undefined) return arguments_text;
  try {
    return stringifyJson(args);
  } catch {
    return "";
  }
}

/** Makes, checks, reads and describes tool calls. */
export const ToolCall: core.Companion<ToolCall> & {
  readonly create: typeof create;
  readonly fromText: typeof fromText;
  readonly truncated: typeof truncated;
  readonly newId: typeof newId;
  readonly isPortableName: typeof isPortableName;
  readonly isExecutable: typeof isExecutable;
  readonly tryGetArgument: typeof tryGetArgument;
  readonly argumentsAs: typeof argumentsAs;
  /** As `argumentsAs`, by the name that the specification of tool calls gives it. */
  readonly getArgumentsAs: typeof argumentsAs;
  readonly safeArgumentsAs: typeof safeArgumentsAs;
  readonly describe: Describe<ToolCall>;
} = /* @__PURE__ */ extendCompanion(core.ToolCall, {
  create,
  fromText,
  truncated,
  newId,
  isPortableName,
  isExecutable,
  tryGetArgument,
  argumentsAs,
  getArgumentsAs: argumentsAs,
  safeArgumentsAs,
  describe,
});
