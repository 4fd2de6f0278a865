/** Waiting, and work that may take only so long. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stepWithTimeLimit, type Wait, waitByTimer, withTimeLimit } from "../../src/shared/wait.js";

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

describe.each([
  ["work", withTimeLimit],
  ["a step", stepWithTimeLimit],
])("%s with a time limit", (_, limited) => {
  const atOnce: Wait = () => Promise.resolve();

  it("gives what the work gives", async () => {
    expect(await limited(1000, {}, () => Promise.resolve(7))).toEqual({ ended: true, value: 7 });
  });

  it("ends when its time is over, also when the work does not listen", async () => {
    expect(await limited(5, { wait: atOnce }, never)).toEqual({ ended: false });
    expect(await limited(1, {}, never)).toEqual({ ended: false });
  });

  it("ends with the caller's reason as soon as the caller calls it off, and begins nothing after that", async () => {
    const control = new AbortController();
    const running = limited(undefined, { signal: control.signal }, never);
    control.abort("enough");
    await expect(running).rejects.toBe("enough");
    const work = vi.fn(never);
    await expect(limited(undefined, { signal: control.signal }, work)).rejects.toBe("enough");
    expect(work).not.toHaveBeenCalled();
  });

  it("ends with the caller's reason, and tells it to the wait, when the caller calls it off while the wait begins", async () => {
    const control = new AbortController();
    let told: unknown;
    const wait: Wait = (_, signal) => {
      control.abort("enough");
      return new Promise((_, reject) => {
        const end = (): void => {
          told = signal.reason;
          reject(signal.reason);
        };
        if (signal.aborted) end();
        else signal.addEventListener("abort", end, { once: true });
      });
    };
    await expect(limited(1000, { signal: control.signal, wait }, never)).rejects.toBe("enough");
    expect(told).toBe("enough");
  });

  it("throws what the work throws, at once or later", async () => {
    const error = new Error("work");
    await expect(limited(1000, {}, () => Promise.reject(error))).rejects.toBe(error);
    await expect(
      limited(1000, {}, () => {
        throw error;
      }),
    ).rejects.toBe(error);
  });

  it("throws what the wait throws, at once or later", async () => {
    const error = new Error("wait");
    await expect(limited(5, { wait: () => Promise.reject(error) }, never)).rejects.toBe(error);
    await expect(
      limited(
        5,
        {
          wait: () => {
            throw error;
          },
        },
        never,
      ),
    ).rejects.toBe(error);
  });

  it("keeps to its first outcome when the work fails after its time, and nobody is left with the failure", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    let fail: (error: Error) => void = () => undefined;
    const late = new Promise<never>((_, reject) => {
      fail = reject;
    });
    expect(await limited(5, { wait: atOnce }, () => late)).toEqual({ ended: false });
    fail(new Error("late"));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(unhandled).not.toHaveBeenCalled();
    process.off("unhandledRejection", unhandled);
  });

  it("leaves nothing behind at the caller's signal, no timer, and no wait of somebody else's", async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    vi.useFakeTimers();
    let waited: AbortSignal | undefined;
    const wait: Wait = (_ms, own) => {
      waited = own;
      return never();
    };
    await limited(1000, { signal }, () => Promise.resolve(7));
    await limited(1000, { signal, wait }, () => Promise.resolve(7));
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    expect(waited?.aborted).toBe(true);
    expect(added.mock.calls.map(([, listener]) => listener)).toEqual(
      removed.mock.calls.map(([, listener]) => listener),
    );
    expect(added).toHaveBeenCalledTimes(2);
  });
});

describe("the signal of work with a time limit", () => {
  const told = async (milliseconds: number | undefined, caller: AbortController, end: boolean): Promise<unknown> => {
    let own: AbortSignal | undefined;
    const wait: Wait = () => (milliseconds === undefined ? never() : Promise.resolve());
    const running = withTimeLimit(milliseconds, { signal: caller.signal, wait }, (signal) => {
      own = signal;
      return end ? Promise.resolve() : never();
    });
    await Promise.resolve();
    if (milliseconds === undefined && !end) caller.abort("enough");
    await running.catch(() => undefined);
    return own?.aborted === true ? own.reason : "not told";
  };

  it("fires with the caller's reason, and otherwise when the work is over", async () => {
    expect(await told(undefined, new AbortController(), false)).toBe("enough");
    expect(await told(5, new AbortController(), false)).toMatchObject({ name: "AbortError" });
    expect(await told(undefined, new AbortController(), true)).toMatchObject({ name: "AbortError" });
  });

  it("fires before the caller's own abort returns", () => {
    const caller = new AbortController();
    let own: AbortSignal | undefined;
    const running = withTimeLimit(undefined, { signal: caller.signal }, (signal) => {
      own = signal;
      return never();
    });
    return Promise.resolve().then(() => {
      caller.abort("enough");
      expect(own?.reason).toBe("enough");
      return expect(running).rejects.toBe("enough");
    });
  });
});
