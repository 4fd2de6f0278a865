/** Where a value will stand once all later steps are done. */

import { pathOf, type Step } from "../../../tools/generator/src/migrations/steps.js";

/** The pointer, followed through later steps. */
export function finalPlace(pointer: string, later: readonly Step[]): string {
  return later.reduce((place, step) => placeAfter(place, step), pointer);
}

function placeAfter(place: string, step: Step): string {
  switch (step.step) {
    case "move":
      return moved(place, step.from, step.to);
    case "enclose":
      return moved(place, step.at, `${step.at}/${step.key}`);
    case "disclose":
      return moved(place, `${step.at}/${step.key}`, step.at);
    case "spread":
      return moved(place, step.form.from, `${step.form.to}/*/${step.form.host}/${step.form.field}`);
    default:
      return place;
  }
}

function moved(place: string, from: string, to: string): string {
  const [path, start] = [pathOf(place), pathOf(from)];
  return start.every((name, index) => path[index] === name) ? to + place.slice(from.length) : place;
}
