/** Names of speakers, to the wire. */

import type { ChatMessage } from "@parlance/core";
import type { PlacedMessage } from "../shared/conversation/placed.js";
import type { Writing } from "./writing.js";

/** As for names of tools. */
const LONGEST = 64;

/** The member `name`, or none. Characters that the provider refuses become underscores. */
export function speakerMembers(
  { message, path }: PlacedMessage<Exclude<ChatMessage, { role: "tool" }>>,
  { dialect, report }: Writing,
): { readonly name?: string } {
  const { name } = message;
  if (name === undefined) return {};
  if (dialect.refusedInSpeakers === undefined) return { name };
  const allowed = [...name.replace(dialect.refusedInSpeakers, "_")].slice(0, LONGEST).join("");
  if (allowed !== name)
    report.add(
      "speaker_name_rewritten",
      "rewritten",
      `${path}/name`,
      "the provider does not take this name of a speaker",
    );
  return { name: allowed };
}
