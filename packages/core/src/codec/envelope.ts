/** The two fields that decide how a record is read. */

import type { Issue } from "../errors/issue.js";
import { ValidationError } from "../errors/validation-error.js";
import { typeName } from "../runtime/check.js";
import { isKnownType, type ReadableContract } from "../runtime/contract.js";
import type { JsonObject, JsonValue } from "../runtime/json.js";

/**
 * The tree as an object with a `type`.
 * @throws ValidationError for anything else: such a record can be neither known nor unknown.
 */
export function assertTagged(tree: JsonValue): asserts tree is JsonObject & { readonly type: string } {
  if (typeof tree !== "object" || tree === null || Array.isArray(tree)) {
    throw refusalFor("wrong_type", "", "type", "object", typeName(tree));
  }
  const { type } = tree as JsonObject;
  if (typeof type === "string") return;
  throw type === undefined
    ? refusalFor("missing_property", "", "required", 'property "type"', "no such property")
    : refusalFor("wrong_type", "/type", "type", "string", typeName(type));
}

/** The types that the members of an envelope have in every version of every contract. */
const ENVELOPE_TYPES = [
  ["schema_version", "number"],
  ["id", "string"],
  ["created_at", "string"],
  ["data", "object"],
  ["metadata", "object"],
] as const;

/**
 * What somebody made by hand, of a type that this version does not know, can be a message for those who know the type.
 * @throws ValidationError with every member of the envelope that is of another type; members may be absent.
 */
export function assertEnvelope({ current }: ReadableContract, tree: JsonObject): void {
  if (isKnownType(current, tree.type as string)) return;
  const issues = ENVELOPE_TYPES.flatMap(([name, expected]) => {
    const found = typeName(tree[name]);
    const isRight = tree[name] == null || found === expected;
    return isRight ? [] : [{ code: "wrong_type", path: `/${name}`, keyword: "type", expected, found }];
  });
  if (issues.length > 0) throw new ValidationError(issues);
}

/** The contract version of a record: 1 where it is not said, NaN where it is not a version number. */
export function versionOf(tree: JsonObject): number {
  const version = tree.schema_version;
  if (version === undefined || version === null) return 1;
  return typeof version === "number" && Number.isInteger(version) && version >= 1 ? version : Number.NaN;
}

/** The fast and the detailed validator are tested to agree; should they not, the refusal stands. */
export const UNEXPLAINED: Issue = {
  code: "no_match",
  path: "",
  keyword: "",
  expected: "what the schema says",
  found: "another value",
};

/** A refusal for one reason. */
export function refusalFor(
  code: string,
  path: string,
  keyword: string,
  expected: string,
  found: string,
): ValidationError {
  return new ValidationError([{ code, path, keyword, expected, found }]);
}

/** The refusal to write a text that reading would refuse for its size. */
export function tooLargeToRead(maxBytes: number): ValidationError {
  return refusalFor("too_large", "", "", `at most ${maxBytes} bytes of JSON`, "more");
}

const ENVELOPE = /^\/(?:type|schema_version|id|created_at|data|metadata|residue)(?=\/|$)/;

/** The envelope's field that a pointer leads into; the root for a field that the envelope does not have. */
export function fieldOf(pointer: string): string {
  return ENVELOPE.exec(pointer)?.[0] ?? "";
}
