/** Writes TypeScript text: blocks, conditions, names. Everything an emitter prints is a list of lines. */

/** Words that cannot name a variable, and the names that generated functions use themselves. */
const RESERVED = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false " +
    "finally for function if implements import in instanceof interface let new null package private protected public return " +
    "static super switch this throw true try typeof undefined var void while with yield at count item key value"
  ).split(" "),
);

/** A head, an indented body in braces. */
export function block(head: string, body: readonly string[]): string[] {
  return [`${head} {`, ...indent(body), "}"];
}

export function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line === "" ? line : `  ${line}`));
}

/** A comment above a declaration; none for an empty text. */
export function docComment(text: string): string[] {
  if (text === "") return [];
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return [`/** ${lines[0]} */`];
  return ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"];
}

/** `return a && b;`, on one line where it fits. */
export function returnAll(terms: readonly string[]): string[] {
  if (terms.length === 0) return ["return true;"];
  const flat = `return ${terms.length === 1 ? withoutParentheses(terms[0] ?? "") : terms.join(" && ")};`;
  if (flat.length <= 110 || terms.length === 1) return [flat];
  return ["return (", ...indent(terms.map((term, index) => (index < terms.length - 1 ? `${term} &&` : term))), ");"];
}

/** The expression without parentheses around the whole of it. */
function withoutParentheses(expression: string): string {
  if (!expression.startsWith("(") || !expression.endsWith(")")) return expression;
  let depth = 0;
  for (let at = 0; at < expression.length - 1; at++) {
    if (expression[at] === "(") depth++;
    if (expression[at] === ")") depth--;
    if (depth === 0) return expression;
  }
  return expression.slice(1, -1);
}

/** The expression negated. */
export function negation(expression: string): string {
  const compared = /^(\w+) === (\S+)$/.exec(expression);
  if (compared) return `${compared[1]} !== ${compared[2]}`;
  return /^[\w.]+\([^()]*\)$/.test(expression) ? `!${expression}` : `!(${withoutParentheses(expression)})`;
}

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** A member of an object: `value.id`, `value["a-b"]`. */
export function memberAccess(object: string, property: string): string {
  return IDENTIFIER.test(property) ? `${object}.${property}` : `${object}[${literal(property)}]`;
}

/** A property as the name of a local variable. */
function localName(property: string): string {
  const name = property.replaceAll(/[^A-Za-z0-9_$]/g, "_").replace(/^(?=[0-9])/, "_");
  return RESERVED.has(name) ? `${name}_` : name;
}

/** The local variables that hold the members of an object, each under a name of its own. */
export class Locals {
  readonly #names = new Map<string, string>();

  /** The variable for a property: its name where that can name a variable. */
  of(property: string): string {
    const known = this.#names.get(property);
    if (known !== undefined) return known;
    let name = localName(property);
    while ([...this.#names.values()].includes(name)) name += "_";
    this.#names.set(property, name);
    return name;
  }

  /** `const { type, from } = value;` for those variables that `isUsed` accepts, on several lines where it is long. */
  destructure(source: string, isUsed: (name: string) => boolean): string[] {
    const members = [...this.#names]
      .filter(([, name]) => isUsed(name))
      .map(([property, name]) => (name === property ? name : `${memberKey(property)}: ${name}`));
    if (members.length === 0) return [];
    const flat = `const { ${members.join(", ")} } = ${source};`;
    if (flat.length <= 110) return [flat];
    return ["const {", ...indent(members.map((member) => `${member},`)), `} = ${source};`];
  }
}

function memberKey(property: string): string {
  return IDENTIFIER.test(property) ? property : literal(property);
}

/** `created_at` as `CreatedAt`. */
export function pascalName(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** `TextMessage` as `TEXT_MESSAGE`. */
export function constantName(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
}

/** `TextMessage` as `text-message`. */
export function kebabName(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}

/** A literal of TypeScript. */
export function literal(value: unknown): string {
  return JSON.stringify(value);
}

/** A name as the key of an object literal; `__proto__` is computed, since otherwise it would not be a key at all. */
export function objectKey(name: string): string {
  if (name === "__proto__") return `[${literal(name)}]`;
  return IDENTIFIER.test(name) ? name : literal(name);
}

/** A list of strings as a literal. */
export function listLiteral(values: readonly string[]): string {
  return `[${values.map(literal).join(", ")}]`;
}
