/** The schema that a new message type starts with: one text, said by the user. */
import type { TypeNames } from "./type-names.js";

export function typeSchema({ tag, title, words }: TypeNames): object {
  return {
    $schema: "../../dialect.schema.json",
    title: `${title}Message`,
    description: `What a message of the type ${words} is for.`,
    "x-role": "user",
    "x-model-text": "/data/text",
    "x-keep-with": "turn",
    "x-summary": words,
    allOf: [{ $ref: "envelope.schema.json" }],
    type: "object",
    additionalProperties: true,
    required: ["type", "data"],
    properties: {
      type: { const: tag, description: `Says that the message is of the type ${words}.` },
      data: { $ref: `#/$defs/${title}Data`, description: "What it says." },
    },
    $defs: { [`${title}Data`]: dataSchema(words) },
  };
}

function dataSchema(words: string): object {
  return {
    description: `What a message of the type ${words} says.`,
    type: "object",
    additionalProperties: true,
    required: ["text"],
    properties: {
      text: { $ref: "../common.schema.json#/$defs/Text", description: "The words." },
    },
  };
}
