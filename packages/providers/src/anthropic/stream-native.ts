/** A streamed block of a type that only this provider has, put together to the block that a whole answer would have. */

import { ParlanceError } from "@parlance/core";
import { frozenJson, type JsonObject, parseJson, replaceMembers } from "@parlance/core/json";

export interface GrowingNativeBlock {
  take(delta: JsonObject): void;
  /** The block as far as it has come. */
  whole(): JsonObject;
}

/** @param block What the block begins with; one without a type gets one, so that it can stand among the parts. */
export function createNativeBlock(block: JsonObject): GrowingNativeBlock {
  const begun = typeof block.type === "string" ? block : replaceMembers(block, { type: "unknown_block" });
  const deltas: JsonObject[] = [];
  let input = "";
  let content: string | undefined;
  return {
    take: (delta) => {
      if (delta.type === "input_json_delta" && typeof delta.partial_json === "string") input += delta.partial_json;
      else if (delta.type === "compaction_delta" && typeof delta.content === "string")
        content = (content ?? "") + delta.content;
      else deltas.push(delta);
    },
    whole: () => {
      const said = content === undefined ? {} : { content };
      const given = input === "" ? {} : { input: parsedInput(input) };
      const others = deltas.length === 0 ? {} : { deltas: frozenJson(deltas) };
      return replaceMembers(begun, { ...said, ...given, ...others });
    },
  };
}

/** The text itself where it is no JSON: it was cut off. */
function parsedInput(text: string): JsonObject[string] {
  try {
    return parseJson(text);
  } catch (error) {
    if (ParlanceError.isInstance(error)) return text;
    throw error;
  }
}
