/** Real servers on this machine that tests fetch from. */

import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";

export interface WebServer {
  readonly port: number;
  /** Paths that were asked for, oldest first. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Answers HTTP. */
export function startServer(answer: RequestListener): Promise<WebServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  return listening(server, asked);
}

/** Answers with whatever it likes, byte by byte. */
export function startRawServer(answer: (socket: Socket) => void): Promise<WebServer> {
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => answer(socket));
  });
  return listening(server, []);
}

async function listening(server: Server, asked: readonly string[]): Promise<WebServer> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
