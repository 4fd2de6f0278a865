/** The calls of whatever has some. */

/** A call, of which nothing is known but that it may have an id. */
export interface GivenCall {
  readonly id?: unknown;
}

const NONE: readonly GivenCall[] = [];

/** Anything that is not an object stands as one without an id. */
export function listedCalls(value: unknown): readonly GivenCall[] {
  const { tool_calls } = value as { readonly tool_calls?: unknown };
  if (!Array.isArray(tool_calls)) return NONE;
  return tool_calls.map((call: unknown) => (call ?? NOTHING) as GivenCall);
}

const NOTHING: GivenCall = {};
