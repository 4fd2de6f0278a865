/** Part of builders: the setters of one type. */

import type { Contract, Property } from "../../model.js";
import { takesNull, target } from "../shapes/facts.js";
import { tsdoc } from "../types/tsdoc.js";
import { block, docComment, literal, pascalName } from "../writer.js";

/** Written by whoever makes a value, never by whoever says what is in it. */
export const NOT_TO_BE_SET: readonly string[] = ["schema_version", "residue"];

interface Place {
  /** From the type to the field. */
  readonly path: readonly string[];
  /** The method of the base that takes the value. */
  readonly method: "set" | "setData";
}

/** Writes the setters of one type, each under a name of its own. */
export class SetterWriter {
  readonly #contract: Contract;
  readonly #type: string;
  readonly #taken = new Set<string>();

  constructor(contract: Contract, type: string) {
    this.#contract = contract;
    this.#type = type;
  }

  /** Where null is not a value of the field, it clears it as undefined does. */
  setter(property: Property, { path, method }: Place): string[] {
    const isValue = takesNull(this.#contract, property.node);
    const type = `${this.#type}${path.map((name) => `[${literal(name)}]`).join("")}`;
    const head = `${this.#nameOf(property, path.length > 1 ? "data" : "message")}(value: ${type} | ${isValue ? "undefined" : "null | undefined"}): this`;
    const given = isValue ? "value" : "value ?? undefined";
    return [
      ...docComment(tsdoc(property)),
      ...block(head, [`return this.${method}(${literal(property.name)}, ${given});`]),
    ];
  }

  /**
   * `with` and the field; of a switch such as `enable_tools` what is switched, as one would say it: `withTools(false)`.
   * @param holder What the field is a part of, where its name alone is taken.
   */
  #nameOf({ name, node }: Property, holder: "data" | "message"): string {
    const isSwitch = target(this.#contract, node).kind === "boolean";
    const wanted = [isSwitch ? name.replace(/^enable_/, "") : name, name, `${holder}_${name}`];
    return this.#unique(wanted.map((words) => `with${pascalName(words)}`));
  }

  /** The first name that is free, or the last one with a number. */
  #unique(wanted: readonly string[]): string {
    const last = wanted.at(-1) ?? "";
    let name = wanted.find((one) => !this.#taken.has(one)) ?? `${last}2`;
    for (let suffix = 3; this.#taken.has(name); suffix++) name = `${last}${suffix}`;
    this.#taken.add(name);
    return name;
  }
}
