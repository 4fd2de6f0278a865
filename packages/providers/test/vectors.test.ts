/** The vectors: plain JSON that says what a conversion gives, so that any other library can be run against the same files. */

import { readdirSync, readFileSync } from "node:fs";
import { type JsonObject, ParlanceError } from "@parlance/core";
import { canonicalJson, parseJson, stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import type { Report } from "../src/shared/report.js";
import type { AnswerOptions, Provider, ProviderName, RequestOptions, StreamEvent } from "../src/shared/types.js";

interface Vector {
  /** The number of the mistake that it guards against, where it is one of the known ones. */
  readonly mistake?: number;
  readonly title: string;
  readonly provider: ProviderName;
  /** `to` a provider, `from` a whole answer of it, from a `stream` of it, or `import` of a request to it. */
  readonly direction: "to" | "from" | "stream" | "import";
  /** The conversation; the answer; the pieces of the stream, texts or parsed events; the request. */
  readonly input: unknown;
  readonly options?: object;
  /** The body; the answer; the events; the imported conversation: each without its report. */
  readonly expected?: unknown;
  /** In place of `expected`: the error, and what had arrived before it. */
  readonly throws?: {
    readonly name: string;
    readonly code: string;
    readonly partial?: unknown;
    readonly events?: unknown;
  };
  readonly report?: readonly unknown[];
}

/** What a conversion gave. */
interface Outcome {
  readonly value?: unknown;
  readonly report?: Report;
  readonly error?: unknown;
  /** Of a stream that failed. */
  readonly events?: readonly unknown[];
}

const FOLDER = new URL("../vectors/", import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

/** What of a file's name has to be in it. */
const NAME = /^\d\d-[a-z0-9-]+\.(openai|vllm|ollama|anthropic)\.json$/;

const ENTRIES: Readonly<Record<ProviderName, () => Promise<Provider<unknown>>>> = {
  openai: () => import("../src/openai/index.js"),
  vllm: () => import("../src/vllm/index.js"),
  ollama: () => import("../src/ollama/index.js"),
  anthropic: () => import("../src/anthropic/index.js"),
};

function surroundings(): AnswerOptions {
  let count = 0;
  return {
    now: () => 0,
    newId: () => {
      count++;
      return `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
    },
  };
}

async function outcomeOf({ provider, direction, input, options = {} }: Vector): Promise<Outcome> {
  const api: Provider<unknown> = await ENTRIES[provider]();
  const given = { ...options, ...surroundings() };
  const events: unknown[] = [];
  try {
    switch (direction) {
      case "to": {
        const { body, report } = api.toRequest(input as never, options as RequestOptions);
        return { value: body, report };
      }
      case "from":
        return withoutReport(api.fromResponse(input, given));
      case "import":
        return withoutReport(api.importRequest(input, given));
      case "stream": {
        let report: Report = [];
        for await (const event of api.fromStream(piecesOf(input as (string | object)[]), given)) {
          const [shown, told] = shownEvent(event);
          events.push(shown);
          report = told ?? report;
        }
        return { value: events, report };
      }
    }
  } catch (error) {
    return { error, events };
  }
}

function withoutReport({ report, ...value }: { readonly report: Report }): Outcome {
  return { value, report };
}

function shownEvent(event: StreamEvent): readonly [unknown, Report?] {
  if (event.type !== "end") return [event];
  const { report, ...answer } = event.answer;
  return [{ ...event, answer }, report];
}

async function* piecesOf(pieces: readonly (string | object)[]): AsyncGenerator<string | object, void> {
  yield* pieces;
}

/** Equal as JSON, down to the last digit. */
function expectJson(actual: unknown, expected: unknown): void {
  expect(JSON.parse(stringifyJson(actual))).toEqual(JSON.parse(stringifyJson(expected)));
  expect(canonicalJson(actual)).toBe(canonicalJson(expected));
}

function expectError({ error, events }: Outcome, { throws }: Vector): void {
  if (!ParlanceError.isInstance(error)) throw error;
  expect({ name: error.name, code: error.code }).toEqual({ name: throws?.name, code: throws?.code });
  const { partial } = error as { readonly partial?: { readonly report: Report } };
  if (throws?.partial !== undefined && partial !== undefined) expectJson(withoutReport(partial).value, throws.partial);
  expect(partial === undefined && throws?.partial !== undefined, "there is no partial answer").toBe(false);
  if (throws?.events !== undefined) expectJson(events, throws.events);
}

describe.each(FILES)("%s", (name) => {
  const vector = parseJson(readFileSync(new URL(name, FOLDER))) as JsonObject as unknown as Vector;

  it(vector.title, async () => {
    expect(name).toMatch(NAME);
    expect(name).toContain(`.${vector.provider}.json`);
    const outcome = await outcomeOf(vector);
    if (vector.throws !== undefined) return expectError(outcome, vector);
    if (outcome.error !== undefined) throw outcome.error;
    expectJson(outcome.value, vector.expected);
    const report = outcome.report?.map(({ code, action, path }) => ({ code, action, path }));
    expect(report).toEqual(vector.report ?? []);
  });
});
