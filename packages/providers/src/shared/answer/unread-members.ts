/** Gathers what nobody has read of an answer, from one object or from the many events of a stream. */

import { inexactNumbers, type JsonObject, type JsonValue } from "@parlance/core";
import { equalJson, frozenJson, parseJson, replaceMembers, stringifyJson } from "@parlance/core/json";
import { isMembers, type Members, membersOf } from "./unread.js";

/** Where an object stands in the whole answer: names of members, and positions in lists. */
export type Place = readonly (string | number)[];

/** One time that a member was there; it is kept with its object, which has the digits of its numbers. */
interface Occurrence {
  readonly object: JsonObject;
  readonly name: string;
}

/** All times that a member was there: a count as long as it said the same, each time once it did not. */
interface Slot {
  readonly occurrences: Occurrence[];
  repeats: number;
}

interface Node {
  readonly slots: Map<string, Slot>;
  readonly children: Map<string, Node>;
}

const NOTHING = /* @__PURE__ */ frozenJson({}) as JsonObject;

export class UnreadMembers {
  readonly #root: Node = newNode();

  /** @param rest The members of the object at this place, as far as somebody has read them; or frozen ones that nobody has read. */
  add(place: Place, rest: JsonObject | Members | undefined): void {
    if (rest === undefined) return;
    const members = isMembers(rest) ? rest : membersOf(rest);
    let slots: Map<string, Slot> | undefined;
    members.eachUnread((object, name) => {
      slots ??= place.reduce(childOf, this.#root).slots;
      addTo(slots, object, name);
    });
  }

  /**
   * The members in their places. Lists stand as objects with positions for names, so that a JSON Pointer leads to the same place.
   * A member that came several times is the list of all its values in their order, unless they are all the same.
   */
  value(): JsonObject {
    return isEmpty(this.#root) ? NOTHING : (parseJson(nodeText(this.#root)) as JsonObject);
  }
}

function newNode(): Node {
  return { slots: new Map(), children: new Map() };
}

function childOf({ children }: Node, step: string | number): Node {
  const name = String(step);
  const known = children.get(name);
  if (known !== undefined) return known;
  const child = newNode();
  children.set(name, child);
  return child;
}

function addTo(slots: Map<string, Slot>, object: JsonObject, name: string): void {
  const slot = slots.get(name);
  const first = slot?.occurrences[0];
  if (slot === undefined || first === undefined) {
    slots.set(name, { occurrences: [kept(object, name)], repeats: 0 });
  } else if (slot.occurrences.length === 1 && isSame(first, { object, name })) {
    slot.repeats += 1;
  } else {
    for (; slot.repeats > 0; slot.repeats--) slot.occurrences.push(first);
    slot.occurrences.push(kept(object, name));
  }
}

/** Without the other members of the object, unless it knows digits. */
function kept(object: JsonObject, name: string): Occurrence {
  const occurrence = { object, name };
  return hasDigits(occurrence) ? occurrence : { object: Object.fromEntries([[name, object[name] as JsonValue]]), name };
}

function isSame(a: Occurrence, b: Occurrence): boolean {
  const one = saidBy(a);
  const other = saidBy(b);
  if (typeof one === "number" && one === other && hasDigits(a, b)) return valueText(a) === valueText(b);
  return one === other || (typeof one === "object" && equalJson(one, other));
}

function hasDigits(...occurrences: readonly Occurrence[]): boolean {
  return occurrences.some(({ object }) => inexactNumbers(object).length > 0);
}

function isEmpty({ slots, children }: Node): boolean {
  return slots.size === 0 && [...children.values()].every(isEmpty);
}

function nodeText({ slots, children }: Node): string {
  const texts = new Map<string, string[]>();
  for (const [name, { occurrences }] of slots) texts.set(name, occurrences.map(valueText));
  for (const [name, child] of children) {
    if (!isEmpty(child)) texts.set(name, [...(texts.get(name) ?? []), nodeText(child)]);
  }
  return `{${[...texts].map(memberText).join(",")}}`;
}

function memberText([name, values]: readonly [string, readonly string[]]): string {
  return `${JSON.stringify(name)}:${values.length === 1 ? values[0] : `[${values.join(",")}]`}`;
}

function saidBy({ object, name }: Occurrence): JsonValue {
  return object[name] as JsonValue;
}

/** Only the object that a number is a member of knows the digits of it. */
function valueText(occurrence: Occurrence): string {
  const value = saidBy(occurrence);
  if (typeof value !== "number" || !hasDigits(occurrence)) return stringifyJson(value);
  const { object, name } = occurrence;
  const others = Object.keys(object).filter((other) => other !== name);
  const alone = replaceMembers(object, Object.fromEntries(others.map((other) => [other, undefined])));
  return stringifyJson(alone).slice(JSON.stringify(name).length + 2, -1);
}
