/** Ids of calls that a request has as numbers, where their text says which result is of which call. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { replaceMembers, stringifyJson } from "@parlance/core/json";
import type { ReportWriter } from "../report/report-writer.js";

/**
 * The messages of a request, with the text of each number that is the id of one call alone, in that call and in the results that name it.
 * A number that several calls have names none of them, nor does one that no call has: such ids stay as they are.
 */
export function withTextIds(messages: readonly JsonValue[], report: ReportWriter): readonly JsonValue[] {
  const ids = onlyIds(messages);
  return messages.map((message, at) => {
    if (!isJsonObject(message)) return message;
    const path = `/messages/${at}`;
    const given = callsOf(message);
    const calls = given.map((call, position) =>
      isJsonObject(call) ? withTextId(call, "id", `${path}/tool_calls/${position}`, { ids, report }) : call,
    );
    const named = withTextId(message, "tool_call_id", path, { ids, report });
    const isChanged = calls.some((call, position) => call !== given[position]);
    return isChanged ? replaceMembers(named, { tool_calls: Object.freeze(calls) }) : named;
  });
}

/** The ids that one call has and no other, as text. */
function onlyIds(messages: readonly JsonValue[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const call of messages.filter(isJsonObject).flatMap(callsOf)) {
    const id = isJsonObject(call) ? idText(call, "id") : undefined;
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count === 1).map(([id]) => id));
}

function callsOf({ tool_calls }: JsonObject): readonly JsonValue[] {
  return Array.isArray(tool_calls) ? tool_calls : [];
}

function withTextId(
  object: JsonObject,
  name: "id" | "tool_call_id",
  path: string,
  { ids, report }: { readonly ids: ReadonlySet<string>; readonly report: ReportWriter },
): JsonObject {
  const id = typeof object[name] === "number" ? idText(object, name) : undefined;
  if (id === undefined || !ids.has(id)) return object;
  report.add("call_id_rewritten", "rewritten", `${path}/${name}`, "an id of the contract is text");
  return replaceMembers(object, { [name]: id });
}

/** With every digit of a number; undefined for what is not an id. */
function idText(object: JsonObject, name: string): string | undefined {
  const id = object[name];
  if (typeof id === "string") return id;
  if (typeof id !== "number") return undefined;
  const others = Object.keys(object).filter((other) => other !== name);
  const alone = replaceMembers(object, Object.fromEntries(others.map((other) => [other, undefined])));
  return stringifyJson(alone).slice(`{"${name}":`.length, -1);
}
