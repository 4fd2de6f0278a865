/** Types whose values JSON does not carry, which the generator would describe as something else without a word. */

import type { ts } from "ts-json-schema-generator";
import type { Generator } from "./generator.js";

/** `JSON.stringify` makes `{}` of all of these, or objects that are read back as something else. */
const CONTAINERS: ReadonlySet<string> = new Set([
  "ArrayBuffer",
  "Map",
  "Promise",
  "PromiseLike",
  "ReadonlyMap",
  "ReadonlySet",
  "Set",
  "SharedArrayBuffer",
  "Uint8Array",
  "WeakMap",
  "WeakSet",
]);

type NodeParser = ReturnType<Generator["createParser"]>;

/** Goes before the parsers of the generator and throws its error, with the place, for what they would get wrong. */
export function refusedTypes({ ts, UnknownNodeError }: Generator, program: ts.Program): Refusing {
  const checker = program.getTypeChecker();
  return {
    supportsNode: (node) =>
      node.kind === ts.SyntaxKind.BigIntKeyword ||
      (ts.isTypeReferenceNode(node) && isContainer(checker.getSymbolAtLocation(node.typeName), program)),
    createType: (node) => {
      throw new UnknownNodeError(node);
    },
  };
}

interface Refusing {
  supportsNode(node: ts.Node): boolean;
  createType: NodeParser["createType"];
}

/** A type of the user's own may have such a name, too. */
function isContainer(symbol: ts.Symbol | undefined, program: ts.Program): boolean {
  if (symbol === undefined || !CONTAINERS.has(symbol.name)) return false;
  const files = (symbol.declarations ?? []).map((declaration) => declaration.getSourceFile());
  return files.some((file) => program.isSourceFileDefaultLibrary(file));
}
