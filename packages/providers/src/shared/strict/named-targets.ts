/** Gives a name to what references lead to, so that it is still there when the places around it are written otherwise. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { changedBy, innerSchemas } from "./inner-schemas.js";
import { referredSchema } from "./referred.js";
import type { Refuse } from "./refusal.js";

interface State {
  readonly root: JsonObject;
  readonly refuse: Refuse;
  /** New references by the old ones. */
  readonly named: Map<string, string>;
  readonly waiting: (readonly [name: string, target: JsonObject])[];
  names: number;
}

/** The root, and what has a name already. */
const STAYS = /^#(\/(\$defs|definitions)\/[^/]+)?$/;

/** The schema with a copy under `$defs` of each place that is referred to by its way there: `#/properties/a`. */
export function withNamedTargets(root: JsonObject, refuse: Refuse): JsonObject {
  const state: State = { root, refuse, named: new Map(), waiting: [], names: 0 };
  const schema = redirected(root, state);
  const copies: [string, JsonValue][] = [];
  for (let next = state.waiting.pop(); next !== undefined; next = state.waiting.pop())
    copies.push([next[0], redirected(next[1], state)]);
  if (copies.length === 0) return schema;
  const $defs = changedBy(isJsonObject(schema.$defs) ? schema.$defs : {}, Object.fromEntries(copies));
  return changedBy(schema, { $defs });
}

function redirected(schema: JsonObject, state: State): JsonObject {
  const { $ref } = schema;
  const reference = typeof $ref === "string" ? newReference($ref, state) : undefined;
  const inner = innerSchemas(schema, (one) => (isJsonObject(one) ? redirected(one, state) : one));
  return changedBy(schema, reference === undefined ? inner : { ...inner, $ref: reference });
}

/** Undefined for one that stays as it is. */
function newReference(reference: string, state: State): string | undefined {
  const known = state.named.get(reference);
  if (known !== undefined) return known;
  const target = referredSchema(reference, state.root);
  // It must not lead to what only stands there when all is written.
  if (!isJsonObject(target)) state.refuse("", "a reference leads to no schema that says what is valid");
  if (!isJsonObject(target) || STAYS.test(reference)) return undefined;
  const name = freeName(state);
  const renamed = `#/$defs/${name}`;
  state.named.set(reference, renamed);
  state.waiting.push([name, target]);
  return renamed;
}

function freeName(state: State): string {
  const { $defs } = state.root;
  for (;;) {
    state.names++;
    const name = `ref_${state.names}`;
    if (!isJsonObject($defs) || !Object.hasOwn($defs, name)) return name;
  }
}
