/** A pattern that is ready to be held against arguments, or the rule that it breaks. */

export type Compiled =
  | { readonly ok: true; readonly matches: (value: string) => boolean }
  | { readonly ok: false; readonly expected: string };
