/** What a model spoke, from its pieces to a part of a message. */

import { AudioPart, type JsonObject } from "@parlance/core";
import { statesOf } from "./given-state.js";
import { MAX_BASE64, MAX_TEXT, tooLong } from "./limits.js";
import type { MemberPath } from "./unread-members.js";

/** Of one sound: what is there of it, in one piece or in many. */
export interface AudioPiece {
  /** Under which the provider keeps it. */
  readonly id: string | undefined;
  /** When the provider stops keeping it, in seconds since 1970. */
  readonly expires_at: number | undefined;
  readonly transcript: string | undefined;
  /** Base64. */
  readonly data: string | undefined;
}

/** A sound as far as it can be said. */
export interface EndedAudio {
  /** Undefined where there is nothing that says where the sound is. */
  readonly part: JsonObject | undefined;
  /** Members of the provider that the part does not have. */
  readonly rest: JsonObject | undefined;
}

export class SpokenAudio {
  /** Where the first piece stands in a whole answer. */
  readonly place: MemberPath;
  readonly #data: string[] = [];
  #length = 0;
  #transcript = "";
  #id: string | undefined;
  #expires: number | undefined;

  constructor(place: MemberPath) {
    this.place = place;
  }

  /** @throws ValidationError with the code `too_long`. */
  add({ id, expires_at, transcript = "", data = "" }: AudioPiece): void {
    this.#id ??= id || undefined;
    this.#expires = expires_at ?? this.#expires;
    this.#length += data.length;
    if (this.#length > MAX_BASE64) throw tooLong(`at most ${MAX_BASE64} characters of base64`);
    if (this.#transcript.length + transcript.length > MAX_TEXT) throw tooLong(`at most ${MAX_TEXT} characters`);
    this.#transcript += transcript;
    this.#data.push(data);
  }

  end(provider: string): EndedAudio {
    const given = this.#data.join("");
    const data = base64Of(this.#data);
    const part = this.#part(provider, data);
    if (part === undefined) return { part, rest: { ...this.#kept(), ...this.#said(), ...member("data", given) } };
    return { part, rest: data === undefined && given !== "" ? { data: given } : undefined };
  }

  #part(provider: string, data: string | undefined): JsonObject | undefined {
    const source = data === undefined ? this.#file(provider) : { type: "base64", mime_type: mimeTypeOf(data), data };
    if (source === undefined) return undefined;
    const state = { kind: SPOKEN_AUDIO, value: this.#kept() };
    const part = {
      type: "audio",
      source,
      ...this.#said(),
      ...(this.#id === undefined ? {} : { provider_state: statesOf(provider, state) }),
    };
    return AudioPart.is(part) ? (part as unknown as JsonObject) : undefined;
  }

  #file(provider: string): JsonObject | undefined {
    return this.#id === undefined ? undefined : { type: "file_id", provider, file_id: this.#id };
  }

  #said(): JsonObject {
    return member("transcript", this.#transcript);
  }

  #kept(): JsonObject {
    return { ...member("id", this.#id ?? ""), ...(this.#expires === undefined ? {} : { expires_at: this.#expires }) };
  }
}

/** The kind of the state that names a sound to the provider that keeps it. */
export const SPOKEN_AUDIO = "audio";

function member(name: string, text: string): JsonObject {
  return text === "" ? {} : { [name]: text };
}

/** Undefined for nothing, and for what is not base64. Pieces may each have padding of their own. */
function base64Of(pieces: readonly string[]): string | undefined {
  const joined = pieces.join("");
  if (joined === "") return undefined;
  const units = joined.match(/[^=]+=*/g) ?? [];
  try {
    return platform.btoa(units.map((unit) => platform.atob(unit)).join(""));
  } catch {
    return undefined;
  }
}

const platform = globalThis as unknown as {
  readonly atob: (base64: string) => string;
  readonly btoa: (bytes: string) => string;
};

/** How files of sound begin, in base64: frames of MPEG and AAC by their first twelve bits. */
const SIGNATURES: readonly (readonly [start: RegExp, mimeType: string])[] = [
  [/^UklGR.{6}XQVZF/, "audio/wav"],
  [/^(SUQz|\/\/[I-Po-v])/, "audio/mpeg"],
  [/^ZkxhQ/, "audio/flac"],
  [/^T2dnU/, "audio/ogg"],
  [/^\/\/[E-Hk-n]/, "audio/aac"],
];

/** Samples without a header do not tell what they are. */
function mimeTypeOf(base64: string): string {
  return SIGNATURES.find(([start]) => start.test(base64))?.[1] ?? "application/octet-stream";
}
