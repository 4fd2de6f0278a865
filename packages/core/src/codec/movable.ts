/** A record as a migration takes it: what its schema does not look into keeps its own text. */

import { isInexact } from "../reading/inexact.js";
import { parseJson } from "../reading/parse.js";
import { readSpelled } from "../reading/spelled.js";
import { TokenCursor } from "../reading/token-cursor.js";
import type { Fields, JsonObject } from "../runtime/json.js";
import { RawScalar } from "../runtime/raw-scalar.js";
import { keepSpelling } from "../runtime/spelling.js";
import type { TableNode } from "../runtime/table-node.js";
import { setMember } from "../runtime/tidy.js";
import { keyPointer } from "../runtime/unknown.js";
import { fieldOf } from "./envelope.js";
import { isUserData, type KnownRows, rowsOf, rowsOfMember } from "./known-rows.js";
import type { Origin } from "./origin.js";
import { Unmovable } from "./unmovable.js";

/**
 * The origin of a migration from text to text. What the schema does not look into gets its own text; the tree may be changed.
 * @param tree The text as the platform's parser reads it, nested no deeper than a record may be.
 * @param node What the record may be in its own version.
 * @throws Unmovable for a key that stands twice outside of user data.
 */
export function movableOrigin(tree: JsonObject, text: string, node: TableNode): Origin {
  if (isShortAndPrinted(tree, text)) return { tree, text, exact: false, isValue: false };
  const reader = new OwnTextReader(text, true);
  reader.readRecord(tree, rowsOf(node, tree));
  return { tree, text, exact: true, isValue: false, duplicates: reader.duplicates };
}

/**
 * The same of a text that has not been parsed, and is one of ours.
 * @throws Unmovable
 */
export function movableText(text: string, node: TableNode): Origin {
  return movableOrigin(parseJson(text) as JsonObject, text, node);
}

/**
 * The fields of the envelope in whose user data a key stands twice, where only values are wanted.
 * @throws Unmovable for a key that stands twice outside of user data.
 */
export function duplicateKeys(tree: JsonObject, text: string, node: TableNode): readonly string[] {
  if (isShortAndPrinted(tree, text)) return [];
  const reader = new OwnTextReader(text, false);
  reader.readRecord(tree, rowsOf(node, tree));
  return reader.duplicates;
}

/** Up to so many characters printing a tree is cheaper than going over its text. */
const SHORT = 1024;

/** Whether the text is the one that `JSON.stringify` gives, so that no value in it has another text and no key stands twice. */
function isShortAndPrinted(tree: JsonObject, text: string): boolean {
  return text.length <= SHORT && JSON.stringify(tree) === text;
}

/** Goes over a text and the tree that was parsed from it side by side. */
class OwnTextReader {
  /** The fields of the envelope in whose user data a key stands twice. */
  readonly duplicates: string[] = [];
  readonly #cursor: TokenCursor;
  /** Whether the tree gets own texts. */
  readonly #isKeeping: boolean;
  /** Of the field of the envelope that is being read. */
  #envelopeKey = "";

  constructor(text: string, isKeeping: boolean) {
    this.#cursor = new TokenCursor(text);
    this.#isKeeping = isKeeping;
  }

  readRecord(tree: JsonObject, rows: KnownRows): void {
    this.#readMembers(tree, rows, true);
  }

  #readMembers(object: Fields, rows: KnownRows, isEnvelope: boolean): void {
    const cursor = this.#cursor;
    let expected = Object.keys(object).length;
    for (let more = cursor.enter(); more; more = cursor.goOn()) {
      const key = cursor.key();
      if (isEnvelope) this.#envelopeKey = key;
      this.#readMember(object, key, rows);
      expected -= 1;
    }
    if (expected < 0) throw this.#duplicate();
  }

  #readItems(items: Fields, rows: KnownRows): void {
    const cursor = this.#cursor;
    let index = 0;
    for (let more = cursor.enter(); more; more = cursor.goOn()) this.#readMember(items, String(index++), rows);
  }

  #readMember(container: Fields, key: string, rows: KnownRows): void {
    const member = container[key];
    const known = rowsOfMember(rows, key, member);
    if (isUserData(known)) this.#readUnseen(container, key, true);
    else if (known.length === 0) this.#readUnseen(container, key, false);
    else if (this.#cursor.isAtContainer()) this.#readDescribed(member, known);
    else this.#readScalar(container, key, member);
  }

  /** What is described is written anew: only the keys of its objects count, and what it holds that is not described. */
  #readDescribed(value: unknown, rows: KnownRows): void {
    const isArray = this.#cursor.isAtArray();
    // What stands in the text is not what stands in the tree: it is another value of the same key.
    if (typeof value !== "object" || value === null || Array.isArray(value) !== isArray) throw this.#duplicate();
    if (isArray) this.#readItems(value as Fields, rows);
    else this.#readMembers(value as Fields, rows, false);
  }

  #readScalar(container: Fields, key: string, member: unknown): void {
    if (!this.#isKeeping || typeof member !== "number") {
      this.#cursor.passScalar();
      return;
    }
    const literal = this.#cursor.scalar();
    if (isInexact(literal)) setMember(container, key, new RawScalar(literal));
  }

  #readUnseen(container: Fields, key: string, isUserData: boolean): void {
    const value = container[key];
    if (this.#cursor.isAtContainer()) this.#readUnseenContainer(container, key, isUserData);
    else if (this.#isKeeping && (typeof value === "string" || typeof value === "number"))
      setMember(container, key, new RawScalar(this.#cursor.scalar(), value));
    else this.#cursor.passScalar();
  }

  #readUnseenContainer(container: Fields, key: string, isUserData: boolean): void {
    const value = container[key] as object;
    const printed = this.#cursor.printed(value);
    if (printed !== undefined) {
      if (this.#isKeeping) keepSpelling(value, printed);
      return;
    }
    const { tree, isRepeating } = readSpelled(this.#cursor.value());
    if (isRepeating) this.#meetDuplicate(isUserData);
    if (this.#isKeeping) setMember(container, key, tree);
  }

  #meetDuplicate(isUserData: boolean): void {
    if (!isUserData) throw this.#duplicate();
    const field = this.#field();
    if (!this.duplicates.includes(field)) this.duplicates.push(field);
  }

  #duplicate(): Unmovable {
    return new Unmovable("duplicate_key", this.#field());
  }

  #field(): string {
    return fieldOf(keyPointer(this.#envelopeKey));
  }
}
