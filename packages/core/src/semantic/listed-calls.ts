/** The calls of whatever has some. */

/** A call, of which nothing is known but that it may have an id. */
export type GivenCall = { readonly id?: unknown } | null | undefined;

const NONE: readonly GivenCall[] = [];

export function listedCalls(value: unknown): readonly GivenCall[] {
  const { tool_calls } = value as { readonly tool_calls?: unknown };
  return Array.isArray(tool_calls) ? tool_calls : NONE;
}
