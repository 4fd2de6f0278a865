/** Resources of MCP servers as messages, fetched once for as long as they are fresh. */

import type { McpResourceMessage } from "@parlance/builders";
import type { Operation } from "../shared/operation.js";
import type { ResourceCachePolicy } from "./cache-policy.js";
import type { McpNotification, McpServer } from "./client.js";
import type { ResourceCache } from "./resource-cache.js";
import { ResourceReader } from "./resource-reader.js";

export interface McpResourcesSettings extends Pick<Operation, "logger" | "newId" | "now" | "wait"> {
  /** The servers, by the names that the application's configuration gives them. Their clients stay the caller's, to connect and to close. */
  readonly servers: Readonly<Record<string, McpServer>>;
  /**
   * Where resources are kept. Readers may share one: what is public is fetched once for all of those that call the same server by the same
   * name; how long a resource is kept is up to the reader that fetched it.
   * @defaultValue one of this reader's own
   */
  readonly cache?: ResourceCache | undefined;
  /** How long resources are kept where their server does not say. */
  readonly policy?: ResourceCachePolicy | undefined;
  /**
   * How many milliseconds a server has for one resource and all that has to be asked for it.
   * @defaultValue 60,000
   */
  readonly timeout_ms?: number | undefined;
}

/** Reads resources of some servers. */
export interface McpResources {
  /**
   * A resource as a new message: from the cache while it is fresh, otherwise from the server. Readers who ask at the same time share one
   * request. `retrieved_at` tells when the contents were fetched; what the server says besides is in `metadata.mcp`.
   *
   * @throws McpResourceError where the resource cannot be had; ValidationError about the URI; the reason of `signal`; what `onDirty` throws.
   */
  read(
    server_name: string,
    uri: string,
    operation?: Pick<Operation, "onDirty" | "signal">,
  ): Promise<McpResourceMessage>;
  /** Forgets a resource, what it is a part of and what is a part of it; or all of a server. */
  invalidate(server_name: string, uri?: string): void;
  /**
   * Takes a notification of a server. Needed only where the application has its own handler for notifications about resources, which then
   * has to pass them on; all others arrive by themselves.
   */
  notified(server_name: string, notification: McpNotification): void;
  /** Ends what is under way and listens no more. The clients stay open. */
  close(): Promise<void>;
}

/** @throws ValidationError */
export function createMcpResources(settings: McpResourcesSettings): McpResources {
  return new ResourceReader(settings);
}
