/** The providers' published schemas of requests, where they lie beside the checkout. */

import { existsSync, readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { ProviderName } from "../../src/shared/provider-names.js";
import type { Fault, JsonRecord } from "./rules.js";

const FOLDER = new URL("../../../../../shared/provider-schemas/", import.meta.url);

/** Of those that publish one. vLLM does not: it takes what OpenAI takes, and more. */
const FILES: { readonly [Name in ProviderName]?: string } = {
  openai: "openai-CreateChatCompletionRequest.json",
  vllm: "openai-CreateChatCompletionRequest.json",
  ollama: "ollama-ChatRequest.json",
  anthropic: "anthropic-BetaCreateMessageParams.json",
};

const ajv = new Ajv2020({ strict: false, validateFormats: false });
/** By the name of the file: to compile one takes half a second. */
const compiled = new Map<string, ValidateFunction>();

/** What a body breaks of the schema; nothing, after a printed line, where the schema is absent. */
export function publishedSchema(provider: ProviderName): (body: JsonRecord) => readonly Fault[] {
  const name = FILES[provider];
  const file = new URL(name ?? ".", FOLDER);
  if (name === undefined || !existsSync(file)) {
    console.log(`requests to ${provider}: no published schema beside the checkout, checked without it`);
    return () => [];
  }
  const validate = compiled.get(name) ?? ajv.compile(JSON.parse(readFileSync(file, "utf8")) as object);
  compiled.set(name, validate);
  return (body) => {
    validate(provider === "vllm" ? withoutOwnParts(body) : body);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** What vLLM takes beyond OpenAI's parts stands there as a text. */
function withoutOwnParts(body: JsonRecord): JsonRecord {
  return JSON.parse(JSON.stringify(body), (_, value) =>
    value?.type === "audio_url" || value?.type === "video_url" ? { type: "text", text: "" } : value,
  ) as JsonRecord;
}
