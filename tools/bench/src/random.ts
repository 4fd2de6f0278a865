/** A small seeded random source, so that every run measures the same corpus. */

export interface Random {
  /** A number from 0 inclusive to 1 exclusive. */
  next(): number;
  /** A whole number from 0 inclusive to `limit` exclusive. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  uuid(): string;
}

/** Mulberry32: 32 bits of state, good enough to shuffle and to choose. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const uuid = (): string =>
    "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () => "0123456789abcdef"[below(16)] as string);
  return { next, below, pick, uuid };
}

export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
  }
  return copy;
}
