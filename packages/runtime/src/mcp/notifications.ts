/** Hears what a server tells unasked, beside whoever else listens. */

import { membersOf } from "../shared/members.js";
import type { McpClient, McpNotification } from "./client.js";
import { isUri } from "./settings.js";

/** What changed. */
export interface Change {
  /** A resource; undefined for anything that the server has. */
  readonly uri: string | undefined;
}

/** @returns Undefined for what is not a change of resources. */
export function changeOf({ method, params }: McpNotification): Change | undefined {
  if (method === "notifications/resources/list_changed") return { uri: undefined };
  if (method !== "notifications/resources/updated") return undefined;
  const { uri } = membersOf(params);
  return { uri: isUri(uri) ? uri : undefined };
}

type Listener = (notification: McpNotification) => void;

/** All who listen to a client share one handler, so that the order in which they stop does not matter. */
interface Ear {
  readonly listeners: Set<Listener>;
  readonly before: McpClient["fallbackNotificationHandler"];
  readonly handler: (notification: McpNotification) => Promise<void>;
}

const ears = new WeakMap<McpClient, Ear>();

/**
 * Listens for what no other handler of the client takes. Who listened before goes on being told.
 *
 * @returns Ends the listening.
 */
export function listenToServer(client: McpClient, onNotification: Listener): () => void {
  const ear = earOf(client);
  const listener: Listener = (notification) => onNotification(notification);
  ear.listeners.add(listener);
  return () => {
    ear.listeners.delete(listener);
    if (ear.listeners.size > 0 || client.fallbackNotificationHandler !== ear.handler) return;
    if (ear.before === undefined) delete client.fallbackNotificationHandler;
    else client.fallbackNotificationHandler = ear.before;
  };
}

function earOf(client: McpClient): Ear {
  const known = ears.get(client);
  if (known !== undefined && client.fallbackNotificationHandler === known.handler) return known;
  const before = client.fallbackNotificationHandler;
  const listeners = new Set<Listener>();
  const handler = async (notification: McpNotification): Promise<void> => {
    for (const listener of listeners) listener(notification);
    await before?.(notification);
  };
  client.fallbackNotificationHandler = handler;
  const ear = { listeners, before, handler };
  ears.set(client, ear);
  return ear;
}
