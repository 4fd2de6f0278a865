/** The contents of a resource as a server gives them, in the contract's form. */

import type { ResourceContents } from "@parlance/core";
import { membersOf } from "../shared/members.js";
import { McpResourceError } from "./mcp-resource-error.js";

/** As many as a message holds. */
export const MOST_PIECES = 65_536;

/** Contents in the contract's form. */
export interface ReadContents {
  readonly contents: readonly ResourceContents[];
  /** The media type that all pieces have. */
  readonly mime_type: string | undefined;
  /** Whether any piece has a media type. */
  readonly isTyped: boolean;
}

/**
 * @param pieces The member `contents` of an answer to `resources/read`.
 * @param uri What was asked for.
 * @throws McpResourceError
 */
export function contentsOf(pieces: unknown, uri: string): ReadContents {
  if (!Array.isArray(pieces)) throw new McpResourceError("bad_response");
  if (pieces.length > MOST_PIECES) throw new McpResourceError("too_large");
  const types = pieces.map(mimeTypeOfContents);
  const mime_type = types.every((type) => type === types[0]) ? types[0] : undefined;
  const contents = pieces.map((piece, index) =>
    pieceOf(piece, uri, mime_type === undefined ? types[index] : undefined),
  );
  return { contents, mime_type, isTyped: types.some((type) => type !== undefined) };
}

/** The media type that a server gives with something; empty ones say nothing. */
export function mimeTypeOfContents(described: unknown): string | undefined {
  const { mimeType } = membersOf(described);
  return typeof mimeType === "string" && mimeType !== "" ? mimeType : undefined;
}

function pieceOf(piece: unknown, asked: string, mime_type: string | undefined): ResourceContents {
  const { text, blob, uri } = membersOf(piece);
  const origin = {
    ...(typeof uri === "string" && uri !== "" && uri !== asked ? { uri } : {}),
    ...(mime_type === undefined ? {} : { mime_type }),
  };
  if (typeof text === "string") return { type: "text", text, ...origin };
  if (typeof blob === "string") return { type: "blob", blob: tidyBase64(blob), ...origin };
  throw new McpResourceError("bad_response");
}

/** Line breaks and missing padding, which clients let pass, change no byte; the contract has one form. */
function tidyBase64(blob: string): string {
  const digits = /\s/.test(blob) ? blob.replace(/\s+/g, "") : blob;
  return digits.endsWith("=") ? digits : digits.padEnd(Math.ceil(digits.length / 4) * 4, "=");
}
