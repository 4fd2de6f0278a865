/** The types of JSON values as the codec handles them. */

export type JsonValue = null | boolean | number | string | JsonArray | JsonObject;
export interface JsonArray extends ReadonlyArray<JsonValue> {}
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** A value of an open union whose tag this version does not know, kept exactly. */
export interface UnknownValue {
  readonly type: "unknown";
  readonly reason: string;
  readonly original: JsonObject;
}

/** An object whose members have not been looked at yet, or one that its owner may still change. */
export interface Fields {
  [name: string]: unknown;
}
