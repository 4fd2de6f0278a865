/** Gathers what servers tell of changes until somebody looks: a server may tell as many as it likes, and each costs next to nothing. */

/** What changed at a server: some resources, or undefined for anything that it has. */
export type Changed = ReadonlySet<string> | undefined;

/** More changes than this between two looks are taken as one of everything. */
const MOST_GATHERED = 100;

export class GatheredChanges {
  readonly #byServer = new Map<string, Set<string> | undefined>();

  /** @param uri Undefined for anything that the server has. */
  add(server: string, uri: string | undefined): void {
    const uris = this.#byServer.has(server) ? this.#byServer.get(server) : new Set<string>();
    const isListed = uris !== undefined && uri !== undefined && (uris.size < MOST_GATHERED || uris.has(uri));
    this.#byServer.set(server, isListed ? uris.add(uri) : undefined);
  }

  /** What was gathered since the last time, by servers. */
  take(): readonly (readonly [server: string, changed: Changed])[] {
    if (this.#byServer.size === 0) return NONE;
    const taken = [...this.#byServer];
    this.#byServer.clear();
    return taken;
  }
}

const NONE: readonly never[] = [];
