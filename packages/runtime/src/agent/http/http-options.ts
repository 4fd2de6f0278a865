/** What a model behind HTTP takes from its caller, and the checks that it makes sense. */

import type { Surroundings } from "@parlance/builders";
import { type Issue, type Logger, ValidationError } from "@parlance/core";
import { issue, typeName } from "@parlance/core/internal";
import type { ProviderName, RequestOptions, ResponseHeaders, SourceReader } from "@parlance/providers";
import { REASONING_MEMBERS } from "@parlance/providers/provider-names";
import {
  brokenRules,
  functionRule,
  operationRules,
  optionalWholeRule,
  readSettings,
  type SettingRule,
} from "../../shared/settings.js";
import type { Wait } from "../../shared/wait.js";
import { urlOf, WIRES } from "./wires.js";

/** The part of `fetch` that is used; typed so that no DOM types are needed. */
export type Fetch = (url: string, init: FetchRequest) => Promise<FetchedResponse>;

export interface FetchRequest {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly signal: AbortSignal;
  readonly redirect: "manual";
}

export interface FetchedResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: { getReader(): SourceReader } | null;
}

export interface HttpModelOptions extends Surroundings {
  /** The format that the server speaks; `openai` and `vllm` for whatever is compatible with one of them. */
  readonly provider: ProviderName;
  /**
   * What stands before the path of the provider's own API, such as `https://api.openai.com/v1`, `http://localhost:8000/v1`,
   * `http://localhost:11434` (Ollama) or `https://api.anthropic.com`. Redirections to other places are not followed.
   */
  readonly base_url: string;
  /** The model for requests that name none. */
  readonly model: string;
  readonly api_key?: string | undefined;
  /**
   * The member that the server reads the reasoning of earlier answers from, where it speaks Chat Completions.
   * @defaultValue that of the provider
   */
  readonly reasoning_member?: RequestOptions["reasoning_member"] | undefined;
  /** Sent with each request, in place of headers of the same name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** @defaultValue the platform's */
  readonly fetch?: Fetch | undefined;
  /**
   * How often a request is sent again after a fault that may pass, as long as nothing of an answer has come.
   * @defaultValue 2
   */
  readonly max_retries?: number | undefined;
  /**
   * The longest pause before that, in milliseconds. A server that wants more is not asked again; the error says when it may be.
   * @defaultValue 60000
   */
  readonly max_retry_delay_ms?: number | undefined;
  /**
   * The longest silence of the server before its answer and within it, in milliseconds.
   * @defaultValue 300000
   */
  readonly idle_timeout_ms?: number | undefined;
  /** @defaultValue timers of the platform */
  readonly wait?: Wait | undefined;
  /**
   * Is told that a request is sent again, and that a key goes to another machine by plain HTTP.
   * @defaultValue one line on the console for each
   */
  readonly logger?: Logger | undefined;
}

/** Options that were checked and read once. */
export interface HttpSettings
  extends Pick<HttpModelOptions, "provider" | "model" | "reasoning_member" | "now" | "newId" | "wait" | "logger"> {
  /** Where a request for a model goes. */
  readonly urlOf: (model: string) => string;
  readonly headers: Record<string, string>;
  readonly fetch: Fetch;
  readonly max_retries: number;
  readonly max_retry_delay_ms: number;
  readonly idle_timeout_ms: number;
}

/** @throws ValidationError with everything that is wrong; it shows neither the key nor the address. */
export function httpSettings(options: HttpModelOptions): HttpSettings {
  return readSettings(options, checkedSettings);
}

function checkedSettings(options: HttpModelOptions): HttpSettings {
  const {
    provider,
    base_url,
    model,
    max_retries = 2,
    max_retry_delay_ms = 60_000,
    idle_timeout_ms = 300_000,
  } = options;
  const { reasoning_member, now, newId, wait, logger } = options;
  const issues = [...brokenRules(rulesOf(options)), ...urlIssues(base_url), ...headerIssues(options)];
  if (issues.length > 0) throw new ValidationError(issues);
  return {
    provider,
    model,
    reasoning_member,
    urlOf: (named) => urlOf(WIRES[provider], base_url.replace(/\/+$/, ""), named),
    headers: headersOf(options),
    fetch: options.fetch ?? fetch,
    max_retries,
    max_retry_delay_ms,
    idle_timeout_ms,
    ...(now === undefined ? {} : { now }),
    ...(newId === undefined ? {} : { newId }),
    wait,
    logger,
  };
}

const REASONING: readonly string[] = REASONING_MEMBERS;

function rulesOf(options: HttpModelOptions): readonly SettingRule[] {
  const { provider, model, api_key, reasoning_member: member, headers } = options;
  return [
    [typeof provider === "string" && Object.hasOwn(WIRES, provider), "/provider", Object.keys(WIRES).join(", ")],
    [typeof model === "string" && model !== "", "/model", "the name of a model"],
    [api_key === undefined || typeof api_key === "string", "/api_key", "a text"],
    [member === undefined || REASONING.includes(member), "/reasoning_member", REASONING.join(", ")],
    optionalWholeRule("/max_retries", options.max_retries, { least: 0 }),
    optionalWholeRule("/max_retry_delay_ms", options.max_retry_delay_ms),
    optionalWholeRule("/idle_timeout_ms", options.idle_timeout_ms),
    functionRule("/fetch", options.fetch),
    [headers === undefined || typeName(headers) === "object", "/headers", "an object of texts"],
    ...operationRules(options),
  ];
}

/** Keys belong in a header: addresses end up in logs. */
function urlIssues(base_url: unknown): readonly Issue[] {
  const url = typeof base_url === "string" && URL.canParse(base_url) ? new URL(base_url) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return [issue("bad_base_url", "/base_url", "an absolute http or https URL", "another value")];
  const isPlain = url.username === "" && url.password === "" && url.search === "" && url.hash === "";
  return isPlain ? [] : [issue("bad_base_url", "/base_url", "a URL without credentials, query and fragment", "more")];
}

/** `fetch` would quote the header that it refuses. */
function headerIssues({ api_key, headers }: HttpModelOptions): readonly Issue[] {
  const issues: Issue[] = [];
  if (typeof api_key === "string" && !isHeaderText(api_key))
    issues.push(issue("bad_header", "/api_key", "printable characters on one line", "others"));
  for (const [name, text] of Object.entries(headers ?? {}))
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || !isHeaderText(text))
      issues.push(issue("bad_header", "/headers/*", "the name and the text of a header", "another value"));
  return issues;
}

function isHeaderText(text: unknown): boolean {
  return typeof text === "string" && /^[\t\x20-\x7e\xa0-\xff]*$/.test(text);
}

function headersOf({ provider, api_key, headers = {} }: HttpModelOptions): Record<string, string> {
  const own = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text] as const);
  return {
    "content-type": "application/json",
    ...WIRES[provider].headers(api_key),
    ...Object.fromEntries(own),
  };
}
