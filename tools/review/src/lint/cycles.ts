/** Finds definitions that can hold themselves through references without a stated depth. */
import { has } from "./json.js";
import type { Place } from "./places.js";
import type { SchemaSet } from "./schema-set.js";
import { resolveReference } from "./schema-set.js";

interface Definition {
  readonly file: string;
  readonly pointer: string;
}

/** One definition of each cycle of references in which none states `x-depth-limit`. */
export function unlimitedCycles(set: SchemaSet): Definition[] {
  const edges = referencesOf(set);
  const found: Definition[] = [];
  const done = new Set<string>();
  const visit = (key: string, path: readonly string[]): void => {
    if (path.includes(key)) {
      const definition = edges.get(path[path.indexOf(key)] ?? "")?.definition;
      if (definition !== undefined && !found.includes(definition)) found.push(definition);
      return;
    }
    if (done.has(key)) return;
    for (const next of edges.get(key)?.targets ?? []) visit(next, [...path, key]);
    done.add(key);
  };
  for (const key of edges.keys()) visit(key, []);
  return found;
}

interface Edges {
  readonly definition: Definition;
  readonly targets: Set<string>;
}

/** Which definition refers to which; a reference under a stated depth does not count. */
function referencesOf(set: SchemaSet): Map<string, Edges> {
  const edges = new Map<string, Edges>();
  for (const place of set.places) {
    const owner = definitionAround(place);
    const key = keyOf(owner);
    const entry = edges.get(key) ?? { definition: owner, targets: new Set<string>() };
    edges.set(key, entry);
    const reference = place.schema.$ref;
    if (typeof reference !== "string" || statesDepth(place)) continue;
    const target = resolveReference(set, place.file, reference);
    if (target !== undefined) entry.targets.add(keyOf(target));
  }
  return edges;
}

function definitionAround(place: Place): Place {
  let current = place;
  while (current.position !== "definition" && current.parent !== undefined) current = current.parent;
  return current;
}

/** Whether the place, or what it lies in up to its definition, states a depth. */
function statesDepth(place: Place): boolean {
  for (let current: Place | undefined = place; current !== undefined; current = current.parent) {
    if (has(current.schema, "x-depth-limit")) return true;
    if (current.position === "definition") return false;
  }
  return false;
}

function keyOf({ file, pointer }: Definition): string {
  return `${file}#${pointer}`;
}
