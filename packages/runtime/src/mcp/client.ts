/** What is used of a client of an MCP server; the `Client` of `@modelcontextprotocol/sdk` is one. */

/** The same for every request. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds. */
  readonly timeout?: number;
}

/** What a server tells unasked. */
export interface McpNotification {
  readonly method: string;
  readonly params?: { readonly [name: string]: unknown } | undefined;
}

/** Answers are looked at member by member, so they need no other type. */
export interface McpClient {
  readResource(params: { uri: string }, options?: McpRequestOptions): Promise<object>;
  listResources(params?: { cursor?: string }, options?: McpRequestOptions): Promise<object>;
  subscribeResource(params: { uri: string }, options?: McpRequestOptions): Promise<unknown>;
  unsubscribeResource(params: { uri: string }, options?: McpRequestOptions): Promise<unknown>;
  /** Undefined before the client is connected. */
  getServerCapabilities():
    | { readonly resources?: { readonly subscribe?: boolean | undefined } | undefined }
    | undefined;
  /** Another object after each connection; undefined where there is none. */
  readonly transport?: object | undefined;
  /** Is told what no other handler takes. */
  fallbackNotificationHandler?: (notification: McpNotification) => Promise<void>;
}

/** A server, by a connected client. */
export interface McpServer {
  readonly client: McpClient;
  /**
   * Names the server itself, such as its address or command: what is kept of it is nothing to a server of the same name that is another one.
   * @defaultValue what a transport of `@modelcontextprotocol/sdk` asks, with its headers and all else that may authenticate it, or runs;
   * for any other, one that no other connection has
   */
  readonly identity?: string | undefined;
  /**
   * Names the authorisation that the client's connection has, such as a user's id; never a token. Private resources are kept for this
   * server and authorisation.
   * @defaultValue one that no other connection has
   */
  readonly authorisation?: string | undefined;
}

/** Longer than any time limit here: the client has to count no time of its own. */
export const NO_TIMEOUT = 2_147_483_647;
