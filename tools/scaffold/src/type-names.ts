/** The names of a message type: one for its file, one for its tag, one for its title, all from the same words. */

export interface TypeNames {
  /** `audio-clip` */
  readonly file: string;
  /** `audio_clip` */
  readonly tag: string;
  /** `AudioClip`; its message is an `AudioClipMessage`. */
  readonly title: string;
  /** `audio clip` */
  readonly words: string;
}

/** A name that no new type can have. */
export class TypeNameError extends Error {
  override readonly name = "TypeNameError";
}

const SEPARATED = /^[a-z][a-z0-9]*([-_][a-z][a-z0-9]*)*$/;
/** What the wire keeps for what is not understood, and the union itself. */
const RESERVED: readonly string[] = ["unknown", "invalid", "message", "envelope"];

/** @throws TypeNameError when these are no words in lower case with hyphens, or in camel case */
export function typeNamesOf(name: string): TypeNames {
  const separated = name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[-_]message$/, "");
  if (!SEPARATED.test(separated)) throw new TypeNameError("a name is words such as audio-clip");
  const words = separated.split(/[-_]/);
  const file = words.join("-");
  if (RESERVED.includes(file)) throw new TypeNameError("this name is reserved");
  const title = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  return { file, tag: words.join("_"), title, words: words.join(" ") };
}
