/** LOCK01 to LOCK03: a released version stays as it is. */
import type { Rule } from "../finding.js";
import type { LockDifference } from "../lock.js";
import { lockDifferences } from "../lock.js";

const INSTEAD =
  "Undo the change. What is to change belongs into a new version, which `npm run new-version` starts (docs/add-a-version.md).";

export const releaseRules: readonly Rule[] = [
  lockRule("LOCK01", "changed", "No file of a released version changes.", "The file is not the one that was released"),
  lockRule("LOCK02", "missing", "No file of a released version goes away.", "The file was released and is gone"),
  lockRule(
    "LOCK03",
    "added",
    "No file is added to a released version.",
    "The file was not there when the version was released",
  ),
];

function lockRule(id: string, kind: LockDifference["kind"], sentence: string, message: string): Rule {
  return {
    id,
    sentence,
    mend: INSTEAD,
    bundles: false,
    *check(set) {
      for (const difference of set.dir === undefined ? [] : lockDifferences(set.dir)) {
        if (difference.kind !== kind) continue;
        yield { file: difference.file, pointer: "", message: `${message} (version ${difference.version}).` };
      }
    },
  };
}
