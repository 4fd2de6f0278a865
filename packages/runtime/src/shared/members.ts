/** Looks at what somebody else sent, whatever it is. */

/** The value when it is an object; otherwise one without any members. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
