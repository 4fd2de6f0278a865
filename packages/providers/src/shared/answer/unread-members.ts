/** Gathers what nobody has read of an answer, from one object or from the many events of a stream. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { copyMember, sealJson } from "@parlance/core/internal";
import { equalJson, frozenJson } from "@parlance/core/json";
import { isMembers, type Members, unreadMembersOf } from "./unread.js";

/** Where an object stands in the whole answer: names of members, and positions in lists. */
export type MemberPath = readonly (string | number)[];

/** All times that a member was there: a count as long as it said the same, each time once it did not. */
interface Slot {
  /** Objects with that member alone, which know the digits of a number. */
  readonly occurrences: JsonObject[];
  repeats: number;
}

/** Made as they are needed, since most nodes have either slots or children. */
interface Node {
  slots?: Map<string, Slot>;
  children?: Map<string, Node>;
}

const NOTHING = /* @__PURE__ */ frozenJson({}) as JsonObject;

export class UnreadMembers {
  readonly #root: Node = {};

  /** @param rest The members of the object at this place, as far as somebody has read them; or frozen ones that nobody has read. */
  add(place: MemberPath, rest: JsonObject | Members | undefined): void {
    if (rest === undefined) return;
    const members = isMembers(rest) ? rest : unreadMembersOf(rest);
    let node: Node | undefined;
    members.eachUnread((object, name) => {
      node ??= place.reduce(childOf, this.#root);
      node.slots ??= new Map();
      addTo(node.slots, object, name);
    });
  }

  /**
   * The members in their places. Lists stand as objects with positions for names, so that a JSON Pointer leads to the same place.
   * A member that came several times is the list of all its values in their order, unless they are all the same.
   */
  value(): JsonObject {
    return isEmpty(this.#root) ? NOTHING : sealJson(objectOf(this.#root));
  }
}

function childOf(node: Node, step: string | number): Node {
  const name = String(step);
  const known = node.children?.get(name);
  if (known !== undefined) return known;
  const child: Node = {};
  node.children ??= new Map();
  node.children.set(name, child);
  return child;
}

function addTo(slots: Map<string, Slot>, object: JsonObject, name: string): void {
  const slot = slots.get(name);
  const first = slot?.occurrences[0];
  if (slot === undefined || first === undefined) {
    slots.set(name, { occurrences: [alone(object, name)], repeats: 0 });
  } else if (slot.occurrences.length === 1 && isSame(first, object, name)) {
    slot.repeats += 1;
  } else {
    for (; slot.repeats > 0; slot.repeats--) slot.occurrences.push(first);
    slot.occurrences.push(alone(object, name));
  }
}

/** An object with that member of another one and no others. */
function alone(object: JsonObject, name: string): JsonObject {
  const copy: JsonObject = {};
  copyMember(object, name, copy, name);
  return Object.freeze(copy);
}

/** @param first Has that member alone. */
function isSame(first: JsonObject, object: JsonObject, name: string): boolean {
  const one = first[name];
  const other = object[name];
  if (typeof one === "object" && typeof other === "object") return equalJson(one, other);
  return one === other && (typeof one !== "number" || equalJson(first, alone(object, name)));
}

/** A node is only made for something that stands in it. */
function isEmpty({ slots, children }: Node): boolean {
  return slots === undefined && children === undefined;
}

function objectOf({ slots, children }: Node): JsonObject {
  const object: JsonObject = {};
  for (const [name, { occurrences }] of slots ?? []) {
    const child = children?.get(name);
    put(object, name, child === undefined ? occurrences : [...occurrences, { [name]: objectOf(child) }]);
  }
  for (const [name, child] of children ?? [])
    if (slots?.has(name) !== true) put(object, name, [{ [name]: objectOf(child) }]);
  return object;
}

/** Sets a member to what it was, or to the list of all that it was. */
function put(object: JsonObject, name: string, occurrences: readonly JsonObject[]): void {
  const [first] = occurrences;
  if (first !== undefined) copyMember(occurrences.length === 1 ? first : listed(occurrences, name), name, object, name);
}

function listed(occurrences: readonly JsonObject[], name: string): JsonObject {
  const list: JsonValue[] = [];
  for (const [at, occurrence] of occurrences.entries()) copyMember(occurrence, name, list, String(at));
  return { [name]: list };
}
