/** Pieces of a stream to the JSON objects that a provider sent. */

import { type JsonObject, ParseError } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { parseJson } from "@parlance/core/json";
import { bodyOf } from "./body.js";
import { TextPieces } from "./decode.js";
import type { Frame, Framer } from "./frame.js";

export interface ProviderEvent {
  readonly object: JsonObject;
  /** The name of a server-sent event. */
  readonly name: string | undefined;
}

/** Says in words that the answer is complete. */
const DONE = "[DONE]";

/** What a parser of server-sent events gives. */
const MESSAGE_MEMBERS = new Set(["data", "event", "id", "retry"]);

/** An event that came to its end and is not a JSON object. */
export class MalformedEventError extends Error {
  override readonly name: string = "MalformedEventError";
  readonly data: string;

  constructor(data: string) {
    super("An event of the stream is not a JSON object");
    this.data = data;
  }
}

export class EventPieces {
  readonly #framer: Framer;
  readonly #drop: () => void;
  readonly #text = new TextPieces();
  #hasEvents = false;
  /** The first text that is not an event, and no beginning of one. */
  #other: string | undefined;

  /** @param drop Told of each text that is not a whole event. */
  constructor(framer: Framer, drop: () => void) {
    this.#framer = framer;
    this.#drop = drop;
  }

  /**
   * Reads the events that are whole with this piece.
   *
   * @param piece Undefined for the end of the stream.
   * @param take Says whether the answer is complete with an event.
   * @returns Whether the answer is complete.
   * @throws ParseError for what cannot be read; MalformedEventError, also for a stream that was something else altogether.
   */
  read(piece: unknown, take: (event: ProviderEvent) => boolean): boolean {
    const counted = (event: ProviderEvent): boolean => {
      this.#hasEvents = true;
      return take(event);
    };
    if (isObject(piece) && !isMessage(piece)) return counted({ object: bodyOf(piece), name: undefined });
    const isOver = this.#framesOf(piece).some((frame) => this.#isLast(frame, counted));
    if (piece === undefined && !this.#hasEvents && this.#other !== undefined)
      throw new MalformedEventError(this.#other);
    return isOver;
  }

  #framesOf(piece: unknown): readonly Frame[] {
    if (piece === undefined) return this.#endFrames();
    if (isMessage(piece)) return [{ data: piece.data, name: piece.event, isClosed: true }];
    if (typeof piece === "string" || isBytes(piece)) return this.#framer.push(this.#text.push(piece));
    throw new ParseError("not_text", "a piece of the stream is neither text, bytes nor an object");
  }

  #endFrames(): readonly Frame[] {
    if (this.#text.endsWithin()) this.#drop();
    return this.#framer.end();
  }

  #isLast({ data, name, isClosed }: Frame, take: (event: ProviderEvent) => boolean): boolean {
    const object = objectOf(data);
    if (object !== undefined) return take({ object, name });
    const text = data.trim();
    return text === DONE || (text !== "" && this.#isLastOf(text.split("\n"), isClosed, take));
  }

  /** Some servers leave out the empty lines between their events, so that many look like one of many lines. */
  #isLastOf(lines: readonly string[], isClosed: boolean, take: (event: ProviderEvent) => boolean): boolean {
    const events = lines.map((line) => (line.trim() === DONE ? DONE : objectOf(line)));
    // The last line of a stream may be cut off; any other line that cannot be read makes the whole one broken event.
    const isCut = !isClosed && events.at(-1) === undefined;
    const whole = isCut ? events.slice(0, -1) : events;
    const isReadable = whole.length > 0 && !whole.includes(undefined);
    if (!isReadable && isClosed) throw new MalformedEventError(lines.join("\n"));
    if (!isReadable && !isBeginning(lines)) this.#other ??= lines.join("\n");
    if (!isReadable || isCut) this.#drop();
    return (
      isReadable && whole.some((event) => event === DONE || take({ object: event as JsonObject, name: undefined }))
    );
  }
}

/** Whether an event may have been cut off here, at its name or in its JSON. */
function isBeginning([line = ""]: readonly string[]): boolean {
  return line.startsWith("{") || BEGINNINGS.some((word) => word.startsWith(line));
}

const BEGINNINGS = ["data", "event", "retry", DONE];

/** @throws ParseError for a text that is too large. */
function objectOf(data: string): JsonObject | undefined {
  try {
    const value = parseJson(data);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (ParseError.isInstance(error) && error.code !== "too_large") return undefined;
    throw error;
  }
}

function isObject(piece: unknown): piece is object {
  return typeof piece === "object" && piece !== null && !isBytes(piece);
}

function isBytes(piece: unknown): piece is Uint8Array {
  return ArrayBuffer.isView(piece);
}

function isMessage(piece: unknown): piece is { readonly data: string; readonly event?: string } {
  if (!isObject(piece) || !("data" in piece)) return false;
  return typeof piece.data === "string" && Object.keys(piece).every((name) => MESSAGE_MEMBERS.has(name));
}
