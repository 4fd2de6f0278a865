/** Persisted roots from one version of the contract to another, with a verdict on what comes out. */

import { readableMigration } from "../codec/migrate.js";
import type { Origin } from "../codec/origin.js";
import type { Migrated } from "../runtime/migration/step.js";
import type { Root, RootForm } from "../runtime/root.js";
import { tidiedByTable } from "../runtime/walks/tidy.js";
import { currentForm } from "./judge-root.js";

/**
 * A valid record of an older form as one of the current form, as it stands on the wire. The tree of the origin may be changed.
 * @throws Unmovable
 */
export function upgradeFrom(root: Root, { version, node: own }: RootForm, origin: Origin): Migrated {
  const current = currentForm(root);
  const upgrade = (): Migrated => {
    const tree = tidiedByTable(own, origin.tree) as Origin["tree"];
    return root.upgrade?.(root.type, tree, version) ?? { value: tree, notes: [] };
  };
  return readableMigration(upgrade, current, origin);
}

/**
 * A valid record of the current form as one of an older form, as it stands on the wire. The tree of the origin may be changed.
 * @throws Unmovable
 */
export function downgradeTo(root: Root, to: RootForm, origin: Origin): Migrated {
  const downgrade = (): Migrated => {
    const tree = tidiedByTable(currentForm(root).node, origin.tree) as Origin["tree"];
    return root.downgrade?.(root.type, tree, to.version) ?? { value: tree, notes: [] };
  };
  return readableMigration(downgrade, to, origin);
}
