/** The blocks of a request, read into parts. */

import { type ContentPart, ImagePart, type JsonObject } from "@parlance/core";
import type { Members } from "../shared/answer/unread.js";
import { dropRest, presentMembersOf } from "../shared/import/values.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import { partOfBlock } from "./native-blocks.js";
import { importOwnMembers } from "./own-members.js";

/**
 * A part in its wire form: a block that only this provider has is one of an unknown type.
 *
 * @returns Undefined, with an entry in the report, for what no part can say.
 */
export function importPart(block: JsonObject, path: string, report: ReportWriter): ContentPart | undefined {
  const members = presentMembersOf(block);
  const part = knownPart(members.text("type") ?? "", members, block);
  if (part === undefined) {
    report.add(
      block.type === "image" ? "image_dropped" : "part_dropped",
      "dropped",
      path,
      "the contract has no such part",
    );
  } else dropRest(members, path, report);
  return part;
}

function knownPart(type: string, members: Members, block: JsonObject): ContentPart | undefined {
  switch (type) {
    case "text":
      return { type, text: members.text("text") ?? "", ...importOwnMembers("text", block, members) };
    case "image":
      return importImage(members, block);
    case "thinking":
      return reasoning({ text: members.text("thinking") ?? "", signature: members.text("signature") });
    case "redacted_thinking":
      return reasoning({ text: "", data: members.text("data") });
    default:
      // What it becomes has all of it.
      members.skip(...Object.keys(block));
      return partOfBlock(block) as ContentPart | undefined;
  }
}

function reasoning({
  text,
  signature = "",
  data = "",
}: {
  text: string;
  signature?: string | undefined;
  data?: string | undefined;
}): ContentPart {
  const proof = { ...(signature === "" ? {} : { signature }), ...(data === "" ? {} : { data }) };
  return { type: "reasoning", text, ...proof, ...(signature + data === "" ? {} : { provider: "anthropic" }) };
}

/** Undefined for an image that the provider keeps in a file of its own. */
function importImage(members: Members, block: JsonObject): ImagePart | undefined {
  const source = members.members("source");
  const type = source?.text("type");
  const part = {
    type: "image",
    source:
      type === "base64"
        ? { type, mime_type: source?.text("media_type"), data: source?.text("data") }
        : { type, url: source?.text("url") },
    ...importOwnMembers("image", block, members),
  };
  return ImagePart.is(part) ? part : undefined;
}
