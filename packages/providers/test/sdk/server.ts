/** A server on this machine that answers every request to an address of its own with bytes that were laid out for it. */

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";

export interface Reply {
  /** @defaultValue 200 */
  readonly status?: number;
  readonly type: "application/json" | "application/x-ndjson" | "text/event-stream" | "text/html";
  readonly headers?: Readonly<Record<string, string>>;
  /** Each is sent on its own. */
  readonly pieces: Iterable<Uint8Array>;
  /** Ends the connection after the last piece, in the place of ending the answer. */
  readonly breaksOff?: boolean;
}

/** Where a reply is given, whatever path follows. */
export interface Endpoint {
  readonly url: string;
  /** The bodies that were sent there. */
  readonly requests: unknown[];
  /** How many readers went away before the end. */
  leftEarly: number;
}

/** Pieces between which nothing else is done; each is a chunk of its own all the same. */
const TURN = 8;

interface Laid extends Endpoint {
  readonly reply: Reply;
}

export class ReplyServer {
  readonly #server: Server;
  readonly #replies: Laid[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<ReplyServer> {
    const server = createServer((request, response) => replies.#answer(request, response));
    const replies = new ReplyServer(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return replies;
  }

  serve(reply: Reply): Endpoint {
    const { port } = this.#server.address() as AddressInfo;
    const laid: Laid = { url: `http://127.0.0.1:${port}/${this.#replies.length}`, requests: [], leftEarly: 0, reply };
    this.#replies.push(laid);
    return laid;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const laid = this.#replies[Number(request.url?.split("/")[1])];
    if (laid === undefined) {
      response.writeHead(404).end();
      return;
    }
    const body = await textOf(request);
    if (body !== "") laid.requests.push(JSON.parse(body));
    await send(response, laid);
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}

async function send(response: ServerResponse, laid: Laid): Promise<void> {
  const { status = 200, type, headers, pieces, breaksOff = false } = laid.reply;
  response.socket?.setNoDelay(true);
  response.on("close", () => {
    if (!response.writableEnded && !breaksOff) laid.leftEarly += 1;
  });
  response.writeHead(status, { "content-type": type, ...headers });
  let sent = 0;
  for (const piece of pieces) {
    if (response.destroyed) return;
    if (!response.write(piece)) await Promise.race([once(response, "drain"), once(response, "close")]);
    sent += 1;
    if (sent % TURN === 0) await setImmediate();
  }
  // What was written goes out after this turn of the event loop.
  if (breaksOff) await setImmediate();
  if (breaksOff) response.socket?.end();
  else response.end();
}
