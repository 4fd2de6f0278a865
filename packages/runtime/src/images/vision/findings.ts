/** What a model says that it saw, read from its answer. */

import { ChatMessage } from "@parlance/builders";
import type { JsonObject } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import type { Answer } from "@parlance/providers";
import { ImageError } from "../image-error.js";
import type { VisionFindings } from "./vision-port.js";

/**
 * The members of the object that was asked for; all of the text as the description when the model wrote something else.
 *
 * @throws ImageError `vision_refused` or `vision_failed`.
 */
export function findingsOf({ message, finish_reason }: Answer): VisionFindings {
  if (finish_reason === "content_filter" || isRefusal(message)) throw new ImageError("vision_refused");
  if (finish_reason === "length") throw new ImageError("vision_failed", { detail: "its answer was cut off" });
  const text = message === undefined ? "" : ChatMessage.textOf(message).trim();
  if (text === "") throw new ImageError("vision_failed", { detail: "it said nothing" });
  return askedFor(text) ?? { description: text };
}

function isRefusal(message: Answer["message"]): boolean {
  const content = message?.content;
  return typeof content === "object" && content.some(({ type }) => type === "refusal");
}

/** Models like to put JSON into a fence, and words around it. */
function askedFor(text: string): VisionFindings | undefined {
  const members = objectIn(text);
  if (members === undefined) return undefined;
  const description = ownText(members, "description");
  const read = ownText(members, "text");
  return description === undefined && read === undefined ? undefined : { description, text: read };
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function ownText(members: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(members, name) ? members[name] : undefined;
  return typeof value === "string" ? value : undefined;
}
