/** How a scalar is written into a template literal without asking what it holds. */

import type { Node, StringNode } from "../../model.js";
import { admitsOnlyPlain, excludesEscapes } from "../predicates/patterns.js";
import { literal } from "../writer.js";

/** The text of a string, boolean or literal as a part of a template literal; undefined for all that needs a helper. */
export function scalarText(node: Node, place: string, quote: () => string): string | undefined {
  switch (node.kind) {
    case "string":
      return isPlainText(node) ? `"\${${place}}"` : `\${${quote()}(${place} as string)}`;
    case "boolean":
    case "null":
      return `\${${place}}`;
    case "literals":
      return literalsText(node.values, place);
    default:
      return undefined;
  }
}

/** Whether no valid text of the node has to be escaped in JSON. */
function isPlainText(node: Node & StringNode): boolean {
  return patternsOf(node).some(excludesEscapes) || refusedPatterns(node).some(admitsOnlyPlain);
}

function patternsOf(node: Node & StringNode): string[] {
  return node.pattern === undefined ? [] : [node.pattern];
}

/** The patterns that a text must not match. */
function refusedPatterns(node: Node): string[] {
  return (node.also ?? []).flatMap((one) => (one.kind === "not" ? stringsIn(one.node).flatMap(patternsOf) : []));
}

/** The strings among a condition on the values of one type, which is spelled as `some [not string, string]`. */
function stringsIn(node: Node): (Node & StringNode)[] {
  const nodes = node.kind === "some" ? node.nodes : [node];
  return nodes.filter((one) => one.kind === "string");
}

function literalsText(values: readonly (string | number | boolean | null)[], place: string): string | undefined {
  const [only] = values;
  if (values.length === 1 && only !== undefined && typeof only !== "number") return templateText(literal(only));
  if (values.some((value) => typeof value === "number")) return undefined;
  if (values.every((value) => typeof value === "string" && needsNoEscape(value))) return `"\${${place}}"`;
  return `\${JSON.stringify(${place})}`;
}

function needsNoEscape(value: string): boolean {
  return literal(value) === `"${value}"`;
}

/** A text as it stands in a template literal. */
export function templateText(text: string): string {
  return text.replaceAll(/[\\`]|\$\{/g, "\\$&");
}

/** A template literal; a simpler expression where it has but one part. */
export function templateLiteral(content: string): string {
  const only = /^\$\{([^{}`]*)\}$/.exec(content)?.[1];
  return only ?? `\`${content}\``;
}
