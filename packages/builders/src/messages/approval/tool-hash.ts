/** The fingerprint of the tool that was shown to whoever decides. */

import type { JsonObject, ToolDefinition } from "@parlance/core";
import { type Issue, ValidationError } from "@parlance/core";
import { isJsonObject, issue, typeName } from "@parlance/core/internal";
import { canonicalJson } from "@parlance/core/json";
import { sha256Hex } from "./hash.js";

/** What a model and whoever decides are told of a tool; a `ToolDefinition` is one. */
export interface ShownTool extends Pick<ToolDefinition, "name" | "parameters"> {
  readonly description?: string | null | undefined;
}

/**
 * SHA-256, in lower-case hexadecimal, of a tool as it is shown: of the UTF-8 bytes of the JSON text
 * `[name,description,parameters]`, written as `hashOf` writes a call, with `null` for a description that is absent.
 *
 * @throws ValidationError: `wrong_type`; `inexact_number` for parameters that were read with digits which are lost by now.
 */
export function toolHash(definition: ShownTool): string {
  const { name, description, parameters } = partsOf(definition);
  return sha256Hex(`[${canonicalJson(name)},${canonicalJson(description)},${canonicalJson(parameters)}]`);
}

interface Parts {
  readonly name: string;
  readonly description: string | null;
  readonly parameters: JsonObject;
}

/** Each part is read once: what stands behind it may be a getter. */
function partsOf(definition: ShownTool): Parts {
  const { name, description, parameters } = readable(definition);
  const parts: Parts = { name, description: description ?? null, parameters };
  const issues = WRONG.flatMap(([part, expected, isWrong]): readonly Issue[] =>
    isWrong(parts[part]) ? [issue("wrong_type", `/${part}`, expected, typeName(parts[part]))] : [],
  );
  if (issues.length > 0) throw new ValidationError(issues);
  return parts;
}

const WRONG: readonly (readonly [part: keyof Parts, expected: string, isWrong: (value: unknown) => boolean])[] = [
  ["name", "string", (value) => typeof value !== "string"],
  ["description", "string", (value) => value !== null && typeof value !== "string"],
  ["parameters", "object", (value) => !isJsonObject(value)],
];

function readable(definition: ShownTool): ShownTool {
  try {
    const { name, description, parameters } = definition;
    return { name, description, parameters };
  } catch {
    throw new ValidationError([issue("wrong_type", "", "a tool definition", "a value that cannot be read")]);
  }
}
