/** One request over HTTP, to addresses that were checked before, with an answer of limited size. */

import type { LookupAddress } from "node:dns";
import * as http from "node:http";
import * as https from "node:https";
import type { LookupFunction } from "node:net";
import { ImageError } from "../image-error.js";

/** The bytes of a good answer, or where it says that they are. */
export type WebAnswer =
  | { readonly type: "bytes"; readonly bytes: Uint8Array }
  | { readonly type: "redirect"; readonly location: string };

export interface FetchSettings {
  /** Where the connection may go. */
  readonly addresses: readonly LookupAddress[];
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * @throws ImageError `network_failed`, `http_error`, `bad_response`, `too_large` or `unsupported_format`.
 */
export async function requestOnce(url: URL, settings: FetchSettings): Promise<WebAnswer> {
  try {
    const response = await responseOf(url, settings);
    try {
      return await answerOf(response, settings.maxBytes);
    } finally {
      response.destroy();
    }
  } catch (error) {
    // The platform's errors name hosts and addresses.
    throw ImageError.isInstance(error) ? error : new ImageError("network_failed");
  }
}

/** A connection of its own, so that none that was checked for another purpose is used, and none stays open. */
function responseOf(url: URL, { addresses, signal }: FetchSettings): Promise<http.IncomingMessage> {
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      agent: false,
      signal,
      lookup: fixedLookup(addresses),
      headers: { accept: "image/*", "accept-encoding": "identity", "user-agent": "parlance" },
    });
    asked.on("response", resolve);
    asked.on("error", reject);
    // A switch of protocols is not an answer.
    asked.on("upgrade", (_, socket) => {
      socket.destroy();
      reject(new ImageError("bad_response"));
    });
    asked.end();
  });
}

/** Answers with what was checked, however often and for whatever it is asked, so that a name cannot point elsewhere by then. */
function fixedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (first === undefined) callback(new ImageError("network_failed"), "");
    else if (all === true) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];
/** Statuses that pass by themselves. */
const PASSING: readonly (number | undefined)[] = [408, 425, 429, 500, 502, 503, 504];

async function answerOf(response: http.IncomingMessage, maxBytes: number): Promise<WebAnswer> {
  const { statusCode, headers } = response;
  if (REDIRECTS.includes(statusCode)) {
    if (headers.location === undefined) throw new ImageError("bad_response");
    return { type: "redirect", location: headers.location };
  }
  if (statusCode !== 200)
    throw new ImageError("http_error", { detail: `status ${statusCode}`, retryable: PASSING.includes(statusCode) });
  if (!["identity", undefined].includes(headers["content-encoding"])) throw new ImageError("bad_response");
  if (!mayBeImage(headers["content-type"])) throw new ImageError("unsupported_format");
  if (Number(headers["content-length"] ?? 0) > maxBytes) throw new ImageError("too_large");
  return { type: "bytes", bytes: await bytesOf(response, maxBytes) };
}

/** Saves the download of what says itself that it is something else; what it really is, its bytes tell. */
function mayBeImage(type: string | undefined): boolean {
  return type === undefined || /^(?:image\/|application\/octet-stream|binary\/octet-stream)/i.test(type.trim());
}

/** Counted as they come, since a length can be wrong or left out. */
async function bytesOf(response: http.IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > maxBytes) throw new ImageError("too_large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length);
}
