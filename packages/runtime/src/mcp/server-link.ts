/** One server as a reader uses it: requests with a time limit, what it lists, and the resources whose changes it tells. */

import type { Logger } from "@parlance/core";
import { tell } from "@parlance/core/internal";
import { type Wait, withTimeLimit } from "../shared/wait.js";
import type { McpClient } from "./client.js";
import { failureOf } from "./failures.js";
import { type ListedResource, Listing } from "./listing.js";
import { McpResourceError } from "./mcp-resource-error.js";
import { requestFromServer } from "./request.js";
import { addWatcher, removeWatcher } from "./watchers.js";

/** How many resources of one server are watched for changes; those read the longest ago go first. */
const MOST_WATCHED = 1024;

export interface LinkSettings {
  readonly client: McpClient;
  readonly timeout_ms: number;
  readonly wait: Wait | undefined;
  readonly logger: Logger | undefined;
  readonly now: () => number;
}

/** What a server says of a resource. */
export interface Asked {
  readonly answer: object;
  /** How it is listed; undefined where that is not known. */
  readonly found: ListedResource | undefined;
}

export class ServerLink {
  readonly listing: Listing;
  readonly #settings: LinkSettings;
  /** The connection on which each resource is watched. */
  readonly #watched = new Map<string, object>();
  #transport: object | undefined;

  constructor(settings: LinkSettings) {
    this.#settings = settings;
    this.listing = new Listing(settings);
  }

  /** The connection as of the last time that reconnecting was asked about; the client itself while it has none. */
  get connection(): object {
    const { client } = this.#settings;
    return this.#transport ?? client.transport ?? client;
  }

  /** Whether there is another connection than the last time this was asked: changes may have been missed in between. */
  hasReconnected(): boolean {
    const { transport } = this.#settings.client;
    if (transport === undefined || transport === this.#transport) return false;
    const isFirst = this.#transport === undefined;
    this.#transport = transport;
    return !isFirst;
  }

  /**
   * Reads a resource, watches it where the server tells of changes, and looks how it is listed.
   *
   * @throws McpResourceError; the reason of `signal`.
   */
  ask(uri: string, signal: AbortSignal): Promise<Asked> {
    const { client } = this.#settings;
    return this.#limited(signal, async (limit) => {
      const capabilities = client.getServerCapabilities();
      if (capabilities !== undefined && capabilities.resources === undefined) throw new McpResourceError("unsupported");
      if (capabilities?.resources?.subscribe === true) await this.#watch(uri, limit);
      const reading = requestFromServer(limit, (options) => client.readResource({ uri }, options));
      const [answer, found] = await Promise.all([reading, this.listing.find(uri, limit)]);
      return { answer, found };
    });
  }

  /**
   * How a resource is listed that need not be read.
   *
   * @throws McpResourceError; the reason of `signal`.
   */
  look(uri: string, signal: AbortSignal | undefined): Promise<ListedResource | undefined> {
    return this.#limited(signal, (limit) => this.listing.find(uri, limit));
  }

  async #limited<Value>(signal: AbortSignal | undefined, work: (limit: AbortSignal) => Promise<Value>): Promise<Value> {
    const { timeout_ms, wait } = this.#settings;
    const timed = await withTimeLimit(timeout_ms, { signal, wait }, work).catch((error: unknown) => {
      throw signal?.aborted === true ? signal.reason : failureOf(error);
    });
    if (!timed.ended) throw new McpResourceError("timeout");
    return timed.value;
  }

  async #watch(uri: string, limit: AbortSignal): Promise<void> {
    const { client, logger } = this.#settings;
    const connection = client.transport ?? client;
    const isWatched = this.#watched.get(uri) === connection;
    this.#watched.delete(uri);
    addWatcher(connection, uri, this);
    try {
      if (!isWatched) await requestFromServer(limit, (options) => client.subscribeResource({ uri }, options));
    } catch (error) {
      removeWatcher(connection, uri, this);
      limit.throwIfAborted();
      tell(logger, {
        code: "not_watched",
        path: "/data/resource_uri",
        message: `changes will not be told: ${failureOf(error).message}`,
      });
      return;
    }
    this.#watched.set(uri, connection);
    const [oldest] = this.#watched.keys();
    if (this.#watched.size > MOST_WATCHED && oldest !== undefined) void this.#unwatch(oldest);
  }

  /** Ends looking at the list, and lets the server forget all that is watched, as far as it can be reached. */
  async close(): Promise<void> {
    this.listing.close();
    const { timeout_ms, wait } = this.#settings;
    const unwatching = [...this.#watched.keys()].map((uri) => this.#unwatch(uri));
    await withTimeLimit(timeout_ms, { wait }, () => Promise.all(unwatching));
  }

  async #unwatch(uri: string): Promise<void> {
    const { client, timeout_ms } = this.#settings;
    const connection = this.#watched.get(uri) ?? client;
    this.#watched.delete(uri);
    const isLast = removeWatcher(connection, uri, this);
    if (!isLast || connection !== (client.transport ?? client)) return;
    try {
      await client.unsubscribeResource({ uri }, { timeout: timeout_ms });
    } catch {
      // Nobody waits for what a server says to this; at worst it goes on telling of changes.
    }
  }
}
