/** Lets readers who want the same at the same time share one request. */

import { withTimeLimit } from "../shared/wait.js";

interface SharedRead<Begun, Value> {
  readonly begun: Begun;
  readonly result: Promise<Value>;
  /** Calls the request off. */
  readonly stop: AbortController;
  readers: number;
}

/** Begins the request that several readers may come to wait for. */
export type BeginRead<Begun, Value> = (begun: Begun, signal: AbortSignal) => Promise<Value>;

export class SharedReads<Begun, Value> {
  readonly #reads = new Map<string, SharedRead<Begun, Value>>();
  readonly #isCurrent: (begun: Begun) => boolean;

  /** @param isCurrent Whether nothing has changed since a request began. */
  constructor(isCurrent: (begun: Begun) => boolean) {
    this.#isCurrent = isCurrent;
  }

  /**
   * Waits for the request that is under way under a name, or for a new one where there is none or something changed since. The
   * request is called off when nobody waits for it any more.
   *
   * @param signal Ends this reader's wait alone.
   * @throws What the request throws; the reason of `signal`.
   */
  async read(
    name: string,
    signal: AbortSignal | undefined,
    begin: () => Begun,
    ask: BeginRead<Begun, Value>,
  ): Promise<Value> {
    const read = this.#joinable(name) ?? this.#start(name, begin(), ask);
    read.readers += 1;
    try {
      const timed = await withTimeLimit(undefined, { signal }, () => read.result);
      if (!timed.ended) throw new Error("there is no time limit here");
      return timed.value;
    } finally {
      read.readers -= 1;
      if (read.readers === 0) this.#forget(name, read);
    }
  }

  /** Ends all requests. */
  close(reason: unknown): void {
    for (const read of this.#reads.values()) read.stop.abort(reason);
  }

  #joinable(name: string): SharedRead<Begun, Value> | undefined {
    const read = this.#reads.get(name);
    return read !== undefined && this.#isCurrent(read.begun) ? read : undefined;
  }

  #start(name: string, begun: Begun, ask: BeginRead<Begun, Value>): SharedRead<Begun, Value> {
    const stop = new AbortController();
    const result = ask(begun, stop.signal);
    const read = { begun, result, stop, readers: 0 };
    this.#reads.set(name, read);
    // Whoever comes later asks anew, and finds what was kept.
    const leave = (): void => this.#leave(name, read);
    result.then(leave, leave);
    return read;
  }

  #forget(name: string, read: SharedRead<Begun, Value>): void {
    this.#leave(name, read);
    read.stop.abort(new DOMException("Nobody waits for it.", "AbortError"));
  }

  #leave(name: string, read: SharedRead<Begun, Value>): void {
    if (this.#reads.get(name) === read) this.#reads.delete(name);
  }
}
