/** Reads the arguments of a call: by the definition first, then by the schema that types them. */

import { ToolCall } from "@parlance/builders";
import { type SafeParseResult, ValidationError } from "@parlance/core";
import type { StandardSchemaV1 } from "@standard-schema/spec";

/**
 * The arguments, or which rules they break at which places.
 *
 * @param described Made from the definition; undefined where the platform forbids that.
 * @param typed The tool's own schema.
 * @throws ParlanceError `schema_failed` or `async_schema`.
 */
export function checkedArguments(
  call: ToolCall,
  described: StandardSchemaV1 | undefined,
  typed: StandardSchemaV1 | undefined,
): SafeParseResult<unknown> {
  if (described !== undefined) {
    const held = ToolCall.safeArgumentsAs(call, described);
    if (!held.ok) return { ok: false, error: withRules(held.error, rulesOf(described, call)) };
    if (typed === undefined) return held;
  }
  return typed === undefined ? ToolCall.safeArgumentsAs(call) : ToolCall.safeArgumentsAs(call, typed);
}

/** What a definition says of arguments are words of its own; those of any other schema may quote the arguments. */
function rulesOf(described: StandardSchemaV1, call: ToolCall): Iterator<string> {
  const said = described["~standard"].validate(call.arguments);
  const issues = "issues" in said ? (said.issues ?? []) : [];
  return issues.map(({ message }) => message.replace(/^must /, "to ")).values();
}

/** @param rules Those that are broken, in the order of the issues that tell of them. */
function withRules({ issues }: ValidationError, rules: Iterator<string>): ValidationError {
  return new ValidationError(
    issues.map((issue) => {
      const rule = issue.code === "no_match" ? rules.next() : undefined;
      return rule === undefined || rule.done ? issue : { ...issue, expected: rule.value };
    }),
  );
}
