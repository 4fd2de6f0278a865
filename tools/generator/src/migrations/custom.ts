/** Finds the operations `custom`, the escape that a file must allow and show by examples. */

import type { Migration, Operation } from "./format.js";

/** Where the custom operations of a migration stand in its file. */
export function customPlaces({ all, types, definitions }: Migration): string[] {
  const lists = [all, ...types.values(), ...[...definitions.values()].map((definition) => definition.do)];
  return lists.flatMap(placesIn);
}

function placesIn(operations: readonly Operation[]): string[] {
  return operations.flatMap((operation) => {
    switch (operation.op) {
      case "custom":
        return [operation.place];
      case "each":
        return placesIn(operation.do);
      case "when":
        return placesIn([...operation.do, ...operation.else]);
      case "variant":
        return operation.cases.flatMap((one) => placesIn(one.do));
      default:
        return [];
    }
  });
}
