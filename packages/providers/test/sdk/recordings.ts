/** Recorded traffic, where it lies beside the checkout. */

import { existsSync, readFileSync } from "node:fs";
import { type JsonObject, type JsonValue, parseJson, stringifyJson } from "@parlance/core/json";

const FOLDER = new URL("../../../../../shared/corpora/", import.meta.url);

export const HAS_RECORDINGS = existsSync(FOLDER);

type Dialect = "openai" | "vllm" | "ollama" | "anthropic";

export interface Recording {
  /** Repository, path and number. */
  readonly source: string;
  readonly body: string;
}

/** Streams as they came; laid out anew where only their events were kept. */
export function recordedStreams(dialect: Dialect): readonly Recording[] {
  return records(dialect, "stream").map(({ source, raw, chunks }) => ({
    source: nameOf(source),
    body: isAsSent(dialect, raw) ? raw : laidOut(dialect, chunks as readonly JsonObject[]),
  }));
}

/** Some files have an event a line, without the framing that it came in. */
function isAsSent(dialect: Dialect, raw: JsonValue | undefined): raw is string {
  return typeof raw === "string" && (dialect === "ollama" || !raw.startsWith("{"));
}

/** Whole answers that were not errors. */
export function recordedAnswers(dialect: Dialect): readonly Recording[] {
  return records(dialect, "response")
    .filter(({ body }) => !("error" in (body as JsonObject)))
    .map(({ source, body }) => ({ source: nameOf(source), body: stringifyJson(body as JsonValue) }));
}

function records(dialect: Dialect, kind: "stream" | "response"): readonly JsonObject[] {
  const text = readFileSync(new URL(`${dialect}.${kind}.ndjson`, FOLDER), "utf8");
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => parseJson(line) as JsonObject);
}

function nameOf(source: JsonValue | undefined): string {
  return typeof source === "string" ? source : stringifyJson(source ?? null);
}

function laidOut(dialect: Dialect, chunks: readonly JsonObject[]): string {
  const texts = chunks.map((chunk) => stringifyJson(chunk));
  if (dialect === "ollama") return texts.map((text) => `${text}\n`).join("");
  if (dialect !== "anthropic") return [...texts, "[DONE]"].map((text) => `data: ${text}\n\n`).join("");
  return chunks.map(({ type }, at) => `event: ${String(type)}\ndata: ${texts[at]}\n\n`).join("");
}
