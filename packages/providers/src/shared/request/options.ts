/** Writes inference options as a provider has them, and reports those that it does not have. */

import type { InferenceOptions, JsonObject, JsonValue } from "@parlance/core";
import { pointerKey } from "@parlance/core/internal";
import type { ReportEntry } from "../report/report.js";
import type { ReportWriter } from "../report/report-writer.js";

/** Reports on the option that is being written. */
type OptionNote = (code: string, action: ReportEntry["action"], reason: string) => void;

/** Members of the body that say what the option says; none when it cannot be said. */
export type OptionWriter<Value extends JsonValue = JsonValue> = (value: Value, note: OptionNote) => JsonObject;

/** Every option: the provider's name for it, its own way to say it, or null where it has no such thing. */
export type OptionTable = {
  readonly [Name in keyof InferenceOptions]-?:
    | string
    | OptionWriter<Extract<NonNullable<InferenceOptions[Name]>, JsonValue>>
    | null;
};

/**
 * The members of a request body for the options that are set, in the order of the table.
 * @param options In their decoded form.
 */
export function optionMembers(options: InferenceOptions, table: OptionTable, report: ReportWriter): JsonObject {
  const given = options as Readonly<Record<string, JsonValue | undefined>>;
  const members: Record<string, JsonValue> = {};
  for (const [name, way] of Object.entries(table) as [string, string | OptionWriter | null][]) {
    const value = given[name];
    if (value === undefined) continue;
    if (typeof way === "string") members[way] = value;
    else if (way === null) drop(report, name, "the provider has no such option");
    else Object.assign(members, way(value, noteAt(report, name)));
  }
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(table, name))
      drop(report, pointerKey(name), "an option that this version does not know is not sent");
  }
  return members;
}

function noteAt(report: ReportWriter, name: string): OptionNote {
  return (code, action, reason) => report.add(code, action, `/options/${name}`, reason);
}

function drop(report: ReportWriter, name: string, reason: string): void {
  noteAt(report, name)("option_dropped", "dropped", reason);
}
