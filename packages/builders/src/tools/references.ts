/** Finds what the references in a JSON Schema lead to, as the specification has it: by pointers, anchors and ids, inside it alone. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { pointerSteps } from "@parlance/core/internal";

interface Target {
  /** What is there; undefined when there is nothing. */
  readonly schema: JsonValue | undefined;
  readonly place: string;
  /** The schema that the references in the target start from. */
  readonly resource: JsonObject;
  /** Whether the reference stays inside the whole. */
  readonly isInside: boolean;
}

interface Reference {
  readonly from: JsonObject;
  readonly keyword: string;
  /** Of the reference itself. */
  readonly place: string;
  readonly target: Target;
}

export interface References {
  /** Takes note of the ids, anchors and references of a schema; returns the one that references inside it start from. */
  enter(schema: JsonObject, place: string, resource: JsonObject): JsonObject;
  /** What the references lead to that were noted since the last time. */
  resolve(): readonly Reference[];
}

interface Resource {
  readonly schema: JsonObject;
  readonly place: string;
  readonly uri: string;
  readonly anchors: Map<string, { readonly schema: JsonObject; readonly place: string }>;
}

interface Noted {
  readonly from: JsonObject;
  readonly keyword: string;
  readonly place: string;
  readonly reference: string;
  readonly resource: Resource;
}

/** Relative ids need something to be relative to; it is never fetched. */
const BASE = "http://schema.invalid/";

const platform = globalThis as unknown as {
  readonly URL: new (uri: string, base: string) => { readonly href: string };
};

export function createReferences(root: JsonObject): References {
  const resources = new Map<JsonObject, Resource>();
  const byUri = new Map<string, Resource>();
  let noted: Noted[] = [];

  const add = (schema: JsonObject, place: string, base: string): Resource => {
    const id = idOf(schema);
    const resource = { schema, place, uri: id === undefined ? base : absolute(id, base), anchors: new Map() };
    resources.set(schema, resource);
    if (!byUri.has(resource.uri)) byUri.set(resource.uri, resource);
    return resource;
  };
  add(root, "", BASE);

  return {
    enter(schema, place, around) {
      const outer = resources.get(around) as Resource;
      const own = resources.get(schema) ?? (idOf(schema) === undefined ? outer : add(schema, place, outer.uri));
      for (const anchor of anchorsOf(schema)) own.anchors.set(anchor, { schema, place });
      for (const keyword of ["$ref", "$dynamicRef"]) {
        const reference = schema[keyword];
        if (typeof reference === "string")
          noted.push({ from: schema, keyword, place: `${place}/${keyword}`, reference, resource: own });
      }
      return own.schema;
    },
    resolve() {
      const found = noted.map(({ from, keyword, place, reference, resource }) => ({
        from,
        keyword,
        place,
        target: targetOf(reference, resource, byUri),
      }));
      noted = [];
      return found;
    },
  };
}

/** In draft-07 an id that is a mere fragment is an anchor. */
function idOf({ $id }: JsonObject): string | undefined {
  return typeof $id === "string" && $id !== "" && !$id.startsWith("#") ? $id : undefined;
}

function anchorsOf({ $anchor, $dynamicAnchor, $id }: JsonObject): readonly string[] {
  if ($anchor === undefined && $dynamicAnchor === undefined && $id === undefined) return NO_ANCHORS;
  const fragment = typeof $id === "string" && $id.startsWith("#") ? $id.slice(1) : undefined;
  return [$anchor, $dynamicAnchor, fragment].filter((anchor) => typeof anchor === "string");
}

const NO_ANCHORS: readonly string[] = [];

function targetOf(reference: string, from: Resource, byUri: ReadonlyMap<string, Resource>): Target {
  const hash = reference.indexOf("#");
  const uri = hash === -1 ? reference : reference.slice(0, hash);
  const fragment = hash === -1 ? "" : decoded(reference.slice(hash + 1));
  const resource = uri === "" ? from : byUri.get(absolute(uri, from.uri));
  if (resource === undefined) return { schema: undefined, place: "", resource: from.schema, isInside: false };
  if (fragment !== "" && !fragment.startsWith("/")) {
    const anchored = resource.anchors.get(fragment);
    return { schema: anchored?.schema, place: anchored?.place ?? "", resource: resource.schema, isInside: true };
  }
  // Where no keyword has led to it, the names on the way there may be anything.
  const place = fragment === "" ? resource.place : `${resource.place}/*`;
  return { schema: atPointer(resource.schema, fragment), place, resource: resource.schema, isInside: true };
}

/** Own members only: every object has a `constructor` that no schema put there. */
function atPointer(root: JsonValue, pointer: string): JsonValue | undefined {
  let here: JsonValue | undefined = root;
  for (const key of pointerSteps(pointer)) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as JsonObject)[key];
  }
  return here;
}

/** The URI without its fragment, as an id is compared. */
function absolute(uri: string, base: string): string {
  try {
    return new platform.URL(uri.replace(/#.*$/s, ""), base).href;
  } catch {
    return uri;
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
