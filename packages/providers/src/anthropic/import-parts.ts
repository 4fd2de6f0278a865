/** The blocks of a request, read into parts. */

import { type ContentPart, ImagePart, type JsonObject } from "@parlance/core";
import { statesOf } from "../shared/answer/given-state.js";
import type { Members } from "../shared/answer/unread.js";
import { dropRest, presentMembersOf } from "../shared/import/values.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import { itemOfBlock, partOfBlock } from "./native-blocks.js";
import { importOwnMembers } from "./own-members.js";
import { reasoningState } from "./reasoning-state.js";

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
      return reasoning(members.text("thinking") ?? "", "signature", members.text("signature"));
    case "redacted_thinking":
      return reasoning("", type, members.text("data"));
    default:
      // What it becomes has all of it.
      members.skip(...Object.keys(block));
      return partOfBlock(block) as ContentPart | undefined;
  }
}

function reasoning(text: string, ...given: Parameters<typeof reasoningState>): ContentPart {
  const state = reasoningState(...given);
  return {
    type: "reasoning",
    text,
    ...(state === undefined ? {} : { provider_state: statesOf("anthropic", state) }),
  };
}

/** An image that the provider keeps among its files is an item of its own. */
function importImage(members: Members, block: JsonObject): ContentPart | undefined {
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
  if (ImagePart.is(part)) return part;
  if (type !== "file") return undefined;
  members.skip(...Object.keys(block));
  return itemOfBlock(block) as unknown as ContentPart;
}
