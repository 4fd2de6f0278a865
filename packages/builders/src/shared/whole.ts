/** Remembers records that are plain data and frozen to their last level, so that a changed copy can share what stays. */

import type { Companion } from "@parlance/core";
import { frozenJson } from "@parlance/core/json";
import { isOwned } from "./owned.js";

const WHOLE: WeakSet<object> = /* @__PURE__ */ new WeakSet();

/**
 * The record itself when it was made, decoded or remembered here. Any other is copied: decoded when it is valid, as it is otherwise.
 *
 * @throws ValidationError when it is not JSON.
 */
export function wholeOf<Value extends object>(companion: Companion<Value>, record: Value): Value {
  if (isOwned(record) || WHOLE.has(record)) return record;
  const result = companion.safeParse(record);
  const whole = result.ok ? result.value : (frozenJson(record) as unknown as Value);
  return typeof whole === "object" && whole !== null ? remembered(whole) : whole;
}

/** Remembers a record that is plain data and frozen to its last level. */
export function remembered<Value extends object>(record: Value): Value {
  WHOLE.add(record);
  return record;
}
