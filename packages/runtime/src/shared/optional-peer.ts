/** Loads what is installed only by those who need it. */

import { membersOf } from "./members.js";
import { MissingPeerError } from "./missing-peer-error.js";

/**
 * @param name The package, as it is installed.
 * @param load Imports it, by `importPeer` for instance.
 * @throws MissingPeerError that says what to install; what the package itself throws while it is loaded.
 */
export async function loadPeer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (isMissing(name, error)) throw new MissingPeerError(name);
    throw error;
  }
}

/**
 * Imports what bundlers must leave alone, because it may not be there when they run. They follow only a literal, so the name comes as a
 * parameter; webpack and vite want to be told as well.
 */
export function importPeer<Module>(specifier: string): Promise<Module> {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ specifier);
}

/**
 * Something else that is missing, such as a package that the peer needs itself, is the peer's own matter. Node, Bun and Deno say it by a
 * code; workers and browsers only in words, which name what they did not find.
 */
function isMissing(name: string, error: unknown): boolean {
  // By its members, since a test runner may have errors of its own.
  const { code, message } = membersOf(error);
  if (typeof message !== "string") return false;
  const isNotFound = code === undefined ? NOT_FOUND_IN_WORDS.test(message) : NOT_FOUND.has(code);
  return isNotFound && QUOTES.some(([open, close]) => [close, "/"].some((end) => message.includes(open + name + end)));
}

const NOT_FOUND: ReadonlySet<unknown> = new Set(["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"]);
const NOT_FOUND_IN_WORDS = /^No such module |\bspecifier\b|^Module name\b/;
const QUOTES = [
  ["'", "'"],
  ['"', '"'],
  ["“", "”"],
] as const;
