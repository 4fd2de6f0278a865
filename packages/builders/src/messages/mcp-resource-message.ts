/** MCP resource messages: what an MCP server provided for the conversation. */

import type {
  Issue,
  MimeType,
  ResourceAnnotations,
  ResourceCacheHints,
  ResourceContents,
  Timestamp,
} from "@parlance/core";
import * as core from "@parlance/core";
import { extend } from "../shared/companion.js";
import {
  constructMessage,
  createdAt,
  type Given,
  type MessageKind,
  type MessageOptions,
  presentMembers,
  quickMessage,
  sharedJson,
} from "../shared/construct-message.js";
import { characters, counted, type DescribeOptions, described } from "../shared/describe.js";
import { base64Issues } from "./base64.js";

export type McpResourceMessage = core.McpResourceMessage;

export interface McpResourceOptions extends MessageOptions {
  /** The media type of the resource as a whole, if the server said. */
  readonly mime_type?: MimeType | undefined;
  /**
   * When the contents were fetched from the server.
   * @defaultValue the time of the message
   */
  readonly retrieved_at?: Timestamp | undefined;
  /** How long and for whom the server allows the contents to be kept. */
  readonly cache?: ResourceCacheHints | undefined;
  /** Whom the server means the resource for, and how much it matters. */
  readonly annotations?: ResourceAnnotations | undefined;
}

export const MCP_RESOURCE: MessageKind<McpResourceMessage> = {
  companion: core.McpResourceMessage,
  type: "mcp_resource",
  complete: ({ server_name, resource_uri, contents, mime_type, retrieved_at, ...data }, created_at) => ({
    server_name,
    resource_uri,
    contents: isEmptyList(contents) ? [{ type: "text", text: "" }] : contents,
    mime_type,
    retrieved_at: retrieved_at ?? created_at,
    ...data,
  }),
  problems: ({ contents }) => (Array.isArray(contents) ? contents.flatMap(blobIssues) : []),
};

/**
 * A resource as the server gave it. Its content comes from outside and is not to be trusted.
 *
 * @param serverName The MCP server, by the name that the application's configuration gives it.
 * @param uri The resource that was asked for.
 * @param contents Pieces of text, or of bytes in base64, in the server's order. A resource without any becomes one empty text.
 * @throws ValidationError
 */
function create(
  serverName: string,
  uri: string,
  contents: readonly ResourceContents[],
  options?: McpResourceOptions,
): McpResourceMessage {
  const { mime_type, retrieved_at, cache, annotations } = options ?? {};
  const data = { server_name: serverName, resource_uri: uri, contents, mime_type, retrieved_at, cache, annotations };
  return quickResource(data, options) ?? constructMessage(MCP_RESOURCE, data, options);
}

function quickResource(
  given: Given<core.McpResourceData>,
  options: McpResourceOptions | undefined,
): McpResourceMessage | undefined {
  const created_at = createdAt(options);
  const data = presentMembers({
    ...given,
    contents: sharedJson(given.contents),
    retrieved_at: given.retrieved_at ?? created_at,
    cache: shared(given.cache),
    annotations: shared(given.annotations),
  });
  return quickMessage(MCP_RESOURCE, core.McpResourceData, data, options, created_at);
}

function shared(hints: unknown): unknown {
  return hints === undefined || hints === null ? undefined : sharedJson(hints);
}

/** A resource that is one text; as `create`. */
function text(serverName: string, uri: string, content: string, options?: McpResourceOptions): McpResourceMessage {
  return create(serverName, uri, [{ type: "text", text: content }], options);
}

function isEmptyList(contents: unknown): boolean {
  return Array.isArray(contents) && contents.length === 0;
}

function blobIssues(piece: unknown, at: number): readonly Issue[] {
  const { type, blob } = (piece ?? {}) as Readonly<Record<string, unknown>>;
  return type === "blob" ? base64Issues(blob, `/data/contents/${at}/blob`) : [];
}

/** `McpResourceMessage(0b6f5b0e-…, 2 pieces, 1200 characters, 64 base64 digits)` */
function describe(message: McpResourceMessage, options?: DescribeOptions): string {
  const { contents } = message.data;
  const texts = contents.flatMap((piece) => (piece.type === "text" ? [piece.text] : []));
  const blobs = contents.flatMap((piece) => (piece.type === "blob" ? [piece.blob] : []));
  const facts = [message.id, counted(contents.length, "piece")];
  if (texts.length > 0) facts.push(characters(texts.join("")));
  if (blobs.length > 0) facts.push(counted(blobs.join("").length, "base64 digit"));
  return described("McpResourceMessage", facts, options, () => texts.join(""));
}

export const McpResourceMessage: core.Companion<McpResourceMessage> & {
  readonly create: typeof create;
  readonly text: typeof text;
  readonly describe: typeof describe;
} = /* @__PURE__ */ extend(core.McpResourceMessage, { create, text, describe });
