/** Lets time pass, and ends work that takes too long. */

/**
 * Resolves after some time.
 *
 * @param milliseconds How long, counted from now.
 * @param signal Ends the wait early; the promise then rejects with its reason.
 */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** The longest time that the platform's timers can count; a longer one would end at once. */
const LONGEST = 2_147_483_647;

/** By the platform's timers. */
export const waitByTimer: Wait = async (milliseconds, signal) => {
  let left = milliseconds;
  do {
    await pass(Math.min(left, LONGEST), signal);
    left -= LONGEST;
  } while (left > 0);
};

function pass(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

/** What came of work that had only so much time. */
export type Timed<Value> = { readonly ended: true; readonly value: Value } | { readonly ended: false };

/**
 * Runs work that may take only so long. Whoever called it off is answered at once, also when the work does not listen.
 *
 * @param milliseconds How long the work may take; undefined for as long as it likes.
 * @param work Is given a signal that fires when its time is over or the caller calls it off.
 * @returns What the work gave, or that its time was over before it ended.
 * @throws The reason of `signal` when that fires; what the work throws.
 */
export async function withTimeLimit<Value>(
  milliseconds: number | undefined,
  { signal, wait = waitByTimer }: { readonly signal?: AbortSignal | undefined; readonly wait?: Wait | undefined },
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Timed<Value>> {
  signal?.throwIfAborted();
  const own = new AbortController();
  const onAbort = (): void => own.abort(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  const calledOff = new Promise<never>((_, reject) => {
    own.signal.addEventListener("abort", () => reject(own.signal.reason), { once: true });
  });
  const worked = Promise.resolve()
    .then(() => work(own.signal))
    .then((value): Timed<Value> => ({ ended: true, value }));
  const contenders: Promise<Timed<Value>>[] = [worked, calledOff];
  if (milliseconds !== undefined) contenders.push(overAfter(milliseconds, own.signal, wait));
  // The losers may fail later; whoever waited has been answered by then.
  for (const one of contenders) one.catch(() => undefined);
  try {
    return await Promise.race(contenders);
  } finally {
    signal?.removeEventListener("abort", onAbort);
    own.abort(new DOMException("The work is over.", "AbortError"));
  }
}

async function overAfter(milliseconds: number, signal: AbortSignal, wait: Wait): Promise<{ readonly ended: false }> {
  await wait(milliseconds, signal);
  return { ended: false };
}
