/** Reads resources: from the cache where they are fresh, otherwise from their server. */

import { type McpResourceMessage, timestamp } from "@parlance/builders";
import { ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { storedMessage } from "../shared/dirty.js";
import { membersOf } from "../shared/members.js";
import type { Operation } from "../shared/operation.js";
import { checkOperation, checkSettings, operationRules, readSettings } from "../shared/settings.js";
import { type TtlOf, ttlBy } from "./cache-policy.js";
import type { McpNotification } from "./client.js";
import { hintIgnorer } from "./hints.js";
import { McpResourceError } from "./mcp-resource-error.js";
import type { McpResources, McpResourcesSettings } from "./mcp-resources.js";
import { changeOf, listenToServer } from "./notifications.js";
import {
  type BegunRead,
  createResourceCache,
  KeptResources,
  type ResourceCache,
  type ResourceKey,
} from "./resource-cache.js";
import {
  type Described,
  describedOf,
  messageOfResource,
  mimeTypeOfResource,
  type Retrieved,
  retrievedOf,
} from "./retrieved.js";
import { identityOf, numberOfObject } from "./server-identity.js";
import { type Asked, ServerLink } from "./server-link.js";
import { checkServers, checkUri } from "./settings.js";
import { SharedReads } from "./shared-reads.js";
import { surroundingsOf } from "./surroundings.js";

interface ReadResource {
  readonly retrieved: Retrieved;
  readonly described: Described;
}

interface KnownServer {
  readonly name: string;
  readonly link: ServerLink;
  readonly identity: string | undefined;
  readonly authorisation: string | undefined;
  readonly stopListening: () => void;
}

export class ResourceReader implements McpResources {
  readonly #settings: McpResourcesSettings;
  readonly #servers = new Map<string, KnownServer>();
  readonly #cache: KeptResources;
  readonly #ttlOf: TtlOf;
  readonly #reads = new SharedReads<BegunRead, ReadResource>((begun) => this.#cache.isUndisturbed(begun));
  /** How servers describe what is kept: that is for this reader's authorisations alone, also where the contents are for everybody. */
  readonly #described = new WeakMap<Retrieved, Described>();
  #isClosed = false;

  constructor(settings: McpResourcesSettings) {
    const { servers, cache, ttlOf, timeout_ms } = readSettings(settings, checkedSettings);
    const { logger, wait } = settings;
    this.#settings = settings;
    this.#cache = cache;
    this.#ttlOf = ttlOf;
    for (const [name, { client, identity, authorisation }] of Object.entries(servers)) {
      const link = new ServerLink({ client, timeout_ms, wait, logger, now: () => this.#now() });
      const stopListening = listenToServer(client, (notification) => this.notified(name, notification));
      this.#servers.set(name, { name, link, stopListening, identity, authorisation });
    }
  }

  async read(
    server_name: string,
    uri: string,
    operation: Pick<Operation, "onDirty" | "signal"> = {},
  ): Promise<McpResourceMessage> {
    checkOperation(operation);
    const { signal, onDirty } = operation;
    signal?.throwIfAborted();
    checkUri(uri);
    const server = this.#open(server_name);
    this.#noticeReconnecting(server);
    const key = { server: keyOf(server), uri, owner: ownerOf(server) };
    const kept = this.#cache.find(key, this.#now());
    const read = kept === undefined ? this.#fetch(key, server, signal) : this.#complete(kept, uri, server, signal);
    const { retrieved, described } = await read;
    const message = messageOfResource(server_name, uri, retrieved, described, surroundingsOf(this.#settings));
    return storedMessage(message, { onDirty });
  }

  invalidate(server_name: string, uri?: string): void {
    this.#forget(server_name, uri);
  }

  notified(server_name: string, notification: McpNotification): void {
    const change = readSettings(notification, changeOf, "/notification");
    if (change !== undefined) this.#forget(server_name, change.uri);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#reads.close(new McpResourceError("closed"));
    const servers = [...this.#servers.values()];
    for (const { stopListening } of servers) stopListening();
    await Promise.all(servers.map(({ link }) => link.close()));
  }

  #open(server_name: string): KnownServer {
    if (this.#isClosed) throw new McpResourceError("closed");
    const server = this.#servers.get(server_name);
    if (server === undefined) throw new McpResourceError("unknown_server");
    return server;
  }

  #forget(server_name: string, uri: string | undefined): void {
    const server = this.#servers.get(server_name);
    if (server === undefined) return;
    if (uri === undefined) server.link.listing.invalidate();
    this.#cache.invalidate(keyOf(server), uri);
  }

  /** What was under way over the connection before ends, too, whichever server that was. */
  #noticeReconnecting(server: KnownServer): void {
    const before = keyOf(server);
    if (!server.link.hasReconnected()) return;
    this.#cache.invalidate(before, undefined);
    this.#forget(server.name, undefined);
  }

  #fetch(key: ResourceKey, server: KnownServer, signal: AbortSignal | undefined): Promise<ReadResource> {
    const begin = (): BegunRead => this.#cache.begin(key);
    return this.#reads.read(JSON.stringify([key.server, key.uri]), signal, begin, async (begun, stop) => {
      try {
        const asked = await server.link.ask(key.uri, stop);
        // What came over another connection than it was asked for on may be somebody else's.
        this.#noticeReconnecting(server);
        return this.#keep(begun, asked);
      } finally {
        this.#cache.end(begun);
      }
    });
  }

  #keep(begun: BegunRead, { answer, found }: Asked): ReadResource {
    if (membersOf(answer).resultType === "input_required") throw new McpResourceError("input_required");
    const ignore = hintIgnorer(this.#settings.logger);
    const now = this.#now();
    const retrieved = retrievedOf(begun.key.uri, answer, timestamp({ now: () => now }), ignore);
    const described = describedOf(found?.resource, ignore);
    const ttl_ms = this.#ttlOf(retrieved.contents, mimeTypeOfResource(retrieved, described), retrieved.cache?.ttl_ms);
    // While it is not known how it is described, whoever reads it later looks again.
    if (found !== undefined) this.#described.set(retrieved, described);
    this.#cache.keep(begun, retrieved, now, ttl_ms);
    return { retrieved, described };
  }

  async #complete(
    retrieved: Retrieved,
    uri: string,
    { link }: KnownServer,
    signal: AbortSignal | undefined,
  ): Promise<ReadResource> {
    const known = this.#described.get(retrieved);
    if (known !== undefined) return { retrieved, described: known };
    const found = await link.look(uri, signal);
    if (this.#isClosed) throw new McpResourceError("closed");
    const described = describedOf(found?.resource, hintIgnorer(this.#settings.logger));
    if (found !== undefined) this.#described.set(retrieved, described);
    return { retrieved, described };
  }

  #now(): number {
    return (this.#settings.now ?? Date.now)();
  }
}

interface ReaderSettings extends Pick<McpResourcesSettings, "servers"> {
  readonly timeout_ms: number;
  readonly cache: KeptResources;
  readonly ttlOf: TtlOf;
}

function checkedSettings(settings: McpResourcesSettings): ReaderSettings {
  const { servers, cache = createResourceCache(), policy = {}, timeout_ms = 60_000 } = settings;
  checkSettings(operationRules(settings));
  checkServers(servers, timeout_ms);
  return { servers, timeout_ms, cache: ownCache(cache), ttlOf: ttlBy(policy) };
}

function ownCache(cache: ResourceCache): KeptResources {
  if (cache instanceof KeptResources) return cache;
  const expected = "a cache made by createResourceCache";
  throw new ValidationError([issue("wrong_type", "/cache", expected, "another value")]);
}

/** Which server it is: what it is called, and who it is. */
function keyOf({ name, identity, link: { connection } }: KnownServer): string {
  return JSON.stringify([name, identity ?? identityOf(connection) ?? numberOfObject(connection)]);
}

/** Without a name, an authorisation is that of one connection and of no other. */
function ownerOf({ link: { connection }, authorisation }: KnownServer): string {
  return authorisation === undefined ? `connection ${numberOfObject(connection)}` : `authorisation ${authorisation}`;
}
