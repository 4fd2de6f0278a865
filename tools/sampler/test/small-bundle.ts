/** A bundle with every construct of the portable profile, small enough to read. */
export const SMALL_BUNDLE = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $defs: {
    Shelf: {
      type: "object",
      additionalProperties: true,
      required: ["id", "made_at", "items"],
      properties: {
        id: { $ref: "#/$defs/Uuid" },
        made_at: { $ref: "#/$defs/Timestamp" },
        items: { type: "array", minItems: 1, maxItems: 65536, items: { $ref: "#/$defs/Item" } },
        path: { anyOf: [{ $ref: "#/$defs/Path" }, { type: "null" }] },
        name: { type: ["string", "null"], minLength: 1, maxLength: 8 },
        size: { type: ["integer", "null"], minimum: 1, maximum: 9007199254740991 },
        share: { type: ["number", "null"], minimum: 0, maximum: 1 },
        tags: {
          anyOf: [
            { type: "array", uniqueItems: true, maxItems: 8, items: { type: "string", maxLength: 4 } },
            { type: "null" },
          ],
        },
        notes: { "x-user-data": true },
        labels: {
          anyOf: [
            {
              type: "object",
              propertyNames: { type: "string", minLength: 1, maxLength: 16, not: { pattern: "[^0-9]" } },
              maxProperties: 4,
              additionalProperties: { type: "string", maxLength: 4 },
            },
            { type: "null" },
          ],
        },
        content: {
          anyOf: [
            { type: "string", maxLength: 100 },
            { type: "array", maxItems: 3, items: { $ref: "#/$defs/Item" } },
            { type: "null" },
          ],
        },
        kind: { enum: ["small", "large", null] },
        reason: { type: ["string", "null"], maxLength: 20 },
      },
      if: { properties: { kind: { const: "large" } }, required: ["kind"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in data that nobody awaits.
      then: { required: ["reason"] },
    },
    Uuid: { type: "string", maxLength: 36, pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$" },
    Timestamp: {
      type: "string",
      maxLength: 24,
      format: "date-time",
      pattern:
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z$",
    },
    Path: { type: "string", minLength: 1, maxLength: 64, not: { pattern: "(^|[/\\n])\\.\\.([/\\n]|$)" } },
    Bytes: { type: "string", maxLength: 1000, not: { pattern: "[^A-Za-z0-9+/=]" } },
    Item: {
      oneOf: [
        { $ref: "#/$defs/Box" },
        { $ref: "#/$defs/Blob" },
        { $ref: "#/$defs/Either" },
        { $ref: "#/$defs/UnknownItem" },
      ],
    },
    Box: {
      type: "object",
      additionalProperties: true,
      required: ["type", "items"],
      properties: { type: { const: "box" }, items: { type: "array", maxItems: 5, items: { $ref: "#/$defs/Item" } } },
    },
    Blob: {
      type: "object",
      additionalProperties: true,
      required: ["type", "data"],
      properties: {
        type: { const: "blob" },
        data: { $ref: "#/$defs/Bytes" },
        checked: { type: ["boolean", "null"], default: false },
      },
    },
    Either: {
      type: "object",
      additionalProperties: true,
      required: ["type"],
      properties: {
        type: { const: "either" },
        left: { type: ["string", "null"], maxLength: 9 },
        right: { type: ["string", "null"], maxLength: 9 },
      },
      anyOf: [
        { required: ["left"], properties: { left: { not: { type: "null" } } } },
        { required: ["right"], properties: { right: { not: { type: "null" } } } },
      ],
    },
    UnknownItem: {
      type: "object",
      additionalProperties: true,
      required: ["type"],
      properties: {
        type: { type: "string", maxLength: 256, "x-open-tag": true, not: { enum: ["box", "blob", "either"] } },
      },
    },
  },
};
