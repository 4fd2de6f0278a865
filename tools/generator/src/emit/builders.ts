/** Emits `builders/<type>.gen.ts` of builders: for every type that is made step by step, a fluent builder that sets its fields. */

import type { Contract, Definition, Property } from "../model.js";
import { NOT_TO_BE_SET, SetterWriter } from "./builders/setters.js";
import { type GeneratedFile, generatedHeader } from "./header.js";
import { target } from "./shapes/facts.js";
import { tsdoc } from "./types/tsdoc.js";
import { block, docComment, kebabName, literal } from "./writer.js";

/** Besides the messages, the types with so many optional fields that one call could not name them. */
const MADE_STEP_BY_STEP: readonly string[] = ["agent_request", "tool_availability_context", "inference_options"];

/** A builder to print. */
interface Builder {
  readonly definition: Definition;
  readonly base: "FieldBuilder" | "MessageFieldBuilder";
  /** The `type` of a message. */
  readonly tag?: string;
  readonly setters: readonly (readonly string[])[];
}

/** The builders for the current version, and the module that exports them all. */
export function emitBuilders(contracts: readonly Contract[]): GeneratedFile[] {
  return contracts.filter((contract) => contract.current).flatMap(emitContract);
}

function emitContract(contract: Contract): GeneratedFile[] {
  const definitions = [...contract.definitions.values()];
  const messages = contract.message.branches.flatMap(({ name, tag }) =>
    definitions.filter((one) => one.name === name).map((message) => messageBuilder(contract, message, tag)),
  );
  const objects = definitions
    .filter(({ root }) => MADE_STEP_BY_STEP.includes(root ?? ""))
    .map((definition) => objectBuilder(contract, definition));
  const builders = [...messages, ...objects];
  return [...builders.map((builder) => printBuilder(contract, builder)), printIndex(contract, builders)];
}

function messageBuilder(contract: Contract, definition: Definition, tag: string): Builder {
  const properties = propertiesOf(contract, definition).filter(({ name }) => name !== contract.message.tag);
  const fields = properties.flatMap(({ name, node }) => (name === "data" ? objectProperties(contract, node) : []));
  const envelope = properties.filter(({ name }) => name !== "data" || fields.length === 0);
  const writer = new SetterWriter(contract, definition.name);
  // What a message says has the first choice of names.
  const ofData = fields.map((property) =>
    writer.setter(property, { path: ["data", property.name], method: "setData" }),
  );
  const ofEnvelope = envelope.map((property) => writer.setter(property, { path: [property.name], method: "set" }));
  return { definition, base: "MessageFieldBuilder", tag, setters: [...ofEnvelope, ...ofData] };
}

function objectBuilder(contract: Contract, definition: Definition): Builder {
  const writer = new SetterWriter(contract, definition.name);
  const setters = propertiesOf(contract, definition).map((property) =>
    writer.setter(property, { path: [property.name], method: "set" }),
  );
  return { definition, base: "FieldBuilder", setters };
}

function propertiesOf(contract: Contract, { node }: Definition): Property[] {
  return objectProperties(contract, node).filter(({ name }) => !NOT_TO_BE_SET.includes(name));
}

function objectProperties(contract: Contract, node: Definition["node"]): readonly Property[] {
  const object = target(contract, node);
  return object.kind === "object" ? object.properties : [];
}

function printBuilder(contract: Contract, { definition, base, tag, setters }: Builder): GeneratedFile {
  const { name, description } = definition;
  const members = [...frame(name, tag), ...setters];
  const text = `${description}\n\n${HOW_IT_WORKS}`;
  const lines = [
    ...fileHead(contract, `The fluent builder of \`${name}\`.`),
    `import { type Companion, ${name} } from "@parlance/core";`,
    `import { ${base} } from "../../shared/${kebabName(base)}.js";`,
    ...(tag === undefined ? [] : ['import type { Surroundings } from "../../shared/surroundings.js";']),
    "",
    ...docComment(tsdoc({ description: text, deprecated: definition.deprecated, examples: [] })),
    ...block(
      `export class ${name}Builder extends ${base}<${name}>`,
      members.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines])),
    ),
  ];
  return { path: `builders/${kebabName(name)}.gen.ts`, content: `${lines.join("\n")}\n` };
}

const HOW_IT_WORKS =
  "Each setter replaces what was set before and returns this builder; undefined clears the field, and so does null where it is not a value.";

/** The members that are not setters. */
function frame(name: string, tag: string | undefined): string[][] {
  const companion = block(`protected override get companion(): Companion<${name}>`, [`return ${name};`]);
  if (tag === undefined) return [createLines(name, "", ""), companion];
  const type = block(`protected override get type(): ${literal(tag)}`, [`return ${literal(tag)};`]);
  return [createLines(name, "surroundings?: Surroundings", "surroundings"), companion, type];
}

function createLines(name: string, parameter: string, argument: string): string[] {
  return [
    ...docComment("A builder with nothing set."),
    ...block(`static create(${parameter}): ${name}Builder`, [`return new ${name}Builder(${argument});`]),
  ];
}

function printIndex(contract: Contract, builders: readonly Builder[]): GeneratedFile {
  const names = builders.map(({ definition }) => definition.name).sort();
  const lines = [
    ...fileHead(contract, "Every generated builder."),
    ...names.map((name) => `export { ${name}Builder } from "./builders/${kebabName(name)}.gen.js";`),
  ];
  return { path: "builders.gen.ts", content: `${lines.join("\n")}\n` };
}

function fileHead({ version }: Contract, purpose: string): string[] {
  return [generatedHeader(`schemas/v${version}`), "", `/** ${purpose} */`, ""];
}
