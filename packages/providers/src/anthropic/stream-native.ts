/** A streamed block of a type that only this provider has, put together to the block that a whole answer would have. */

import { inexactNumbers, type JsonValue, ParlanceError } from "@parlance/core";
import { isJsonObject, pointerKey } from "@parlance/core/internal";
import { equalJson, frozenJson, type JsonObject, parseJson, replaceMembers } from "@parlance/core/json";
import { type Members, unreadMembersOf } from "../shared/answer/unread.js";

export interface GrowingNativeBlock {
  /** Whether pieces of an input have come. */
  readonly hasInput: boolean;
  /**
   * @returns Members of the delta, those that the block has taken read.
   */
  take(delta: JsonObject): Members;
  /** The block as far as it has come. */
  whole(): JsonObject;
}

/** @param block What the block begins with. */
export function createNativeBlock(block: JsonObject): GrowingNativeBlock {
  return new NativeBlock(block);
}

/** Members that a block may have begun with before more of them comes; any other one that it began with stays as it is. */
const GROWING: ReadonlySet<string> = new Set(["text", "thinking", "content", "citations"]);

/** Members that hold one item of a list of the block. */
const LISTS: ReadonlyMap<string, string> = new Map([["citation", "citations"]]);

class NativeBlock implements GrowingNativeBlock {
  readonly #begun: JsonObject;
  /** Its lists are copies, which grow. */
  readonly #grown = new Map<string, JsonValue | JsonValue[]>();
  #input = "";

  constructor(block: JsonObject) {
    this.#begun = block;
  }

  get hasInput(): boolean {
    return this.#input !== "";
  }

  take(delta: JsonObject): Members {
    const members = unreadMembersOf(delta);
    members.skip("type");
    this.#input += members.text("partial_json") ?? "";
    for (const [name, value] of Object.entries(delta)) {
      if (name === "type" || name === "partial_json" || hasOwnDigits(delta, name)) continue;
      const list = LISTS.get(name);
      if (list === undefined ? this.#grow(name, value) : this.#grow(list, [value])) members.skip(name);
    }
    return members;
  }

  whole(): JsonObject {
    const grown = frozenJson(Object.fromEntries(this.#grown)) as JsonObject;
    return replaceMembers(this.#begun, this.hasInput ? { ...grown, input: parsedInput(this.#input) } : grown);
  }

  /** False for what the block says otherwise. */
  #grow(name: string, value: JsonValue): boolean {
    const known = this.#known(name);
    if (!isSaid(value) && known !== undefined) return true;
    if (!isSaid(known)) this.#grown.set(name, Array.isArray(value) ? [...value] : value);
    else if (this.#grown.has(name) || GROWING.has(name)) return this.#join(name, known, value);
    else return equalJson(known, value);
    return true;
  }

  #known(name: string): JsonValue | undefined {
    return this.#grown.get(name) ?? (Object.hasOwn(this.#begun, name) ? this.#begun[name] : undefined);
  }

  #join(name: string, known: JsonValue, value: JsonValue): boolean {
    if (typeof known === "string" && typeof value === "string") this.#grown.set(name, known + value);
    else if (Array.isArray(known) && Array.isArray(value)) {
      const list = this.#grown.get(name) ?? [...known];
      this.#grown.set(name, list);
      for (const item of value) (list as JsonValue[]).push(item);
    } else return equalJson(known, value);
    return true;
  }
}

/** Whether a member says anything: a block begins with its members empty. */
export function isSaid(value: JsonValue | undefined): value is JsonValue {
  if (value === undefined || value === null || value === "") return false;
  return Array.isArray(value) ? value.length > 0 : !isJsonObject(value) || Object.keys(value).length > 0;
}

/** Only the object or list that a number stands in knows those of its digits that a double cannot hold. */
function hasOwnDigits(delta: JsonObject, name: string): boolean {
  const value = delta[name];
  if (typeof value === "number") return inexactNumbers(delta).includes(`/${pointerKey(name)}`);
  return Array.isArray(value) && value.some((item) => typeof item === "number") && inexactNumbers(value).length > 0;
}

/** The text itself where it is not JSON: it was cut off. */
function parsedInput(text: string): JsonObject[string] {
  try {
    return parseJson(text);
  } catch (error) {
    if (ParlanceError.isInstance(error)) return text;
    throw error;
  }
}
