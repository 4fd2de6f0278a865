/** Starts real MCP servers as child processes, and ends them with the tests. */

import { createRequire } from "node:module";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  ListResourcesRequestSchema,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";

const require = createRequire(import.meta.url);

/** The reference server. */
export const EVERYTHING: readonly string[] = [
  require.resolve("@modelcontextprotocol/server-everything/dist/index.js"),
  "stdio",
];

/** The reference server for files, of one folder. */
export function fileServer(folder: string): readonly string[] {
  return [require.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"), folder];
}

/** A server whose answers the tests write. */
export const SCRIPTED: readonly string[] = [join(import.meta.dirname, "scripted-server.js")];

/** A connected client, and the process of its server. */
export interface Started {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  readonly pid: number;
}

export async function start(
  command: readonly string[],
  client: Client = newClient(),
  env: Record<string, string> = getDefaultEnvironment(),
): Promise<Started> {
  const transport = new StdioClientTransport({ command: process.execPath, args: [...command], stderr: "ignore", env });
  await client.connect(transport);
  return { client, transport, pid: transport.pid ?? Number.NaN };
}

export function newClient(): Client {
  return new Client({ name: "parlance-tests", version: "1.0.0" });
}

/** What a server in this process answers. */
export interface Answers {
  readonly read: (uri: string) => object | Promise<object>;
  /** Without it there is no list. */
  readonly list?: () => object;
  /** Without it nothing can be watched. */
  readonly watch?: (asked: string) => void;
}

/** Connects a client to a server in this process, for answers that are too large to be sent to and fro, and for connections by the dozen. */
export async function serving(answers: Answers, client: Client = newClient()): Promise<Client> {
  const { read, list, watch } = answers;
  const [here, there] = InMemoryTransport.createLinkedPair();
  const resources = watch === undefined ? {} : { subscribe: true };
  const inside = new Server({ name: "inside", version: "1.0.0" }, { capabilities: { resources } });
  inside.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => (await read(uri)) as never);
  if (list !== undefined) inside.setRequestHandler(ListResourcesRequestSchema, () => list() as never);
  if (watch !== undefined) {
    inside.setRequestHandler(SubscribeRequestSchema, ({ params: { uri } }) => {
      watch(`watch ${uri}`);
      return {};
    });
    inside.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
      watch(`unwatch ${uri}`);
      return {};
    });
  }
  await Promise.all([inside.connect(there), client.connect(here)]);
  return client;
}

/** What the scripted server is told to answer. */
export interface Script {
  readonly result?: object;
  readonly error?: { readonly code: number; readonly message: string };
  readonly hold?: boolean;
  readonly pieces?: number;
  readonly length?: number;
}

/** The scripted server, by what its tools do. */
export class Scripted {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  set(uri: string, script: Script): Promise<void> {
    return this.call("set", { uri, ...script });
  }

  /** One text, with what else the result says. */
  text(uri: string, text: string, more: object = {}): Promise<void> {
    return this.set(uri, { result: { contents: [{ uri, mimeType: "text/plain", text }], ...more } });
  }

  release(uri: string): Promise<void> {
    return this.call("release", { uri });
  }

  updated(uri: string): Promise<void> {
    return this.call("notify", { method: "notifications/resources/updated", params: { uri } });
  }

  listChanged(): Promise<void> {
    return this.call("notify", { method: "notifications/resources/list_changed" });
  }

  async call(name: string, given: Record<string, unknown>): Promise<void> {
    await this.client.callTool({ name, arguments: given });
  }

  /** What was asked about a resource, in order. */
  async asked(uri?: string): Promise<readonly string[]> {
    const { structuredContent } = await this.client.callTool({ name: "asked", arguments: {} });
    const { asked } = structuredContent as { readonly asked: readonly string[] };
    return uri === undefined ? asked : asked.filter((line) => line.includes(uri));
  }

  async reads(uri: string): Promise<number> {
    const asked = await this.asked(uri);
    return asked.filter((line) => line === `read ${uri}`).length;
  }
}
