/** Finds the operations `custom`, the escape that a file must allow and show by examples. */

import type { Custom, Migration, Operation } from "./format.js";

/** Where the custom operations of a migration stand in its file. */
export function customPlaces(migration: Migration): string[] {
  return customOperations(migration).map(({ place }) => place);
}

/** The names of the modules whose functions they are, each once. */
export function customNames(migration: Migration): string[] {
  return [...new Set(customOperations(migration).map(({ name }) => name))];
}

function customOperations({ all, types, definitions }: Migration): (Custom & { readonly place: string })[] {
  const lists = [all, ...types.values(), ...[...definitions.values()].map((definition) => definition.do)];
  return lists.flatMap(customsIn);
}

function customsIn(operations: readonly Operation[]): (Custom & { readonly place: string })[] {
  return operations.flatMap((operation) => {
    switch (operation.op) {
      case "custom":
        return [operation];
      case "each":
        return customsIn(operation.do);
      case "when":
        return customsIn([...operation.do, ...operation.else]);
      case "variant":
        return operation.cases.flatMap((one) => customsIn(one.do));
      default:
        return [];
    }
  });
}
