/** Makes the functions of a provider that speaks Chat Completions: those of all of them, in its dialect. */

import type { Dialect } from "./dialect.js";

/**
 * A function of all servers of Chat Completions as that of one of them. Each is made by itself, so that a bundle has in it what a
 * program uses and no more.
 */
export function inDialect<Given extends readonly unknown[], Result>(
  dialect: Dialect,
  act: (dialect: Dialect, ...given: Given) => Result,
): (...given: Given) => Result {
  return (...given) => act(dialect, ...given);
}
