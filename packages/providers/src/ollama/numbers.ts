/** Numbers that the server would not read as they are: it has doubles alone, rounds longer ones in silence and refuses greater ones. */

import { inexactNumbers, type JsonObject } from "@parlance/core";
import { parseJson, stringifyJson } from "@parlance/core/json";

const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** The value with such numbers as texts, digit by digit; the very value, and nothing told, where there are none. */
export function withinDoubles(value: JsonObject, tell: () => void): JsonObject {
  if (inexactNumbers(value).length === 0) return value;
  tell();
  const text = stringifyJson(value).replace(TEXT_OR_NUMBER, (token) => (isHeld(token) ? token : `"${token}"`));
  return parseJson(text) as JsonObject;
}

function isHeld(token: string): boolean {
  return token.startsWith('"') || inexactNumbers(parseJson(`[${token}]`)).length === 0;
}
