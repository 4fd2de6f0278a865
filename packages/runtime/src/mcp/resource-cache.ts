/** Keeps what was retrieved from servers, for those who may see it and for as long as it is fresh. */

import { checkSettings, readSettings, wholeRule } from "../shared/settings.js";
import { type Changed, GatheredChanges } from "./gathered-changes.js";
import type { Retrieved } from "./retrieved.js";
import { isWithin } from "./within.js";

/** Kept resources; one may serve several readers, so that what is public is fetched once for all of them. */
export interface ResourceCache {
  /** How many resources are kept now. */
  readonly size: number;
}

export interface ResourceCacheLimits {
  /**
   * How many resources are kept at most; those not asked for the longest go first. Of one server a reader watches the 1,024 that it
   * fetched last for changes; what else is kept ends with its time.
   * @defaultValue 256
   */
  readonly max_entries?: number | undefined;
  /**
   * How many characters are kept at most, in UTF-16 code units: texts, base64, and what is said about them.
   * @defaultValue 33,554,432
   */
  readonly max_characters?: number | undefined;
}

/** @throws ValidationError */
export function createResourceCache(limits: ResourceCacheLimits = {}): ResourceCache {
  return readSettings(limits, cacheWithin);
}

function cacheWithin({ max_entries = 256, max_characters = 33_554_432 }: ResourceCacheLimits): ResourceCache {
  checkSettings([
    wholeRule("/max_entries", max_entries, { least: 0 }),
    wholeRule("/max_characters", max_characters, { least: 0 }),
  ]);
  return new KeptResources(max_entries, max_characters);
}

/** Whose resource it is. */
export interface ResourceKey {
  /** Names the server, and no other one that is called the same. */
  readonly server: string;
  readonly uri: string;
  /** Names an authorisation. */
  readonly owner: string;
}

/** A read that has begun; what comes of it is kept only if nothing changed meanwhile. */
export interface BegunRead {
  readonly key: ResourceKey;
  isStale: boolean;
  /** What else changed meanwhile: the contents may turn out to be from there. */
  readonly changed: Set<string>;
}

/** More changes during one read than this are taken as one of everything. */
const MANY_CHANGES = 1000;

interface Entry {
  readonly key: ResourceKey;
  readonly retrieved: Retrieved;
  readonly retrieved_at: number;
  readonly ttl_ms: number;
}

/** The one implementation. */
export class KeptResources implements ResourceCache {
  /** Those asked for last stand last. */
  readonly #entries = new Map<string, Entry>();
  readonly #begun = new Set<BegunRead>();
  readonly #changes = new GatheredChanges();
  readonly #maxEntries: number;
  readonly #maxCharacters: number;
  #characters = 0;

  constructor(maxEntries: number, maxCharacters: number) {
    this.#maxEntries = maxEntries;
    this.#maxCharacters = maxCharacters;
  }

  get size(): number {
    this.#takeChanges();
    return this.#entries.size;
  }

  /** @param now Milliseconds since 1970. Before the time of retrieval nothing is known to be fresh: the clock was set back. */
  find(key: ResourceKey, now: number): Retrieved | undefined {
    this.#takeChanges();
    for (const name of [privateName(key), publicName(key)]) {
      const entry = this.#entries.get(name);
      if (entry === undefined) continue;
      const age = now - entry.retrieved_at;
      this.#drop(name);
      if (!(age >= 0 && age < entry.ttl_ms)) continue;
      this.#put(name, entry);
      return entry.retrieved;
    }
    return undefined;
  }

  begin(key: ResourceKey): BegunRead {
    this.#takeChanges();
    const begun = { key, isStale: false, changed: new Set<string>() };
    this.#begun.add(begun);
    return begun;
  }

  /** Whether nothing has changed since the read began. */
  isUndisturbed(begun: BegunRead): boolean {
    this.#takeChanges();
    return !begun.isStale && begun.changed.size === 0;
  }

  end(begun: BegunRead): void {
    this.#begun.delete(begun);
  }

  /** Keeps what a read brought, unless it is out of date already. What was kept before is gone in either case. */
  keep(begun: BegunRead, retrieved: Retrieved, retrieved_at: number, ttl_ms: number): void {
    this.#takeChanges();
    const { key, isStale, changed } = begun;
    if (isStale || retrieved.contents.some(({ uri }) => uri !== undefined && changed.has(uri))) return;
    this.#drop(privateName(key));
    this.#drop(publicName(key));
    if (ttl_ms === 0 || retrieved.characters > this.#maxCharacters) return;
    const name = retrieved.cache?.scope === "public" ? publicName(key) : privateName(key);
    this.#put(name, { key, retrieved, retrieved_at, ttl_ms });
    this.#shrink();
  }

  /**
   * Forgets what was kept of a server, for every authorisation, and lets no read fill the gap that began before.
   *
   * @param uri All that has to do with this resource: itself, what it is a part of, and what is a part of it; undefined for all.
   */
  invalidate(server: string, uri: string | undefined): void {
    this.#changes.add(server, uri);
  }

  /** Before anything is looked at, so that nobody sees what a change has ended. */
  #takeChanges(): void {
    for (const [server, changed] of this.#changes.take()) this.#forget(server, changed);
  }

  #forget(server: string, changed: Changed): void {
    for (const [name, { key, retrieved }] of this.#entries) {
      if (key.server !== server) continue;
      const isFrom = ({ uri }: { readonly uri?: string }): boolean => uri !== undefined && changed?.has(uri) === true;
      if (isTouched(key.uri, changed) || retrieved.contents.some(isFrom)) this.#drop(name);
    }
    for (const begun of this.#begun) if (begun.key.server === server) disturb(begun, changed);
  }

  #put(name: string, entry: Entry): void {
    this.#entries.set(name, entry);
    this.#characters += entry.retrieved.characters;
  }

  #drop(name: string): void {
    this.#characters -= this.#entries.get(name)?.retrieved.characters ?? 0;
    this.#entries.delete(name);
  }

  #shrink(): void {
    for (const name of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries && this.#characters <= this.#maxCharacters) return;
      this.#drop(name);
    }
  }
}

/** Whether a resource, what it is a part of or a part of it has changed. */
function isTouched(uri: string, changed: Changed): boolean {
  if (changed === undefined) return true;
  for (const other of changed) if (isWithin(uri, other) || isWithin(other, uri)) return true;
  return false;
}

function disturb(begun: BegunRead, changed: Changed): void {
  begun.isStale ||= begun.changed.size >= MANY_CHANGES || isTouched(begun.key.uri, changed);
  if (!begun.isStale) for (const uri of changed ?? []) begun.changed.add(uri);
}

function privateName({ server, uri, owner }: ResourceKey): string {
  return JSON.stringify([server, uri, owner]);
}

function publicName({ server, uri }: ResourceKey): string {
  return JSON.stringify([server, uri]);
}
