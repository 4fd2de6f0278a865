/** The words of a bundle: names, tags and limits, from which nearly valid payloads are made. */
import type { Json } from "./schema.js";
import { isObject, objectOf } from "./schema.js";

export interface Dictionary {
  readonly names: readonly string[];
  /** Values of `const` and `enum`. */
  readonly literals: readonly Json[];
  readonly lengths: readonly number[];
  readonly bounds: readonly number[];
}

const LENGTHS: readonly string[] = ["minLength", "maxLength"];
const BOUNDS: readonly string[] = ["minimum", "maximum"];

/** What the schemas of a bundle mention. */
export function dictionaryOf(bundle: object): Dictionary {
  const names = new Set<string>();
  const literals = new Set<Json>();
  const lengths = new Set<number>();
  const bounds = new Set<number>();
  const visit = (value: Json): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value)) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === "properties") for (const name of Object.keys(objectOf(member))) names.add(name);
      else if (key === "const") literals.add(member);
      else if (key === "enum" && Array.isArray(member)) for (const literal of member) literals.add(literal);
      else if (LENGTHS.includes(key) && typeof member === "number") lengths.add(member);
      else if (BOUNDS.includes(key) && typeof member === "number") bounds.add(member);
      visit(member);
    }
  };
  visit(bundle as Json);
  return { names: [...names], literals: [...literals], lengths: [...lengths], bounds: [...bounds] };
}

export function namesOf(bundle: object): readonly string[] {
  return dictionaryOf(bundle).names;
}
