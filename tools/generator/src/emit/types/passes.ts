/** Part of types: passes over the syntax tree of what json-schema-to-typescript wrote. */

import MagicString from "magic-string";
import { type Program, parseSync, type TSArrayType, Visitor } from "oxc-parser";

/** Tells the parser the language; there is no such file. */
const FILE_NAME = "types.ts";

/** A top-level declaration with its comment. */
export interface Declaration {
  readonly name: string;
  readonly text: string;
}

/**
 * Makes every property, index signature and array readonly, at any depth.
 * @throws SyntaxError when the code is not TypeScript.
 */
export function makeReadonly(code: string): string {
  const edits = new MagicString(code);
  new Visitor({
    TSPropertySignature: (node) => {
      if (!node.readonly) edits.appendLeft(node.start, "readonly ");
    },
    TSIndexSignature: (node) => {
      if (!node.readonly) edits.appendLeft(node.start, "readonly ");
    },
    TSArrayType: (node) => makeArrayReadonly(node, edits),
  }).visit(parse(code));
  return edits.toString();
}

/** `A[][]` needs parentheses, `readonly (readonly A[])[]`; outer arrays are visited first, so that appending keeps the order. */
function makeArrayReadonly(node: TSArrayType, edits: MagicString): void {
  edits.appendRight(node.start, "readonly ");
  if (node.elementType.type !== "TSArrayType") return;
  edits.appendRight(node.elementType.start, "(");
  edits.appendLeft(node.elementType.end, ")");
}

/** Puts a comment of one line on one line: `/** Text. *\/`. */
export function shortenComments(code: string): string {
  const edits = new MagicString(code);
  for (const comment of parseSync(FILE_NAME, code).comments) {
    const [first, only, last, ...more] = comment.value.split("\n").map((line) => line.trim().replace(/^\*\s?/, ""));
    if (first === "" && only !== undefined && last === "" && more.length === 0) {
      edits.overwrite(comment.start, comment.end, `/** ${only} */`);
    }
  }
  return edits.toString();
}

/** The exported declarations in their order, each with the comment right above it. */
export function splitDeclarations(code: string): Declaration[] {
  let from = 0;
  return parse(code).body.map((statement) => {
    const text = code.slice(from, statement.end).trim();
    from = statement.end;
    return { name: declaredName(statement), text };
  });
}

function declaredName(statement: Program["body"][number]): string {
  if (statement.type !== "ExportNamedDeclaration")
    throw new SyntaxError(`unexpected ${statement.type} among the types`);
  const { declaration } = statement;
  if (declaration?.type === "TSInterfaceDeclaration" || declaration?.type === "TSTypeAliasDeclaration")
    return declaration.id.name;
  throw new SyntaxError(`unexpected ${declaration?.type ?? "export"} among the types`);
}

/** The names of the types that the code refers to. */
export function referencedTypes(code: string): Set<string> {
  const names = new Set<string>();
  new Visitor({
    TSTypeReference: (node) => {
      if (node.typeName.type === "Identifier") names.add(node.typeName.name);
    },
  }).visit(parse(code));
  return names;
}

function parse(code: string): Program {
  const { program, errors } = parseSync(FILE_NAME, code);
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(error.message);
  return program;
}
