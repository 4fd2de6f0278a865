/** Times candidates side by side: every one in every round of one process, in shuffled order, as ratios to the first of the same round. */
import { randomFrom, shuffled } from "./random.js";

export interface Candidate {
  readonly name: string;
  /** Does the work once for the whole batch; what it returns is looked at, so that it cannot be optimised away. */
  readonly run: () => number | Promise<number>;
}

export interface Row {
  readonly name: string;
  /** Median over rounds of this candidate's time divided by the floor's time in the same round. */
  readonly ratio: number;
  /** Median time of one batch in microseconds. */
  readonly microseconds: number;
}

export interface Effort {
  readonly rounds: number;
  readonly warmups: number;
}

const BLOCKS_PER_ROUND = 3;

/** How often each candidate runs. */
export function runsOf({ rounds, warmups }: Effort): number {
  return (rounds + warmups) * BLOCKS_PER_ROUND;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

let sink = 0;

async function timeOnce(candidate: Candidate): Promise<number> {
  const before = process.hrtime.bigint();
  const result = candidate.run();
  sink += typeof result === "number" ? result : await result;
  return Number(process.hrtime.bigint() - before) / 1000;
}

async function timeRound(candidate: Candidate): Promise<number> {
  const times: number[] = [];
  for (let block = 0; block < BLOCKS_PER_ROUND; block++) times.push(await timeOnce(candidate));
  return median(times);
}

/** Measures all candidates; the first one is the floor that the ratios refer to. */
export async function compare(candidates: readonly Candidate[], effort: Effort): Promise<Row[]> {
  const random = randomFrom(20261121);
  const rounds: Map<string, number>[] = [];
  for (let round = -effort.warmups; round < effort.rounds; round++) {
    const times = new Map<string, number>();
    for (const candidate of shuffled(candidates, random)) times.set(candidate.name, await timeRound(candidate));
    if (round >= 0) rounds.push(times);
  }
  const floor = candidates[0]?.name ?? "";
  return candidates.map(({ name }) => ({
    name,
    ratio: median(rounds.map((times) => (times.get(name) ?? 0) / (times.get(floor) ?? 1))),
    microseconds: median(rounds.map((times) => times.get(name) ?? 0)),
  }));
}

/** What the candidates returned, added up; printed at the end so that no work is dead code. */
export function sunk(): number {
  return sink;
}
