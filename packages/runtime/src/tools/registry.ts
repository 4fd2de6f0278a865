/** The tools of a program, by the names that models call them by. */

import { ToolAvailabilityContext, type ToolDefinition } from "@parlance/builders";
import { type Issue, ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { safeMember } from "../shared/safe-member.js";
import { checkSettings, iterableRule } from "../shared/settings.js";
import { contextOf } from "./context-of.js";
import type { Tool } from "./tool.js";

export interface ToolRegistry {
  /** All of them, in the order in which they were given. */
  readonly tools: readonly Tool[];
  /** The tool of exactly this name. */
  get(name: string): Tool | undefined;
  /**
   * Those that may be used in a context, whether or not somebody has to be asked first.
   *
   * @param context Absent means that every tool may be used.
   * @throws ValidationError when it is not a context.
   */
  available(context?: ToolAvailabilityContext | undefined): readonly Tool[];
  /** The definitions of those, for a request to a model. */
  definitions(context?: ToolAvailabilityContext | undefined): readonly ToolDefinition[];
}

/**
 * @throws ValidationError: `duplicate_tool` for a name or an id that an earlier tool has, since nobody could tell which of them is
 * called or permitted; `not_allowed_value` for what `createTool` did not make; `wrong_type` for what is not a list of them.
 */
export function createToolRegistry(tools: Iterable<Tool>): ToolRegistry {
  checkSettings([iterableRule("/tools", tools)]);
  const all: readonly Tool[] = Object.freeze([...tools]);
  const issues = all.every(isTool) ? repeated(all) : strangers(all);
  if (issues.length > 0) throw new ValidationError(issues);
  const byName = new Map(all.map((tool) => [tool.definition.name, tool]));
  const available = (context?: ToolAvailabilityContext | undefined): readonly Tool[] =>
    inContext(all, contextOf(context));
  return Object.freeze({
    tools: all,
    get: (name: string) => byName.get(name),
    available,
    definitions: (context?: ToolAvailabilityContext | undefined) =>
      available(context).map(({ definition }) => definition),
  });
}

/** Which tools may be used depends neither on arguments nor on the time. */
function inContext(tools: readonly Tool[], context: ToolAvailabilityContext): readonly Tool[] {
  return tools.filter(({ traits }) => ToolAvailabilityContext.decide(context, traits, {}, 0).available);
}

function isTool(tool: unknown): boolean {
  const hasParts = ["definition", "traits"].every((name) => typeof safeMember(tool, name) === "object");
  return hasParts && ["argumentsOf", "execute"].every((name) => typeof safeMember(tool, name) === "function");
}

function strangers(tools: readonly Tool[]): readonly Issue[] {
  return tools.flatMap((tool, at) =>
    isTool(tool) ? [] : [issue("not_allowed_value", `/tools/${at}`, "a tool that createTool made", "another value")],
  );
}

function repeated(tools: readonly Tool[]): readonly Issue[] {
  const names = tools.map(({ definition }) => definition.name);
  const ids = tools.map(({ traits }) => traits.id);
  return [...repeatedIn(names, "definition/name"), ...repeatedIn(ids, "traits/id")];
}

function repeatedIn(words: readonly string[], member: string): readonly Issue[] {
  return words.flatMap((word, at) =>
    words.indexOf(word) === at
      ? []
      : [issue("duplicate_tool", `/tools/${at}/${member}`, "one that no earlier tool has", "an earlier one")],
  );
}
