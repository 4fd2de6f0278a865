/** Checks the settings of a reader of resources before anything is asked. */

import { type Issue, ValidationError } from "@parlance/core";
import { codePointLength, issue, typeName } from "@parlance/core/internal";
import { membersOf } from "../shared/members.js";
import { brokenRules, readSettings, wholeRule } from "../shared/settings.js";
import type { McpServer } from "./client.js";

const LONGEST_NAME = 256;
const LONGEST_URI = 8192;

/** @throws ValidationError with everything that is wrong. */
export function checkServers(servers: Readonly<Record<string, McpServer>>, timeout_ms: number): void {
  const issues = [
    ...brokenRules([wholeRule("/timeout_ms", timeout_ms)]),
    ...readSettings(servers, Object.entries<McpServer>, "/servers").flatMap(([name, server]) => [
      ...textIssues(name, "/servers/*", LONGEST_NAME),
      ...serverIssues(membersOf(server)),
    ]),
  ];
  if (issues.length > 0) throw new ValidationError(issues);
}

function serverIssues({
  client,
  identity,
  authorisation,
}: { readonly [Name in keyof McpServer]?: unknown }): readonly Issue[] {
  const expected = "a client of an MCP server";
  const isClient = typeof membersOf(client).readResource === "function";
  return [
    ...(isClient ? [] : [issue("wrong_type", "/servers/*/client", expected, typeName(client))]),
    ...(identity === undefined ? [] : textIssues(identity, "/servers/*/identity", LONGEST_URI)),
    ...(authorisation === undefined ? [] : textIssues(authorisation, "/servers/*/authorisation", LONGEST_NAME)),
  ];
}

/** @throws ValidationError */
export function checkServerName(server_name: unknown): void {
  const issues = textIssues(server_name, "/server_name", LONGEST_NAME);
  if (issues.length > 0) throw new ValidationError(issues);
}

/** @throws ValidationError */
export function checkUri(uri: unknown): asserts uri is string {
  const issues = textIssues(uri, "/resource_uri", LONGEST_URI);
  if (issues.length > 0) throw new ValidationError(issues);
}

export function isUri(value: unknown): value is string {
  return textIssues(value, "", LONGEST_URI).length === 0;
}

function textIssues(value: unknown, path: string, most: number): readonly Issue[] {
  const expected = `text of 1 to ${most} code points`;
  if (typeof value !== "string") return [issue("wrong_type", path, expected, typeName(value))];
  const length = codePointLength(value);
  if (length >= 1 && length <= most) return [];
  return [issue(length === 0 ? "too_short" : "too_long", path, expected, `${length}`)];
}
