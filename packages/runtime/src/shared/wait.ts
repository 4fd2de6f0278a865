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
export const waitByTimer: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      stop();
      reject(signal.reason);
    };
    const stop = startTimer(milliseconds, () => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    });
    signal.addEventListener("abort", onAbort, { once: true });
  });

/** Calls back after some time, however long it is; what it returns stops that. */
function startTimer(milliseconds: number, onOver: () => void): () => void {
  let left = milliseconds;
  let timer: ReturnType<typeof setTimeout>;
  const next = (): void => {
    const part = Math.min(left, LONGEST);
    left -= part;
    timer = setTimeout(left > 0 ? next : onOver, part);
  };
  next();
  return () => clearTimeout(timer);
}

/** What came of work that had only so much time. */
export type Timed<Value> = { readonly ended: true; readonly value: Value } | { readonly ended: false };

interface TimeLimit {
  readonly signal?: AbortSignal | undefined;
  readonly wait?: Wait | undefined;
}

/**
 * Runs work that may take only so long. Whoever called it off is answered at once, also when the work does not listen.
 *
 * @param milliseconds How long the work may take; undefined for as long as it likes.
 * @param work Is given a signal that fires when its time is over or the caller calls it off.
 * @returns What the work gave, or that its time was over before it ended.
 * @throws The reason of `signal` when that fires; what the work throws.
 */
export function withTimeLimit<Value>(
  milliseconds: number | undefined,
  limit: TimeLimit,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Timed<Value>> {
  const own = new AbortController();
  return limited(
    milliseconds,
    limit,
    () => work(own.signal),
    (reason) => own.abort(reason),
  );
}

/**
 * As `withTimeLimit`, for work that takes no signal: a step of a stream, of which there are so many that a signal for each would be
 * most of their time.
 */
export function stepWithTimeLimit<Value>(
  milliseconds: number | undefined,
  limit: TimeLimit,
  step: () => Promise<Value>,
): Promise<Timed<Value>> {
  return limited(milliseconds, limit, step, () => undefined);
}

/** One for all, since making an exception takes longer than most work. */
const OVER = Object.freeze(new DOMException("The work is over.", "AbortError"));
const LATE = Object.freeze({ ended: false });

/** @param stop Is told why nobody waits for the work any more: the reason of the caller, or that it is over. */
function limited<Value>(
  milliseconds: number | undefined,
  { signal, wait }: TimeLimit,
  work: () => Promise<Value>,
  stop: (reason: unknown) => void,
): Promise<Timed<Value>> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = (): void => {
      end(signal?.reason);
      reject(signal?.reason);
    };
    const onOver = (): void => {
      end(OVER);
      resolve(LATE);
    };
    const onError = (error: unknown): void => {
      end(OVER);
      reject(error);
    };
    const onValue = (value: Value): void => {
      end(OVER);
      resolve({ ended: true, value });
    };
    const end = (reason: unknown): void => {
      signal?.removeEventListener("abort", onAbort);
      stopWaiting?.(reason);
      stop(reason);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    const stopWaiting = milliseconds === undefined ? undefined : startWait(milliseconds, wait, onOver, onError);
    // The losers may end or fail later; whoever waited has been answered by then.
    Promise.resolve().then(work).then(onValue, onError);
  });
}

/** Waits by timers where nobody says otherwise; what it returns ends the wait, for a reason. */
function startWait(
  milliseconds: number,
  wait: Wait | undefined,
  onOver: () => void,
  onError: (error: unknown) => void,
): (reason: unknown) => void {
  if (wait === undefined) return startTimer(milliseconds, onOver);
  const waiting = new AbortController();
  // Later, since it may call the work off while it begins.
  Promise.resolve()
    .then(() => wait(milliseconds, waiting.signal))
    .then(onOver, onError);
  return (reason) => waiting.abort(reason);
}
