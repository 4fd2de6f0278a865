/** Answers put together by hand, for tests of what the builder makes of each piece. */

import { type AnswerBuilder, createAnswerBuilder } from "../../src/shared/answer/builder.js";
import type { Answer, AnswerOptions, RequestContext, StreamEvent } from "../../src/shared/types.js";
import { counting } from "./streamed.js";

export const NO_CONTEXT: RequestContext = { tool_names: {}, call_ids: {}, added_nulls: {} };

export function built(
  say: (answer: AnswerBuilder) => void,
  parts: "by_kind" | "in_order" = "by_kind",
  options: AnswerOptions = {},
): { readonly answer: Answer; readonly events: readonly StreamEvent[] } {
  const builder = createAnswerBuilder({ provider: "anthropic", options: { ...counting(), ...options }, parts });
  say(builder);
  const answer = builder.end();
  return { answer, events: builder.takeEvents() };
}

export const codes = ({ report }: Answer): readonly string[] => report.map(({ code, path }) => `${code} ${path}`);
