/** Puts what was written in place: all of it or nothing, and without losing what others wrote into the input meanwhile. */

import { closeSync, fsyncSync, openSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { fileFailure } from "../failure.js";
import { FollowedFile, type FollowedParts } from "../input/followed-file.js";
import type { InputSource } from "../input/source.js";
import type { Target } from "./target.js";

/** The input to follow, where `target` replaces it. `save` writes everything that was made of it so far to the target. */
export function followReplaced(
  source: InputSource,
  target: Target,
  save: FollowedParts["save"],
): FollowedFile | undefined {
  const { name, file } = source;
  if (file === undefined || target.old === undefined) return undefined;
  const followed = new FollowedFile({ name, file, place: target.place, save });
  return followed.isSameFile(target.old) ? followed : undefined;
}

export interface CommitOptions {
  /** The input, where `into` replaces it. */
  readonly followed: FollowedFile | undefined;
  /** What is appended to the input at the last moment goes to its end, as it is. */
  readonly into: Target;
  /** Whether that is as good as what was read before; else nothing is replaced while it can still be told. */
  readonly mayGrow: boolean;
}

/** A writer that had opened the input by its name before the rename has written to it by then. */
const GRACE_MS = 50;

/**
 * Shows the targets in their order, with nothing between the last look at the input and the renames that would take time.
 * @returns how many bytes were taken over late
 * @throws CommandFailure where a file cannot be written or is not what it was
 */
export async function commitTargets(targets: readonly Target[], options?: CommitOptions): Promise<number> {
  const followed = options?.followed;
  // What a writer adds is read on to the last moment: only the end of it may still be on its way to the disk.
  if (followed?.isGrowing !== true) for (const target of targets) await target.save();
  for (const target of targets) target.confirm();
  followed?.confirm(options?.mayGrow ?? false);
  for (const target of targets) target.show();
  const late = takeOver(options);
  for (const target of targets) await target.close();
  if (followed?.isGrowing !== true) return late;
  await setTimeout(GRACE_MS);
  return late + takeOver(options);
}

/** Adds what was appended to the old file since it was read to the end of the new one. */
function takeOver(options: CommitOptions | undefined): number {
  const late = options?.followed?.late() ?? Buffer.alloc(0);
  if (options !== undefined && late.length > 0) append(options.into, late);
  return late.length;
}

/** Others may append to the file by its name already. */
function append({ name, place }: Target, bytes: Buffer): void {
  try {
    const descriptor = openSync(place, "a");
    writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch (error) {
    throw fileFailure("write", name, error);
  }
}
