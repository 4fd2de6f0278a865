/** Messages and schemas that the tests of the codec share. */

import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { CURRENT_VERSION, type DecodeOptions, type Warning } from "../src/index.js";
import { GENERATED } from "./versions.js";

export const ID = "0b6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11";
export const TIME = "2026-11-21T10:00:00.000Z";
/** The version, as a message of the current one says it. */
export const CURRENT_NUMBER: string = `"schema_version":${CURRENT_VERSION}`;
export const HEAD: string = `${CURRENT_NUMBER},"id":"${ID}","created_at":"${TIME}"`;

/** Texts of valid messages of the current version, one of each type. */
export const TEXTS: { readonly [type: string]: string } = {
  text: `{"type":"text",${HEAD},"data":{"role":"user","parts":[{"type":"text","text":"Hello"}]}}`,
  image: `{"type":"image",${HEAD},"data":{"source":{"type":"url","url":"https://example.com/a.png"},"recognition_mode":"auto"}}`,
  file_reference: `{"type":"file_reference",${HEAD},"data":{"path":"src/a.ts"}}`,
  tool_request: `{"type":"tool_request",${HEAD},"data":{"tool_calls":[{"id":"call_1","name":"grep","arguments":{"pattern":"x"}}]}}`,
  tool_result: `{"type":"tool_result",${HEAD},"data":{"tool_call_id":"call_1","status":"success","output":{"lines":3}}}`,
  system_control: `{"type":"system_control",${HEAD},"data":{"control":{"type":"mode_change","from":"ask","to":"code"}}}`,
  mcp_resource: `{"type":"mcp_resource",${HEAD},"data":{"server_name":"docs","resource_uri":"docs://a","contents":[{"type":"text","text":"A"}],"retrieved_at":"${TIME}"}}`,
};

export const TEXT: string = TEXTS.text as string;

/** The same message in version 1, as the first contract wrote it: without a version. */
export const OLD_TEXT = `{"type":"text","id":"${ID}","created_at":"${TIME}","data":{"role":"user","content":"Hello"}}`;

/** A tool result whose output is the given JSON. */
export function resultWith(output: string): string {
  return `{"type":"tool_result",${HEAD},"data":{"tool_call_id":"call_1","status":"success","output":${output}}}`;
}

/** A text message whose parts are the given JSON. */
export function textWith(parts: string): string {
  return `{"type":"text",${HEAD},"data":{"role":"user","parts":[${parts}]}}`;
}

/** The schemas of each version as the sampler reads them. */
export const BUNDLES: { readonly [version: number]: object } = Object.fromEntries(
  GENERATED.map(({ version, bundle }) => [version, bundle]),
);

/** A text of the current version that says another number. */
export function numbered(text: string, version: number | string): string {
  return text.replace(CURRENT_NUMBER, () => `"schema_version":${version}`);
}

/**
 * Checks a property and says on failure how to repeat it.
 * @param full how often it runs in a full run
 */
export function check<T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void, full = 200): void {
  fc.assert(fc.property(arbitrary, property), { numRuns: propertyRuns(full) });
}

/** Options under which warnings are collected rather than printed. */
export function listening(options: DecodeOptions = {}): { options: DecodeOptions; warnings: Warning[] } {
  const warnings: Warning[] = [];
  return { options: { logger: { warn: (warning) => warnings.push(warning) }, ...options }, warnings };
}

/** Options under which warnings go nowhere. */
export const QUIET: DecodeOptions = { logger: { warn: () => undefined } };
