/** Content of messages that somebody else wrote, as parts of the contract in their wire form. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { CONTENT_PART_FIELDS_BY_TYPE } from "../generated/fields.gen.js";
import { isNameOfOurs } from "../shared/conversation/content.js";
import { dropRest, presentMembersOf, refuseValue, requiredObject } from "../shared/import/values.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import type { Dialect } from "./dialect.js";
import { imagePart } from "./image-parts.js";
import { importMedia } from "./media-parts.js";
import { partTextOf } from "./part-text.js";

/** The tags that the contract has for parts of its own. */
const OWN_TAGS: ReadonlySet<JsonValue | undefined> = new Set([
  ...Object.keys(CONTENT_PART_FIELDS_BY_TYPE),
  "unknown",
  "invalid",
]);

/** Text, a list of parts, or undefined where there is nothing. */
export function importContent(
  content: JsonValue | undefined,
  path: string,
  dialect: Dialect,
  report: ReportWriter,
): string | JsonObject[] | undefined {
  if (content === undefined || content === null || typeof content === "string") return content ?? undefined;
  if (!Array.isArray(content)) return refuseValue("wrong_type", path, "text or a list of parts");
  const parts = content.flatMap((part: JsonValue, at) => importPart(part, `${path}/${at}`, dialect, report));
  return parts.length === 0 ? "" : parts;
}

/** What the contract does not know stays as it is. */
function importPart(part: JsonValue, path: string, dialect: Dialect, report: ReportWriter): JsonObject[] {
  if (typeof part === "string") return [{ type: "text", text: part }];
  const object = requiredObject(part, path);
  const members = presentMembersOf(object);
  const said = partTextOf(members);
  const known = said === undefined ? imagePart(object) : { type: said.kind, text: said.text };
  if (known !== undefined) {
    if (said === undefined) members.skip("type", "image_url", ...(object.type === "input_image" ? ["detail"] : []));
    dropRest(members, path, report);
    return [known];
  }
  const media = importMedia(object, dialect);
  if (media !== undefined) return [media];
  if (typeof object.type === "string" && !OWN_TAGS.has(object.type)) return [object];
  if (isNameOfOurs(object.type)) return [{ type: "provider_item", provider: dialect.provider, value: object }];
  report.add("part_dropped", "dropped", path, "a content part of this form is none of the contract");
  return [];
}
