/** Readers of scripted servers, as the tests of what is kept share them. */

import { afterAll } from "vitest";
import { createMcpResources, type McpResourcesSettings } from "../../src/mcp/index.js";
import { SCRIPTED, Scripted, type Started, start } from "./servers.js";

export const NOON = Date.parse("2026-11-21T12:00:00.000Z");

let made = 0;

/** Two servers that are started by the same command, for the tests of a file. */
export async function twoServers() {
  const [first, second] = await Promise.all([start(SCRIPTED), start(SCRIPTED)]);
  afterAll(() => Promise.all([first.client.close(), second.client.close()]));
  return { first, second, server: new Scripted(first.client), other: new Scripted(second.client) };
}

/** A question to the server is an answer within a millisecond or so. */
export const POLLING = { interval: 2 };

/** Each test has a resource of its own. */
export function newUri(): string {
  return `test://resource/${++made}`;
}

/** Reads with a clock that stands still, and the warnings that were told. */
export function readerOf({ client }: Pick<Started, "client">, settings: Partial<McpResourcesSettings> = {}) {
  const warned: string[] = [];
  const logger = { warn: ({ code, path }: { code: string; path: string }) => void warned.push(`${code} ${path}`) };
  const resources = createMcpResources({ servers: { docs: { client } }, now: () => NOON, logger, ...settings });
  const textOf = async (uri: string, signal?: AbortSignal) => {
    const [piece] = (await resources.read("docs", uri, { signal })).data.contents;
    return piece?.type === "text" ? piece.text : undefined;
  };
  return { resources, textOf, warned };
}

/** One text for every resource, and what was asked. */
export function saying(text: string) {
  const asked: string[] = [];
  const read = async (uri: string) => {
    asked.push(`read ${uri}`);
    return { contents: [{ uri, text }] };
  };
  return { asked, read, watch: (what: string) => void asked.push(what), list: () => ({ resources: [] }) };
}
