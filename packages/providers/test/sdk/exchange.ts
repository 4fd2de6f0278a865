/** An answer as a provider would send it, and what is to be understood of it. */

import type { Heard } from "./heard.js";

export interface Exchange {
  readonly title: string;
  readonly kind: "stream" | "whole";
  /** Exactly what is sent. */
  readonly body: string;
  /** What both sides understand; what is left out is empty. */
  readonly heard: Partial<Heard>;
  /** Where the official client does not. */
  readonly client?: {
    readonly heard: Partial<Heard>;
    readonly because: string;
  };
}

/** Events that have data alone. */
export function dataEvents(events: readonly unknown[], { newline = "\n", end = ["[DONE]"] } = {}): string {
  const lines = [...events.map((event) => JSON.stringify(event)), ...end];
  return lines.map((line) => `data: ${line}${newline}${newline}`).join("");
}

export interface NamedEvent {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Events that are named by their type. */
export function namedEvents(events: readonly NamedEvent[], newline = "\n"): string {
  return events
    .map((event) => `event: ${event.type}${newline}data: ${JSON.stringify(event)}${newline}${newline}`)
    .join("");
}

/** An object a line. */
export function lines(objects: readonly unknown[]): string {
  return objects.map((object) => `${JSON.stringify(object)}\n`).join("");
}
