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
import { base64Issues, issuesAt } from "@parlance/core/internal";
import { extendCompanion } from "../shared/companion.js";
import type { MutableDraft } from "../shared/construct.js";
import { constructMessage, type MessageKind, type MessageOptions } from "../shared/construct-message.js";
import { countedCharacters, countedNoun, type Describe, describer, type Fact } from "../shared/describe.js";
import { envelopeFacts } from "./envelope-facts.js";

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
  isData: core.McpResourceData.is,
  complete,
  problems: ({ contents }) => (Array.isArray(contents) ? contents.flatMap(blobIssues) : []),
};

function complete(draft: MutableDraft<core.McpResourceData>, created_at: Timestamp): void {
  if (isEmptyList(draft.contents)) draft.contents = [{ type: "text", text: "" }];
  draft.retrieved_at ??= created_at;
}

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
  const server_name = serverName;
  const draft = { server_name, resource_uri: uri, contents, mime_type, retrieved_at, cache, annotations };
  return constructMessage(MCP_RESOURCE, draft, options);
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
  return type === "blob" ? issuesAt(`/data/contents/${at}/blob`, base64Issues(blob)) : [];
}

/** `McpResourceMessage(0b6f5b0e-…, 2 pieces, 1200 characters, 64 base64 digits)` */
const describe: Describe<McpResourceMessage> = /* @__PURE__ */ describer("McpResourceMessage", factsOf, (message) =>
  textsOf(message).join(""),
);

function factsOf(message: McpResourceMessage): readonly Fact[] {
  const { contents } = message.data;
  const texts = textsOf(message);
  const blobs = contents.flatMap((piece) => (piece.type === "blob" ? [piece.blob] : []));
  return [
    ...envelopeFacts(message),
    countedNoun(contents.length, "piece"),
    texts.length > 0 && countedCharacters(texts.join("")),
    blobs.length > 0 && countedNoun(blobs.join("").length, "base64 digit"),
  ];
}

function textsOf({ data }: McpResourceMessage): readonly string[] {
  return data.contents.flatMap((piece) => (piece.type === "text" ? [piece.text] : []));
}

export const McpResourceMessage: core.Companion<McpResourceMessage> & {
  readonly create: typeof create;
  readonly text: typeof text;
  readonly describe: Describe<McpResourceMessage>;
} = /* @__PURE__ */ extendCompanion(core.McpResourceMessage, { create, text, describe });
