/** Reads the members of an object and knows which of them nobody has read. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { copyMember, isJsonObject } from "@parlance/core/internal";

/**
 * The members of one object of an answer. A member is read when it has the type that was asked for; null is read too, and says
 * the same as a member that is not there. What has another type stays unread, so that nothing is lost with it.
 */
export interface Members {
  has(name: string): boolean;
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  /** A whole number from 0. */
  count(name: string): number | undefined;
  flag(name: string): boolean | undefined;
  object(name: string): JsonObject | undefined;
  /** An object, what is unread of which stays unread in its place. */
  members(name: string): Members | undefined;
  list(name: string): readonly JsonValue[] | undefined;
  any(name: string): JsonValue | undefined;
  /** Takes a member as read that has one of these values, and says whether it has. */
  is(name: string, ...values: readonly (string | number)[]): boolean;
  /** Takes members as read that say nothing. */
  skip(...names: readonly string[]): void;
  /** The members that nobody has read, with every digit; undefined when there are none. */
  rest(): JsonObject | undefined;
  /**
   * Goes over the same members without a copy.
   * @param visit Gets an object that has the member, and its name there.
   */
  eachUnread(visit: (object: JsonObject, name: string) => void): void;
}

export function isMembers(value: JsonObject | Members): value is Members {
  return value instanceof ReadMembers;
}

/** @param object Frozen, as parsing gives it. */
export function unreadMembersOf(object: JsonObject): Members {
  return new ReadMembers(object);
}

class ReadMembers implements Members {
  readonly #object: JsonObject;
  readonly #read: string[] = [];
  #children: Map<string, Members> | undefined;

  constructor(object: JsonObject) {
    this.#object = object;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#object, name);
  }

  text(name: string): string | undefined {
    return this.#take(name, isText);
  }

  number(name: string): number | undefined {
    return this.#take(name, isNumber);
  }

  count(name: string): number | undefined {
    return this.#take(name, isCount);
  }

  flag(name: string): boolean | undefined {
    return this.#take(name, isFlag);
  }

  object(name: string): JsonObject | undefined {
    return this.#take(name, isJsonObject);
  }

  members(name: string): Members | undefined {
    const known = this.#children?.get(name);
    if (known !== undefined) return known;
    const object = this.#take(name, isJsonObject);
    if (object === undefined) return undefined;
    const child = unreadMembersOf(object);
    this.#children ??= new Map();
    this.#children.set(name, child);
    return child;
  }

  list(name: string): readonly JsonValue[] | undefined {
    return this.#take(name, isList);
  }

  any(name: string): JsonValue | undefined {
    return this.#take(name, isAnything);
  }

  is(name: string, ...values: readonly (string | number)[]): boolean {
    return this.#take(name, (given): given is string => values.includes(given as string)) !== undefined;
  }

  skip(...names: readonly string[]): void {
    this.#read.push(...names);
  }

  rest(): JsonObject | undefined {
    let rest: JsonObject | undefined;
    this.eachUnread((object, name) => {
      rest ??= {};
      copyMember(object, name, rest, name);
    });
    return rest === undefined ? undefined : Object.freeze(rest);
  }

  eachUnread(visit: (object: JsonObject, name: string) => void): void {
    for (const name of Object.keys(this.#object)) {
      if (!this.#read.includes(name)) visit(this.#object, name);
      const rest = this.#children?.get(name)?.rest();
      if (rest !== undefined) visit({ [name]: rest }, name);
    }
  }

  #take<Value extends JsonValue>(name: string, fits: (value: JsonValue) => value is Value): Value | undefined {
    if (!this.has(name)) return undefined;
    const value = this.#object[name] as JsonValue;
    if (value === null) this.#read.push(name);
    if (value === null || !fits(value)) return undefined;
    this.#read.push(name);
    return value;
  }
}

function isText(value: JsonValue): value is string {
  return typeof value === "string";
}

function isNumber(value: JsonValue): value is number {
  return typeof value === "number";
}

function isCount(value: JsonValue): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isFlag(value: JsonValue): value is boolean {
  return typeof value === "boolean";
}

function isList(value: JsonValue): value is JsonValue[] & JsonValue {
  return Array.isArray(value);
}

function isAnything(_value: JsonValue): _value is JsonValue {
  return true;
}
