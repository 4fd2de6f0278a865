/** Ids of stored messages, as they are compared. */

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** UUIDs that differ in letter case alone name the same thing; ids of other kinds are compared as they are. */
export function comparableId<Id extends string | undefined>(id: Id): Id | string {
  return id !== undefined && UUID.test(id) ? id.toLowerCase() : id;
}
