/** The vectors: plain JSON that says what a conversion gives, so that any other library can be run against the same files. */

import { readdirSync, readFileSync } from "node:fs";
import { decode, encode, type JsonObject, ParlanceError } from "@parlance/core";
import { canonicalJson, parseJson, stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { loadProvider } from "../src/load-provider.js";
import { PROVIDER_NAMES, type ProviderName } from "../src/shared/provider-names.js";
import type { Report } from "../src/shared/report/report.js";
import type { AnswerOptions, FailedResponse, RequestOptions, StreamEvent } from "../src/shared/types.js";
import { expectClauses } from "./told.js";

interface Vector {
  /** The number of the mistake that it guards against, in the table of the folder's README. */
  readonly mistake?: number;
  readonly title: string;
  readonly provider: ProviderName;
  /** `to` a provider, `from` a whole answer of it, from a `stream` of it, from an `error` of HTTP, or `import` of a request to it. */
  readonly direction: "to" | "from" | "stream" | "error" | "import";
  /** The conversation; the answer; the pieces of the stream, texts or parsed events; status, headers and body; the request. */
  readonly input: unknown;
  readonly options?: object;
  /** The body; the answer; the events; the imported conversation: each without its report. */
  readonly expected?: unknown;
  /** In place of `expected`: the error, and what had arrived before it. */
  readonly throws?: {
    readonly name: string;
    readonly code: string;
    readonly status?: number;
    readonly type?: string;
    readonly retryable?: boolean;
    readonly retry_after_ms?: number;
    readonly details?: unknown;
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
const FILES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .sort();

/** What of a file's name has to be in it. */
const NAME = new RegExp(`^\\d\\d-[a-z0-9-]+\\.(${PROVIDER_NAMES.join("|")})\\.json$`);

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
  const api = await loadProvider(provider);
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
      case "error": {
        const { headers, ...response } = input as FailedResponse & { readonly headers?: Record<string, string> };
        return { error: api.errorFromResponse({ ...response, headers: new Headers(headers) }, given) };
      }
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

/** Makes of each stored message what this version of the contract reads: a vector keeps the one that it was written in. */
function asReadNow(expected: unknown): unknown {
  if (typeof expected !== "object" || expected === null) return expected;
  if ("type" in expected && "schema_version" in expected) {
    const text = stringifyJson(expected);
    return parseJson(encode(decode(text, { logger: { warn: () => undefined } })));
  }
  const members = Object.entries(expected).map(([name, member]) => [name, member, asReadNow(member)] as const);
  // What holds none stays as it is, with the digits that it remembers.
  if (members.every(([, member, now]) => member === now)) return expected;
  const copy = Object.fromEntries(members.map(([name, , now]) => [name, now]));
  return Array.isArray(expected) ? Object.values(copy) : copy;
}

/** Equal as JSON, down to the last digit. */
function expectJson(actual: unknown, expected: unknown): void {
  expect(JSON.parse(stringifyJson(actual))).toEqual(JSON.parse(stringifyJson(expected)));
  expect(canonicalJson(actual)).toBe(canonicalJson(expected));
}

function expectError({ error, events }: Outcome, { throws }: Vector): void {
  if (!ParlanceError.isInstance(error)) throw error;
  const { partial: _, events: __, ...facts } = throws ?? {};
  const said = Object.keys(facts).map((name) => [name, error[name as keyof typeof error]]);
  expectJson(Object.fromEntries(said), facts);
  const { partial } = error as { readonly partial?: { readonly report: Report } };
  expectClauses(partial?.report ?? []);
  if (throws?.partial !== undefined && partial !== undefined)
    expectJson(withoutReport(partial).value, asReadNow(throws.partial));
  expect(partial === undefined && throws?.partial !== undefined, "there is no partial answer").toBe(false);
  if (throws?.events !== undefined) expectJson(events, asReadNow(throws.events));
}

/** The rows of the table of mistakes, each cell with the beginnings of the names of its vectors. */
function mistakesTold(): readonly (readonly string[])[] {
  const lines = readFileSync(new URL("README.md", FOLDER), "utf8").split("\n");
  return lines.filter((line) => /^\| +\d+ +\|/.test(line)).map((line) => line.split("|").map((cell) => cell.trim()));
}

function vectorsAgainst(mistake: number, provider: string): readonly string[] {
  return FILES.filter((name) => name.endsWith(`.${provider}.json`))
    .filter((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")).mistake === mistake)
    .map((name) => name.slice(0, name.indexOf(".")));
}

describe("the README of the vectors", () => {
  const MISTAKES = 20;
  const NOT_POSSIBLE = "–";

  it.each(Array.from({ length: MISTAKES }, (_, at) => at + 1))(
    "lists the vectors against mistake %i, for every provider",
    (mistake) => {
      const [, , , ...cells] = mistakesTold().find(([, number]) => number === String(mistake)) ?? [];
      const listed = PROVIDER_NAMES.map((provider, at) => [provider, cells[at]]);
      const there = PROVIDER_NAMES.map((provider) => [
        provider,
        vectorsAgainst(mistake, provider).join(", ") || NOT_POSSIBLE,
      ]);
      expect(listed).toEqual(there);
    },
  );

  it("lists no other mistakes, and leaves out providers only where these cannot make one", () => {
    const rows = mistakesTold();
    expect(rows.map(([, number]) => number)).toEqual(Array.from({ length: MISTAKES }, (_, at) => String(at + 1)));
    const omitted = rows.flatMap(([, number, , ...cells]) =>
      cells.includes(NOT_POSSIBLE) ? `${number}: ${cells.filter((cell) => cell === NOT_POSSIBLE).length}` : [],
    );
    // Empty blocks are Anthropic's alone, and its reasoning has one name.
    expect(omitted).toEqual(["2: 3", "14: 1"]);
  });
});

describe.each(FILES)("%s", (name) => {
  const vector = parseJson(readFileSync(new URL(name, FOLDER))) as JsonObject as unknown as Vector;

  it(vector.title, async () => {
    expect(name).toMatch(NAME);
    expect(name).toContain(`.${vector.provider}.json`);
    const outcome = await outcomeOf(vector);
    if (vector.throws !== undefined) return expectError(outcome, vector);
    if (outcome.error !== undefined) throw outcome.error;
    expectJson(outcome.value, asReadNow(vector.expected));
    expectClauses(outcome.report ?? []);
    const report = outcome.report?.map(({ code, action, path }) => ({ code, action, path }));
    expect(report).toEqual(vector.report ?? []);
  });
});
