/** What was retrieved of a resource, in two parts: what was read of it, and how its server describes it. */

import { McpResourceMessage, type McpResourceOptions, type Surroundings } from "@parlance/builders";
import { type JsonObject, type ResourceAnnotations, type ResourceContents, ValidationError } from "@parlance/core";
import { frozenJson, stringifyJson } from "@parlance/core/json";
import { membersOf } from "../shared/members.js";
import { contentsOf, mimeTypeOfContents } from "./contents.js";
import { annotationsOf, cacheHintsOf, type Ignore } from "./hints.js";
import { McpResourceError } from "./mcp-resource-error.js";

/** As much of a record, which has 64 MiB at most, as contents may take: the rest is for how they are described. */
const MOST_BYTES = 66_060_288;
const MOST_DESCRIBED = 131_072;
/** A control character is six in JSON. */
const MOST_BYTES_PER_CHARACTER = 6;

/** What was read of a resource; checked and frozen. Where it is public it is the same for everybody. */
export interface Retrieved {
  readonly contents: readonly ResourceContents[];
  readonly mime_type: string | undefined;
  /** Whether the server gave a media type with any piece. */
  readonly isTyped: boolean;
  readonly cache: McpResourceOptions["cache"];
  readonly retrieved_at: string;
  /** What else the server says, for `metadata.mcp`. */
  readonly besides: JsonObject;
  /** The size of all of it in UTF-16 code units, about. */
  readonly characters: number;
}

/** How a server describes a resource, to one authorisation; checked and frozen. */
export interface Described {
  readonly mime_type: string | undefined;
  readonly annotations: ResourceAnnotations | undefined;
  /** What else the server says, for `metadata.mcp`. */
  readonly besides: JsonObject;
}

/**
 * @param answer The answer to `resources/read`.
 * @throws McpResourceError where no message can hold it.
 */
export function retrievedOf(uri: string, answer: object, retrieved_at: string, ignore: Ignore): Retrieved {
  const pieces = membersOf(answer).contents;
  const { contents, mime_type, isTyped } = contentsOf(pieces, uri);
  const cache = cacheHintsOf(answer, ignore);
  const { data, metadata } = checked(contents, {
    mime_type,
    cache,
    retrieved_at,
    metadata: { mcp: besidesOf(answer) },
  });
  const frozen = frozenJson(data.contents) as unknown as readonly ResourceContents[];
  const besides = membersOf(metadata).mcp as JsonObject;
  const characters = charactersIn(frozen, besides);
  if (isTooLarge(characters, { contents: data.contents, besides } as unknown as JsonObject))
    throw new McpResourceError("too_large");
  return {
    contents: frozen,
    mime_type,
    isTyped,
    cache,
    retrieved_at,
    besides,
    characters,
  };
}

/** @param listed The resource as its server lists it; undefined where it does not. What no message can hold is left out. */
export function describedOf(listed: object | undefined, ignore: Ignore): Described {
  const annotations = annotationsOf(membersOf(listed).annotations, ignore);
  if (listed === undefined) return { mime_type: undefined, annotations, besides: {} };
  const mime_type = mimeTypeOfContents(listed);
  try {
    const { metadata } = checked([], { mime_type, metadata: { mcp: { resource: listed } as JsonObject } });
    if (stringifyJson(metadata as JsonObject).length > MOST_DESCRIBED) throw new McpResourceError("too_large");
    return { mime_type, annotations, besides: membersOf(metadata).mcp as JsonObject };
  } catch (error) {
    if (!McpResourceError.isInstance(error)) throw error;
    ignore("/metadata/mcp/resource");
    return { mime_type: undefined, annotations, besides: {} };
  }
}

/** A new message of a resource. Its media type is what the server says of all contents, or else of the resource. */
export function messageOfResource(
  server_name: string,
  uri: string,
  retrieved: Retrieved,
  described: Described,
  surroundings: Surroundings,
): McpResourceMessage {
  const { contents, cache, retrieved_at } = retrieved;
  const mcp = { ...described.besides, ...retrieved.besides };
  return McpResourceMessage.create(server_name, uri, contents, {
    ...surroundings,
    mime_type: mimeTypeOfResource(retrieved, described),
    retrieved_at,
    cache,
    annotations: described.annotations,
    ...(Object.keys(mcp).length === 0 ? {} : { metadata: { mcp } }),
  });
}

/** The media type of a resource as a whole. */
export function mimeTypeOfResource({ isTyped, mime_type }: Retrieved, described: Described): string | undefined {
  return isTyped ? mime_type : described.mime_type;
}

/** A message that stands for every one with these parts. */
function checked(contents: readonly ResourceContents[], options: McpResourceOptions): McpResourceMessage {
  try {
    return McpResourceMessage.create("-", "-", contents, options);
  } catch (error) {
    if (!ValidationError.isInstance(error)) throw error;
    throw new McpResourceError(error.issues.some(({ code }) => code === "too_long") ? "too_large" : "bad_response");
  }
}

/** Kept for the application; it is never sent to a model. */
function besidesOf(answer: object): JsonObject {
  const { _meta, contents } = membersOf(answer);
  const contents_meta = (Array.isArray(contents) ? contents : []).map((piece) => membersOf(piece)._meta ?? null);
  const besides = {
    ...(_meta === undefined || _meta === null ? {} : { _meta }),
    ...(contents_meta.some((meta) => meta !== null) ? { contents_meta } : {}),
  };
  return besides as unknown as JsonObject;
}

/** Whether what is written to a store could not be read again. */
function isTooLarge(characters: number, json: JsonObject): boolean {
  if (characters * MOST_BYTES_PER_CHARACTER <= MOST_BYTES) return false;
  if (characters > MOST_BYTES) return true;
  return new TextEncoder().encode(stringifyJson(json)).length > MOST_BYTES;
}

function charactersIn(contents: readonly ResourceContents[], besides: JsonObject): number {
  return contents.reduce((sum, piece) => sum + charactersOf(piece), stringifyJson(besides).length);
}

/** What a piece takes besides what is in it. */
const PER_PIECE = 64;

function charactersOf(piece: ResourceContents): number {
  const content = piece.type === "text" ? piece.text : piece.blob;
  return PER_PIECE + content.length + (piece.uri?.length ?? 0) + (piece.mime_type?.length ?? 0);
}
