/** What a record of a persisted root is to this build, and the error that says why it is nothing. */

import { UNEXPLAINED, versionOf } from "../codec/envelope.js";
import { ValidationError } from "../errors/validation-error.js";
import { explain } from "../explain.js";
import type { JsonObject, JsonValue } from "../runtime/json.js";
import type { Root, RootForm } from "../runtime/root.js";

/** A record in one of its forms. */
export type JudgedRoot =
  | { readonly kind: "current" | "older" | "newer"; readonly form: RootForm }
  /** Of a newer version, and not readable as the current one. */
  | { readonly kind: "unknown" };

/**
 * Judges a record against the version it says it has.
 * @throws ValidationError for one that is invalid, or of a version that does not have the root.
 */
export function judgedRoot(root: Root, tree: JsonValue): JudgedRoot {
  const version = versionOfRoot(tree);
  const current = currentForm(root);
  if (version > current.version) return current.isWire(tree) ? { kind: "newer", form: current } : { kind: "unknown" };
  const form = formOf(root, version) ?? judgeOf(root, version);
  if (form.version !== version || !form.isWire(tree)) throw refusalOfRoot(form, tree);
  return { kind: form === current ? "current" : "older", form };
}

/** The refusal of a record that is not a valid one of a form. */
export function refusalOfRoot({ node }: RootForm, tree: JsonValue): ValidationError {
  const issues = explain(node, tree);
  return new ValidationError(issues.length > 0 ? issues : [UNEXPLAINED]);
}

export function currentForm({ forms }: Root): RootForm {
  return forms[forms.length - 1] as RootForm;
}

/** Undefined for a version that does not have the root. */
export function formOf({ forms }: Root, version: number): RootForm | undefined {
  return forms.find((form) => form.version === version);
}

/** The form that says what is wrong with a version that has none: which number would be the least, or that there is none. */
function judgeOf(root: Root, version: number): RootForm {
  const [oldest] = root.forms;
  return oldest !== undefined && version < oldest.version ? oldest : currentForm(root);
}

/** NaN where none is said: the first contract, which had no such field, had no roots either. */
export function versionOfRoot(tree: JsonValue): number {
  const isTold = typeof tree === "object" && tree !== null && "schema_version" in tree && tree.schema_version !== null;
  return isTold ? versionOf(tree as JsonObject) : Number.NaN;
}
