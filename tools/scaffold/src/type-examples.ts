/** The examples that a new message type starts with, for its one text. */
import type { TypeNames } from "./type-names.js";

/** By the names of their files, without the ending. */
export type ExampleFiles = Readonly<Record<string, object>>;

const ID = "00000000-0000-4000-8000-000000000001";
const TIME = "2026-11-21T10:00:00.000Z";

export function examplesOf({ tag }: TypeNames, version: number): ExampleFiles {
  const message = (data: object, more: object = {}): object => ({
    type: tag,
    schema_version: version,
    id: ID,
    created_at: TIME,
    data,
    ...more,
  });
  const whole = { metadata: { note: "mine" }, residue: { [String(version + 1)]: { "/data/later": true } } };
  return {
    minimal: message({ text: "Hello" }),
    full: message({ text: "Hello" }, whole),
    "edge-empty-text": message({ text: "" }),
    "invalid/text-missing": {
      description: "It has to say something, if only an empty text.",
      pointer: "/data",
      keyword: "required",
      instance: message({}),
    },
    "invalid/text-not-a-string": {
      description: "Words are a string.",
      pointer: "/data/text",
      keyword: "type",
      instance: message({ text: 5 }),
    },
  };
}
