/** Who watches which resource on a connection: servers count connections, not readers, so only the last one to leave may tell the server. */

const watchers = new WeakMap<object, Map<string, Set<object>>>();

export function addWatcher(connection: object, uri: string, watcher: object): void {
  const byUri = watchers.get(connection) ?? new Map<string, Set<object>>();
  const watching = byUri.get(uri) ?? new Set();
  watchers.set(connection, byUri.set(uri, watching.add(watcher)));
}

/** Whether nobody else watches it. */
export function removeWatcher(connection: object, uri: string, watcher: object): boolean {
  const byUri = watchers.get(connection);
  const watching = byUri?.get(uri);
  watching?.delete(watcher);
  if (watching !== undefined && watching.size > 0) return false;
  byUri?.delete(uri);
  return true;
}
