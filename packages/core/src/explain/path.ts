/** Prints the place of an error: declared property names and array indexes as they are, keys that are the user's own as `*`. */

import type { MapPlace, MapPlaces } from "../runtime/ajv-error.js";

/** Turns the JSON Pointer of an error into one without content. */
export type PathPrinter = (instancePath: string) => string;

/** A printer for values of one definition. */
export function createPathPrinter(places: MapPlaces, definition: string): PathPrinter {
  const start = Object.hasOwn(places, definition) ? [places[definition] as MapPlace] : [];
  return (instancePath) => {
    let here: readonly MapPlace[] = start;
    const shown: string[] = [];
    for (const step of instancePath.split("/").slice(1)) {
      const open = expand(here, places);
      const isMap = open.some((place) => Object.hasOwn(place, "*"));
      shown.push(isMap ? "*" : step);
      here = next(open, isMap ? ["*"] : [step, "[]"]);
    }
    return shown.map((step) => `/${step}`).join("");
  };
}

/** The places with all definitions that they refer to, followed to the end. */
function expand(places: readonly MapPlace[], all: MapPlaces): MapPlace[] {
  const open = [...places];
  const followed = new Set<string>();
  for (const place of open) {
    for (const name of referencesOf(place)) {
      const target = Object.hasOwn(all, name) ? all[name] : undefined;
      if (target && !followed.has(name)) open.push(target);
      followed.add(name);
    }
  }
  return open;
}

function referencesOf(place: MapPlace): readonly string[] {
  const names = Object.hasOwn(place, "&") ? place["&"] : undefined;
  return Array.isArray(names) ? names : [];
}

function next(places: readonly MapPlace[], steps: readonly string[]): MapPlace[] {
  const found: MapPlace[] = [];
  for (const place of places) {
    for (const step of steps) {
      const target = Object.hasOwn(place, step) ? place[step] : undefined;
      if (target && !Array.isArray(target)) found.push(target as MapPlace);
    }
  }
  return found;
}
