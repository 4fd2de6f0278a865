/** The arguments of a tool call as far as their JSON text has come. */

import { isJsonObject, MAX_DEPTH } from "@parlance/core/internal";
import type { JsonObject } from "@parlance/core/json";
import { JSONParser } from "@streamparser/json";

export interface PartialArguments {
  /**
   * Takes the next piece of the text; every piece is read once, so that many small ones cost no more than one large one.
   *
   * @returns What the text says so far, deeply frozen: an object with the members that have come, the last text among them as far
   * as it has come, numbers and other words when they are whole. Undefined before an object begins, or when the text is none. Where
   * the text stops being JSON, what came before it stays.
   */
  read(piece: string): JsonObject | undefined;
}

type Container = Readonly<Record<string, unknown>> | readonly unknown[];

/** Where the parser is; `stack` is the parser's own and changes while it reads. */
interface Place {
  readonly value?: unknown;
  readonly key?: string | number | undefined;
  readonly parent?: unknown;
  readonly stack: readonly { readonly key?: string | number | undefined; readonly value?: unknown }[];
  readonly partial?: boolean;
}

export function partialArguments(): PartialArguments {
  const parser = new JSONParser({ emitPartialTokens: true, emitPartialValues: true });
  let place: Place | undefined;
  let depth = 0;
  let hasMoved = false;
  let isBroken = false;
  let view: JsonObject | undefined;
  parser.onValue = (next: Place): void => {
    // Deeper text becomes no sound call either.
    if (next.stack.length > MAX_DEPTH) throw new RangeError("too deep");
    if (next.partial !== true) Object.freeze(next.value);
    // A key shows only together with its value.
    hasMoved ||= next.value !== undefined || next.stack.length !== depth;
    place = next;
    depth = next.stack.length;
  };
  parser.onError = (): void => {
    isBroken = true;
  };
  const read = (piece: string): JsonObject | undefined => {
    if (piece === "" || isBroken) return view;
    parser.write(piece);
    if (place !== undefined && hasMoved) view = asObject(snapshot(place, depth));
    hasMoved = false;
    return view;
  };
  return { read };
}

function asObject(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** Copies what is still open, from the inside out; what is closed never changes again and is shared. */
function snapshot(place: Place, depth: number): unknown {
  if (depth === 0) return place.partial === true ? undefined : place.value;
  const isOpenText = place.partial === true && typeof place.value === "string";
  const innermost = place.parent as Container;
  let open = isOpenText ? withMember(innermost, place.key, place.value) : Object.freeze(copyOf(innermost));
  for (const { value, key } of place.stack.slice(1, depth).reverse()) open = withMember(value as Container, key, open);
  return open;
}

function withMember(container: Container, key: string | number | undefined, member: unknown): Container {
  const copy = copyOf(container);
  Object.defineProperty(copy, key as string, { value: member, enumerable: true, configurable: true, writable: true });
  return Object.freeze(copy);
}

function copyOf(container: Container): Container {
  return Array.isArray(container) ? container.slice() : { ...container };
}
