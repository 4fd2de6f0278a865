/** A contract as a value: what the codec is given of the messages that it reads and writes. */

import type { Fields, JsonObject } from "./json.js";
import type { Migrated } from "./migration/step.js";
import type { Pen } from "./pen.js";
import type { Root } from "./root.js";
import type { TableNode } from "./table-node.js";
import { resolvedRow } from "./walks/rows.js";

/** The messages of one version. */
export interface ContractVersion {
  readonly version: number;
  /** What a message may be: a union of its types. */
  readonly node: TableNode;
  /** Whether a message is valid as it stands on the wire: null is absent, defaults may be missing. */
  readonly isWire: (value: JsonObject) => boolean;
}

/** What reading takes. A program that only reads has no more of a contract in its bundle. */
export interface ReadableContract {
  /** All versions that can be read, ascending. */
  readonly versions: readonly ContractVersion[];
  /** The last of them, which messages decode to. */
  readonly current: ContractVersion;
  /** Whether semantic checks have anything to say of a message in its decoded form. */
  readonly hasIssues: (message: unknown) => boolean;
  /** Takes a valid and tidied message of an older version to the current one. */
  readonly upgrade: (type: string, message: JsonObject, from: number) => Migrated;
}

/** What writing takes: it reads what cannot be written without a look. */
export interface WritableContract extends ReadableContract {
  /** Whether a value is a message in its decoded form. */
  readonly isDecoded: (value: unknown) => boolean;
  /** The text of a decoded message in canonical order. */
  readonly encode: (message: Fields, pen: Pen) => string;
  /** Takes a valid and tidied message of the current version to an older one. */
  readonly downgrade: (type: string, message: JsonObject, to: number) => Migrated;
}

/** All that the codec has to know of a contract. */
export interface Contract extends WritableContract {
  /** Whether two decoded messages of one type are equal. */
  readonly equal: (a: JsonObject, b: JsonObject) => boolean;
  /** What is stored besides messages. */
  readonly roots: readonly Root[];
}

/** Undefined for a number that is no version of the contract. */
export function contractVersion({ versions }: ReadableContract, version: number): ContractVersion | undefined {
  return versions.find((one) => one.version === version);
}

/** What a message of the version may be; of the current one where there is no such version. */
export function messageNode(contract: ReadableContract, version: number): TableNode {
  return (contractVersion(contract, version) ?? contract.current).node;
}

/** Whether a version has messages of the type. */
export function isKnownType(version: ContractVersion | undefined, type: string): boolean {
  if (version === undefined) return false;
  const row = resolvedRow(version.node);
  return row.kind === "union" && Object.hasOwn(row.branches, type);
}
