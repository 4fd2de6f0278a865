/** What a server lists of its resources: the only place where it says whom they are for. */

import type { Logger } from "@parlance/core";
import { tell } from "@parlance/core/internal";
import { membersOf } from "../shared/members.js";
import type { McpClient } from "./client.js";
import { failureOf } from "./failures.js";
import { ttlOf } from "./hints.js";
import { McpResourceError } from "./mcp-resource-error.js";
import { requestFromServer } from "./request.js";
import { SharedReads } from "./shared-reads.js";

/** A server that lists more than this is looked through no further. */
const MOST_PAGES = 32;
const MOST_RESOURCES = 65_536;
const AN_HOUR = 3_600_000;

interface Listed {
  readonly resources: ReadonlyMap<string, object>;
  readonly listed_at: number;
  readonly ttl_ms: number;
}

/** What a list says of a resource. */
export interface ListedResource {
  /** Undefined where it is not listed. */
  readonly resource: object | undefined;
}

export interface ListingSettings {
  readonly client: McpClient;
  readonly logger: Logger | undefined;
  readonly now: () => number;
}

export class Listing {
  readonly #settings: ListingSettings;
  #listed: Listed | undefined;
  /** Counts the changes, so that a list that was begun before one is not kept. */
  #changes = 0;
  #isClosed = false;
  readonly #reads = new SharedReads<number, Listed>((changes) => changes === this.#changes);

  constructor(settings: ListingSettings) {
    this.#settings = settings;
  }

  /** The server's list has changed. */
  invalidate(): void {
    this.#listed = undefined;
    this.#changes += 1;
  }

  /** Ends what is under way, and begins nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#reads.close(new McpResourceError("closed"));
  }

  /** The resource as the server lists it; undefined where the list cannot be had. */
  async find(uri: string, limit: AbortSignal): Promise<ListedResource | undefined> {
    const { logger, now } = this.#settings;
    if (this.#isClosed) throw new McpResourceError("closed");
    const age = now() - (this.#listed?.listed_at ?? Number.NaN);
    if (this.#listed !== undefined && age >= 0 && age < this.#listed.ttl_ms) return foundIn(this.#listed, uri);
    const begin = (): number => this.#changes;
    try {
      const listed = await this.#reads.read("", limit, begin, (changes, signal) => this.#renew(changes, signal));
      return foundIn(listed, uri);
    } catch (error) {
      limit.throwIfAborted();
      const message = `whom the resource is for is not known: ${failureOf(error).message}`;
      tell(logger, { code: "not_listed", path: "/data/annotations", message });
      return undefined;
    }
  }

  async #renew(changes: number, signal: AbortSignal): Promise<Listed> {
    const listed = await this.#read(signal).catch((error: unknown): Listed => {
      // A server without a list will not have one the next time.
      if (failureOf(error).code !== "unsupported") throw error;
      return { resources: new Map(), listed_at: this.#settings.now(), ttl_ms: AN_HOUR };
    });
    if (changes === this.#changes) this.#listed = listed;
    return listed;
  }

  async #read(limit: AbortSignal): Promise<Listed> {
    const { client, logger, now } = this.#settings;
    const resources = new Map<string, object>();
    let ttl_ms = AN_HOUR;
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES && resources.size < MOST_RESOURCES; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const answer = membersOf(await requestFromServer(limit, (options) => client.listResources(params, options)));
      collect(answer.resources, resources);
      ttl_ms = Math.min(ttl_ms, ttlOf(answer.ttlMs, () => undefined) ?? AN_HOUR);
      const { nextCursor } = answer;
      if (typeof nextCursor !== "string" || nextCursor === cursor) return { resources, listed_at: now(), ttl_ms };
      cursor = nextCursor;
    }
    tell(logger, {
      code: "list_cut",
      path: "/data/annotations",
      message: "the server lists too much to look through it all",
    });
    return { resources, listed_at: now(), ttl_ms };
  }
}

function foundIn({ resources }: Listed, uri: string): ListedResource {
  return { resource: resources.get(uri) };
}

function collect(page: unknown, resources: Map<string, object>): void {
  for (const resource of Array.isArray(page) ? page : []) {
    const { uri } = membersOf(resource);
    if (typeof uri === "string") resources.set(uri, resource as object);
  }
}
