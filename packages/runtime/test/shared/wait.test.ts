/** Waiting, and work that may take only so long. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Wait, waitByTimer, withTimeLimit } from "../../src/shared/wait.js";

const never = (): Promise<never> => new Promise(() => undefined);

describe("waiting by timers", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("takes as long as it is told, also longer than a timer can count", async () => {
    const month = 30 * 24 * 3_600_000;
    const over = vi.fn();
    void waitByTimer(month, new AbortController().signal).then(over);
    await vi.advanceTimersByTimeAsync(month - 1);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toHaveBeenCalledOnce();
  });

  it("ends with the reason of the signal, and leaves no timer", async () => {
    const control = new AbortController();
    const waiting = waitByTimer(1000, control.signal);
    control.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    expect(vi.getTimerCount()).toBe(0);
    await expect(waitByTimer(1000, control.signal)).rejects.toBe("enough");
  });
});

describe("work with a time limit", () => {
  const atOnce: Wait = () => Promise.resolve();

  it("gives what the work gives", async () => {
    expect(await withTimeLimit(1000, {}, () => Promise.resolve(7))).toEqual({ ended: true, value: 7 });
  });

  it("ends when its time is over, also when the work does not listen, and tells it to stop", async () => {
    let told: AbortSignal | undefined;
    const outcome = await withTimeLimit(5, { wait: atOnce }, (signal) => {
      told = signal;
      return never();
    });
    expect(outcome).toEqual({ ended: false });
    expect(told?.aborted).toBe(true);
  });

  it("ends with the caller's reason as soon as the caller calls it off, and begins nothing after that", async () => {
    const control = new AbortController();
    const running = withTimeLimit(undefined, { signal: control.signal }, never);
    control.abort("enough");
    await expect(running).rejects.toBe("enough");
    const work = vi.fn(never);
    await expect(withTimeLimit(undefined, { signal: control.signal }, work)).rejects.toBe("enough");
    expect(work).not.toHaveBeenCalled();
  });

  it("throws what the work throws, at once or later", async () => {
    const error = new Error("work");
    await expect(withTimeLimit(1000, {}, () => Promise.reject(error))).rejects.toBe(error);
    await expect(
      withTimeLimit(1000, {}, () => {
        throw error;
      }),
    ).rejects.toBe(error);
  });
});
