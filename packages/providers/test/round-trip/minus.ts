/** A conversation minus what a report says: each entry excuses pieces of its own kind at its own place, and no other. */

import type { Report, ReportEntry } from "../../src/shared/report/report.js";
import type { Piece } from "./said.js";

const ANY = "any";

/** The kinds of pieces that are no longer there, by code. What has no line here excuses nothing. */
const GONE: Readonly<Record<string, readonly string[]>> = {
  arguments_text_dropped: ["own_text"],
  arguments_wrapped: ["defect"],
  empty_message_dropped: ["name"],
  error_flag_dropped: ["failed"],
  image_detail_dropped: ["detail"],
  image_dropped: ["image", "image_type", "detail"],
  option_dropped: ["option"],
  orphan_dropped: [ANY],
  part_dropped: ["part"],
  provider_state_dropped: ["proof"],
  reasoning_dropped: ["reasoning", "proof"],
  speaker_name_dropped: ["name"],
  tool_choice_dropped: ["choice"],
  tools_dropped: ["tool", "parameters", "strict"],
};

/** Pieces that are there in another form: they are compared no further. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  image_type_dropped: ["image_type"],
  image_type_rewritten: ["image_type"],
  number_as_text: ["call", "parameters"],
  option_rewritten: ["option"],
  schema_rewritten: ["parameters"],
  schema_dropped: ["parameters"],
  speaker_name_rewritten: ["name"],
  strict_schema_rewritten: ["parameters"],
};

/** The pieces that have to be left; `changed` tells which ones are compared no further. */
export function minus(pieces: readonly Piece[], report: Report): readonly Piece[] {
  const isAlone = report.some(({ code }) => code === "system_as_user");
  return pieces.filter((one) => !report.some((entry) => isGone(one, entry))).map((one) => asTold(one, report, isAlone));
}

function isGone({ kind, path, value }: Piece, { code, path: place }: ReportEntry): boolean {
  if (code === "blank_text_dropped") return isWithin(path, place) && kind === "text" && value.trim() === "";
  // Told at the keyword for which the provider cannot hold the model to the parameters.
  if (code === "strict_dropped") return kind === "strict" && isWithin(place, path.replace(/\/strict$/, ""));
  if (code === "tools_dropped" && kind === "choice") return place === "/tools";
  const kinds = GONE[code] ?? [];
  return isWithin(path, place) && (kinds.includes(kind) || kinds.includes(ANY));
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

const IMAGES: ReadonlySet<string> = new Set(["image", "image_type", "detail"]);

function asTold(one: Piece, report: Report, isAlone: boolean): Piece {
  const told = (code: string): boolean => report.some((entry) => entry.code === code && isWithin(one.path, entry.path));
  const isWordless = report.some((entry) => entry.code === "error_text_synthesised" && isWithin(entry.path, one.path));
  if (one.kind === "failed" && told("error_in_words"))
    return { ...one, kind: "text", value: isWordless ? "" : "Error: " };
  const kind = one.kind === "refusal" && told("refusal_as_text") ? "text" : one.kind;
  const of = isAlone && one.of === "system" ? "user" : one.of;
  const value = kind === "text" && told("text_trimmed") ? one.value.trimEnd() : one.value;
  // To a turn of the user; within a message it is told at the image itself.
  const isMoved = report.some(
    ({ code, path }) => code === "image_moved" && one.path.startsWith(`${path}/`) && path.endsWith("/content"),
  );
  return { ...one, kind, of: isMoved && IMAGES.has(kind) ? "user" : of, value };
}

/** Of which things a kind is there in another form, as `kind of`. */
export function changedIn(pieces: readonly Piece[], report: Report): ReadonlySet<string> {
  const touched = pieces.filter(({ kind, path }) =>
    report.some(
      (entry) => CHANGED[entry.code]?.includes(kind) && (isWithin(path, entry.path) || isWithin(entry.path, path)),
    ),
  );
  return new Set(touched.map(({ kind, of }) => `${kind} ${of}`));
}
