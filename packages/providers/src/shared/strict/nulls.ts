/** Finds the places in arguments where null is allowed only because every property has to be there. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject, pointerKey } from "@parlance/core/internal";
import { allowsNull } from "./allows-null.js";
import { referredSchema } from "./referred.js";
import type { Refuse } from "./refusal.js";

interface State {
  readonly root: JsonObject;
  readonly refuse: Refuse;
  readonly added: Set<string>;
  /** Places where null may also be meant. */
  readonly meant: Set<string>;
  /** The references that lead to where we are. */
  readonly open: Set<string>;
  steps: number;
}

/** Far more than a tool has; references can make the places of a small schema many. */
const MOST_STEPS = 20_000;

/** JSON Pointers into the arguments; `*` stands for any item of a list. */
export function addedNulls(root: JsonObject, refuse: Refuse): readonly string[] {
  const state: State = { root, refuse, added: new Set(), meant: new Set(), open: new Set(), steps: MOST_STEPS };
  visit(root, "", state);
  for (const pointer of state.added)
    if (state.meant.has(pointer)) refuse("", "null would mean two things in one place");
  return [...state.added];
}

function visit(schema: JsonValue | undefined, pointer: string, state: State): void {
  if (!isJsonObject(schema)) return;
  if (state.steps === 0) {
    state.refuse("", "the references lead to too many places");
    return;
  }
  state.steps--;
  const { $ref, properties, items } = schema;
  if (typeof $ref === "string") follow($ref, pointer, state);
  for (const alternatives of [schema.anyOf, schema.oneOf])
    if (Array.isArray(alternatives)) for (const one of alternatives) visit(one, pointer, state);
  if (items !== undefined) visit(items, `${pointer}/*`, state);
  if (!isJsonObject(properties)) return;
  const required = new Set(Array.isArray(schema.required) ? (schema.required as readonly string[]) : []);
  for (const [name, one] of Object.entries(properties)) {
    const place = `${pointer}/${pointerKey(name)}`;
    if (allowsNull(one, state.root)) state.meant.add(place);
    else if (!required.has(name)) state.added.add(place);
    visit(one, place, state);
  }
}

/** A schema that comes again inside of itself has no end of places; that only matters when there is something to take away. */
function follow(reference: string, pointer: string, state: State): void {
  const target = referredSchema(reference, state.root);
  if (state.open.has(reference) || target === state.root) {
    if (hasOptional(target, state))
      state.refuse("", "a schema that comes again inside of itself cannot have optional properties");
    return;
  }
  state.open.add(reference);
  visit(target, pointer, state);
  state.open.delete(reference);
}

/** Whether there is anything optional in a schema, or in what it refers to. */
function hasOptional(schema: JsonValue | undefined, { root, refuse }: State): boolean {
  const found = new Set<JsonValue>();
  const waiting: (JsonValue | undefined)[] = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isJsonObject(next) || found.has(next)) continue;
    found.add(next);
    if (found.size > MOST_STEPS) refuse("", "the references lead to too many places");
    const { $ref, properties, items, anyOf, oneOf } = next;
    if (isJsonObject(properties)) {
      const required = Array.isArray(next.required) ? (next.required as readonly string[]) : [];
      const isAdded = ([name, one]: [string, JsonValue]): boolean => !required.includes(name) && !allowsNull(one, root);
      if (Object.entries(properties).some(isAdded)) return true;
      waiting.push(...Object.values(properties));
    }
    if (typeof $ref === "string") waiting.push(referredSchema($ref, root));
    waiting.push(items, ...[anyOf, oneOf].filter(Array.isArray).flat());
  }
  return false;
}
