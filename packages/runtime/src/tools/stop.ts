/** Calls off any number of calls at once: when the caller does, or when one of them cannot be stored. */

export interface Stop {
  /** Runs work for one call; its signal fires when all are called off. */
  run(work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Calls off everything that runs, and what is run from now on. */
  now(reason: unknown): void;
  /** Stops listening to the caller. */
  end(): void;
}

/** Each call has a signal of its own: platforms warn of a leak when many listen to one. */
export function followSignal(signal: AbortSignal | undefined): Stop {
  const running = new Set<AbortController>();
  let stopped: { readonly reason: unknown } | undefined;
  const now = (reason: unknown): void => {
    stopped ??= { reason };
    for (const controller of running) controller.abort(stopped.reason);
  };
  const onAbort = (): void => now(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  return {
    now,
    end: () => signal?.removeEventListener("abort", onAbort),
    async run(work) {
      const controller = new AbortController();
      if (stopped !== undefined) controller.abort(stopped.reason);
      running.add(controller);
      try {
        await work(controller.signal);
      } finally {
        running.delete(controller);
      }
    },
  };
}
