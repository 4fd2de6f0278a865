/** What others need to know of a type without knowing the type itself, and how to read it in a value. */

/** The steps to a field. */
export type FieldPath = readonly string[];

export interface PartFacts {
  /** The text that a model is told, or the list of parts. */
  readonly modelText?: FieldPath;
}

export interface MessageFacts extends PartFacts {
  /** Who says it, or the field that tells; of `session` a model is told nothing. */
  readonly role?: "system" | "user" | "assistant" | "tool" | "session" | FieldPath;
  /** Whether a model is told all that `data` has. */
  readonly isWhole?: true;
  /**
   * When a context is made shorter: `turn` stays and leaves with what is said around it, `call` with the call it belongs to; `question`
   * stays as long as it came with what the user said last, and leaves by itself later; `nothing` always leaves by itself.
   */
  readonly keepWith?: "turn" | "question" | "call" | "nothing";
  /** Says how much it matters, from 0 to 1. */
  readonly priority?: FieldPath;
  /** What a line about it shows: words, and fields with the noun for what is counted or unknown. */
  readonly summary?: readonly (string | { readonly at: FieldPath; readonly noun?: string })[];
}

/** The field of a value; undefined where it, or anything on the way, is absent. */
export function fieldAt(value: unknown, path: FieldPath): unknown {
  let here = value;
  for (const name of path) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, name)) return undefined;
    here = (here as Readonly<Record<string, unknown>>)[name];
  }
  return here;
}
