/** A pattern and what is tried on it. */

export interface Attacked {
  readonly pattern: string;
  /** What the pattern says of options; nothing unless given. */
  readonly options?: "spelled" | "any";
  /** Arguments that do match, so that nothing passes by never matching. */
  readonly honest: readonly string[];
  readonly attacks: readonly (readonly [name: string, argument: string, why: string])[];
}

export type Kind = "path_glob" | "command_prefix" | "exact";
