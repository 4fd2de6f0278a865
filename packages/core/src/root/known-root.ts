/** Which persisted root a record without a type is. */

import type { JsonValue } from "../runtime/json.js";
import type { Root } from "../runtime/root.js";
import { currentForm, formOf, versionOfRoot } from "./judge-root.js";

/** The root whose own members a value has, in the version that it says it has or the current one; undefined for what has a type. */
export function knownRoot(roots: readonly Root[], value: JsonValue): Root | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value) || Object.hasOwn(value, "type"))
    return undefined;
  const version = versionOfRoot(value);
  return roots.find((root) => {
    const { telling } = formOf(root, version) ?? currentForm(root);
    return telling.length > 0 && telling.every((name) => Object.hasOwn(value, name));
  });
}
