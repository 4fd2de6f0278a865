/** A local HTTP server that plays one scripted answer for each request, faults included, and checks what it is asked. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { PROFILES } from "../../../providers/test/profile/profile.js";

/** A request as it came over the wire. */
interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a body is whatever the provider's format has, and tests read into it.
  readonly body: any;
}

/** How one request is answered; a promise that it returns is awaited by nobody. */
export type Play = (response: ServerResponse, request: SeenRequest) => void | Promise<void>;

export interface ScriptedServer {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** What was wrong with the requests; empty when every call had its one result and every request had an answer in the script. */
  readonly problems: readonly string[];
  /** Resolves when the connection of the latest request has been closed by whoever asked. */
  left(): Promise<void>;
  /** Breaks all connections; happens by itself when the test is over. */
  close(): Promise<void>;
  /** Adds to the script. */
  append(...plays: readonly Play[]): void;
}

/** A server that is closed when the test is over. */
export async function scriptedServer(...script: readonly Play[]): Promise<ScriptedServer> {
  const plays = [...script];
  const requests: SeenRequest[] = [];
  const problems: string[] = [];
  let latest: ServerResponse | undefined;
  const server = createServer(async (incoming, response) => {
    latest = response;
    const request = await read(incoming);
    requests.push(request);
    problems.push(...PROFILES[formatOf(request)](request.body));
    const play = plays.shift();
    if (play === undefined) problems.push(`request ${requests.length} is not in the script`);
    await (play ?? status(500))(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    problems,
    left: () => new Promise((resolve) => (latest?.closed === false ? latest.once("close", resolve) : resolve())),
    close,
    append: (...more) => void plays.push(...more),
  };
}

/** What vLLM takes is what OpenAI takes, but for what no test here says. */
function formatOf({ path }: SeenRequest): keyof typeof PROFILES {
  if (path.endsWith("/api/chat")) return "ollama";
  return path.endsWith("/v1/messages") ? "anthropic" : "openai";
}

async function read(incoming: IncomingMessage): Promise<SeenRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString("utf8");
  return { path: incoming.url ?? "", headers: incoming.headers, text, body: JSON.parse(text) };
}

/** A streamed answer to its end. */
export function plays(pieces: readonly string[]): Play {
  return async (response) => {
    await write(response, pieces);
    response.end();
  };
}

/** A streamed answer whose connection breaks after the pieces. */
export function breaksAfter(pieces: readonly string[]): Play {
  return async (response) => {
    await write(response, pieces);
    response.destroy();
  };
}

/** A streamed answer that stops after the pieces and stays open; `reached` is told when they are written. */
export function hangsAfter(pieces: readonly string[], reached: () => void = () => undefined): Play {
  return async (response) => {
    await write(response, pieces);
    reached();
  };
}

/** No answer at all; `reached` is told that the request is there. */
export function neverAnswers(reached: () => void = () => undefined): Play {
  return () => reached();
}

/** The connection is closed before any answer. */
export function resets(): Play {
  return (response) => {
    response.socket?.resetAndDestroy();
  };
}

export function status(code: number, body = "", headers: Readonly<Record<string, string>> = {}): Play {
  return (response) => {
    response.writeHead(code, headers).end(body);
  };
}

async function write(response: ServerResponse, pieces: readonly string[]): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  for (const piece of pieces) await new Promise<void>((resolve) => response.write(piece, () => resolve()));
}

/** An address where nobody listens. */
export async function deafUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
