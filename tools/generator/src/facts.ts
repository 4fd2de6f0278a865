/** Phase 3, model: reads what others need to know of the types from the keywords beside them. */

import { isArray } from "./json.js";
import { FACT_KEYWORDS } from "./keywords.js";
import type { Definition, FieldPath, MessageFacts, Node, PartFacts, Property, TypeFacts, UnionNode } from "./model.js";
import { SchemaError } from "./schema-error.js";

type Definitions = ReadonlyMap<string, Definition>;

/** @throws SchemaError where two parts with one tag declare different things, or a field that is named is none of the type. */
export function typeFactsOf(definitions: Definitions, message: UnionNode): TypeFacts {
  const messages = new Map<string, MessageFacts>();
  for (const { tag, name } of message.branches) {
    const definition = definitions.get(name);
    if (definition !== undefined && isDeclared(definition)) messages.set(tag, messageFacts(definition, definitions));
  }
  return { messages, parts: partFacts(definitions, message) };
}

function isDeclared({ schema }: Definition): boolean {
  return FACT_KEYWORDS.some((keyword) => keyword in schema);
}

function messageFacts(definition: Definition, definitions: Definitions): MessageFacts {
  const { schema } = definition;
  const { "x-role": role, "x-keep-with": keepWith, "x-summary": summary } = schema;
  const field = (keyword: string): FieldPath | undefined => fieldIn(definition, keyword, definitions);
  const facts: MessageFacts = {
    ...(typeof role === "string" ? { role: role.startsWith("/") ? (field("x-role") ?? []) : role } : {}),
    ...member("modelText", field("x-model-text")),
    ...(typeof keepWith === "string" ? { keepWith } : {}),
    ...member("priority", field("x-priority")),
    ...(typeof summary === "string" ? { summary: summaryPieces(summary) } : {}),
  };
  return isWhole(facts, definition, definitions) ? { ...facts, isWhole: true } : facts;
}

function member<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [name in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [name in Name]?: Value };
}

function fieldIn(definition: Definition, keyword: string, definitions: Definitions): FieldPath | undefined {
  const pointer = definition.schema[keyword];
  if (typeof pointer !== "string") return undefined;
  const path = pointer.split("/").slice(1);
  let node: Node | undefined = definition.node;
  for (const name of path) node = propertiesOf(node, definitions).find((property) => property.name === name)?.node;
  if (node !== undefined) return path;
  throw new SchemaError(definition.file, `${definition.pointer}/${keyword}`, `the type has no field ${pointer}`);
}

function propertiesOf(node: Node | undefined, definitions: Definitions): readonly Property[] {
  const settled = node?.kind === "ref" ? definitions.get(node.name)?.node : node;
  return settled?.kind === "object" ? settled.properties : [];
}

/** `{/data/role}, {/data/parts part}` in pieces. */
function summaryPieces(template: string): NonNullable<MessageFacts["summary"]> {
  return template
    .split(/(\{[^}]*\})/)
    .filter((piece) => piece !== "")
    .map((piece) => {
      if (!piece.startsWith("{")) return piece;
      const [pointer = "", ...noun] = piece.slice(1, -1).split(" ");
      return { at: pointer.split("/").slice(1), ...(noun.length === 0 ? {} : { noun: noun.join(" ") }) };
    });
}

/** Whether `data` has nothing beside what a model is told, who says it, and notes. */
function isWhole({ role, modelText }: MessageFacts, definition: Definition, definitions: Definitions): boolean {
  if (modelText === undefined) return false;
  const told = [modelText, ...(isArray(role) ? [role] : [])].map((path) => path.join("/"));
  const data = propertiesOf(definition.node, definitions).find(({ name }) => name === "data")?.node;
  return propertiesOf(data, definitions).every(({ name, isNote }) => isNote === true || told.includes(`data/${name}`));
}

/** Of the definitions that are not message types; lint lets them declare something only where a union has them. */
function partFacts(definitions: Definitions, message: UnionNode): ReadonlyMap<string, PartFacts> {
  const parts = new Map<string, PartFacts>();
  const messages = message.branches.map(({ name }) => name);
  for (const definition of definitions.values()) {
    const tag = tagOf(definition);
    if (tag === undefined || messages.includes(definition.name) || !isDeclared(definition)) continue;
    const facts = member("modelText", fieldIn(definition, "x-model-text", definitions));
    const known = parts.get(tag);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(facts)) {
      const reason = `another part with the tag ${tag} declares something else`;
      throw new SchemaError(definition.file, definition.pointer, reason);
    }
    parts.set(tag, facts);
  }
  return parts;
}

/** The constant string by which unions tell the definition. */
function tagOf({ node }: Definition): string | undefined {
  const properties = node.kind === "object" ? node.properties : [];
  const [tag] = properties.flatMap(({ node: value }) => (value.kind === "literals" ? value.values : []));
  return typeof tag === "string" ? tag : undefined;
}
