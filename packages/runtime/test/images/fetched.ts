/** Fetches images from servers that a test plays, and closes them when its file has ended. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ImageMessage } from "@parlance/builders";
import { DEFAULT_URL_POLICY, recogniseImage, type UrlPolicy } from "@parlance/runtime/images";
import { afterAll } from "vitest";
import type { Network } from "../../src/images/source/address.js";
import { fetchBytes } from "../../src/images/source/fetch-bytes.js";
import { png } from "./draw.js";
import { quiet, seeing } from "./fixtures.js";
import { startRawServer, startServer, type WebServer } from "./web-server.js";

export const image = png("Hello");
const open: WebServer[] = [];
afterAll(() => Promise.all(open.map((server) => server.close())));

export async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<WebServer> {
  const server = await startServer(answer);
  open.push(server);
  return server;
}

export async function serveRaw(answer: (socket: Socket) => void): Promise<WebServer> {
  const server = await startRawServer(answer);
  open.push(server);
  return server;
}

export const local: UrlPolicy = { ...DEFAULT_URL_POLICY, allow_private_addresses: true };

export function fetched(url: string, policy: UrlPolicy = local, maxBytes = 1_000_000, network?: Network) {
  return fetchBytes(url, policy, maxBytes, {}, network);
}

export async function recognisedFrom(url: string, urls: UrlPolicy | undefined, more: object = {}) {
  const message = ImageMessage.fromUrl(url, { recognition_mode: "vision" });
  const vision = seeing(() => ({ text: "seen" }));
  const { recognition } = (await recogniseImage(message, { ...quiet(), vision, urls, ...more })).data;
  return { recognition, shown: vision.shown };
}
