/** What holds of every stream, wherever it is cut. */

import { anyJsonObject } from "@parlance/sampler";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAnswerBuilder } from "../../src/shared/answer/builder.js";
import { ProviderError } from "../../src/shared/errors/provider-error.js";
import { answerStream } from "../../src/shared/framing/answer-stream.js";
import type { StreamSource } from "../../src/shared/types.js";
import { outcomeOf, piecesOf, readStream } from "./streamed.js";

/** Cuts a text or its bytes at any places. */
function cutAt(whole: string | Uint8Array, places: readonly number[]): (string | Uint8Array)[] {
  const borders = [...new Set(places.map((place) => place % (whole.length + 1)))].sort((a, b) => a - b);
  return [0, ...borders].map((from, at) => whole.slice(from, borders[at] ?? whole.length));
}

const cuts = fc.array(fc.nat(100_000), { maxLength: 40 });
const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
const noise = fc.constantFrom("", ": note\n\n", ":\r\n\r\n", "data:\n\n", "id: 1\n\n");
const texts = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 12 });

async function objectsOf(source: StreamSource, framing: "sse" | "ndjson"): Promise<unknown[]> {
  const objects: unknown[] = [];
  const answer = createAnswerBuilder({ provider: "openai", options: undefined, parts: "by_kind" });
  const take = (event: object): boolean => objects.push(event) === 0;
  for await (const _ of answerStream({ source, framing, answer, take }));
  return objects;
}

describe("every stream", () => {
  it("every stream of events gives the same objects wherever its text or bytes are cut", async () => {
    const property = fc.asyncProperty(
      fc.array(fc.tuple(anyJsonObject, lineEnd, noise), { maxLength: 6 }),
      cuts,
      fc.boolean(),
      async (events, places, isBytes) => {
        const lines = events.map(([event, end, more]) => `data: ${JSON.stringify(event)}${end}${end}${more}`);
        const whole = isBytes ? new TextEncoder().encode(lines.join("")) : lines.join("");
        const objects = await objectsOf(piecesOf(...cutAt(whole, places)), "sse");
        expect(JSON.stringify(objects)).toBe(JSON.stringify(events.map(([event]) => event)));
      },
    );
    await fc.assert(property, { numRuns: propertyRuns(150) });
  });

  it("every stream of lines gives the same objects wherever its text or bytes are cut", async () => {
    const property = fc.asyncProperty(
      fc.array(fc.tuple(anyJsonObject, fc.constantFrom("\n", "\r\n", "\n\n \n")), { maxLength: 6 }),
      cuts,
      fc.boolean(),
      async (events, places, isBytes) => {
        const lines = events.map(([event, end]) => `${JSON.stringify(event)}${end}`).join("");
        const whole = isBytes ? new TextEncoder().encode(lines) : lines;
        const objects = await objectsOf(piecesOf(...cutAt(whole, places)), "ndjson");
        expect(JSON.stringify(objects)).toBe(JSON.stringify(events.map(([event]) => event)));
      },
    );
    await fc.assert(property, { numRuns: propertyRuns(150) });
  });

  it("every stream that breaks off anywhere gives a beginning of what it would have said, and says that it was cut off", async () => {
    const property = fc.asyncProperty(texts, fc.nat(100_000), async (said, place) => {
      const all = new TextEncoder().encode(said.map((say) => `data: ${JSON.stringify({ say })}\n\n`).join(""));
      const { answer, error } = await outcomeOf(readStream(piecesOf(all.slice(0, place % all.length))));
      expect(error).toBeUndefined();
      expect(said.join("").startsWith(String(answer?.message?.content ?? ""))).toBe(true);
      expect(answer?.report.at(-1)?.code).toBe("finish_reason_missing");
    });
    await fc.assert(property, { numRuns: propertyRuns(150) });
  });

  it("every stream of any bytes ends, or fails with what had come before", async () => {
    const property = fc.asyncProperty(
      fc.array(fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.string({ maxLength: 40 }))),
      fc.constantFrom("sse" as const, "ndjson" as const),
      async (pieces, framing) => {
        const { answer, error } = await outcomeOf(readStream(piecesOf(...pieces), framing));
        expect(answer).toBeDefined();
        expect(error === undefined || ProviderError.isInstance(error)).toBe(true);
      },
    );
    await fc.assert(property, { numRuns: propertyRuns(300) });
  });
});
