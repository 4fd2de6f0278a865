/** What is stored by itself and taken from version to version: messages, and the persisted roots beside them. */

import type { Contract } from "./model.js";

/** A type whose values say their version. */
export interface StoredType {
  /** The tag of a message, or the name of a root's file (`conversation_history`); no two of a version are the same. */
  readonly type: string;
  /** The name of its definition. */
  readonly name: string;
}

/** A type that both versions have, with its definition in each. */
export interface SharedType {
  readonly type: string;
  readonly older: string;
  readonly newer: string;
}

export function messageTypes({ message }: Contract): StoredType[] {
  return message.branches.map(({ tag, name }) => ({ type: tag, name }));
}

/** The objects with a file of their own that say their version and are not messages. */
export function persistedRoots({ definitions, message }: Contract): StoredType[] {
  const messages = message.branches.map(({ name }) => name);
  return [...definitions.values()].flatMap(({ root, name, node }) => {
    const isStored =
      node.kind === "object" && node.properties.some((one) => one.name === "schema_version" && one.required);
    return root === undefined || messages.includes(name) || !isStored ? [] : [{ type: root, name }];
  });
}

/** The types of one kind that both versions have, in the order of the older one. */
export function sharedTypes(
  [older, newer]: readonly [Contract, Contract],
  kind: (contract: Contract) => readonly StoredType[],
): SharedType[] {
  return kind(older).flatMap(({ type, name }) =>
    kind(newer)
      .filter((other) => other.type === type)
      .map((other) => ({ type, older: name, newer: other.name })),
  );
}

/** The messages and roots that both versions have. */
export function allSharedTypes(versions: readonly [Contract, Contract]): SharedType[] {
  return [...sharedTypes(versions, messageTypes), ...sharedTypes(versions, persistedRoots)];
}
