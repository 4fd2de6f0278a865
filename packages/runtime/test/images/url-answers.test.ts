/** What servers of images answer: only so much of it is read, for so long. */

import type { Socket } from "node:net";
import { DEFAULT_IMAGE_LIMITS } from "@parlance/runtime/images";
import { describe, expect, it } from "vitest";
import { fetched, image, local, recognisedFrom, serve, serveRaw } from "./fetched.js";

describe("a server's answer", () => {
  it.each([
    [404, false],
    [403, false],
    [204, false],
    [206, false],
    [429, true],
    [503, true],
  ])("a server's answer with status %i is an error, retryable: %s", async (status, retryable) => {
    const { port } = await serve((_, response) => response.writeHead(status).end());
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      code: "http_error",
      message: `the server of the image answered with an error: status ${status}`,
      retryable,
    });
  });

  it("a server's answer that says it is a page is not even downloaded", async () => {
    const { port } = await serve((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(image));
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "unsupported_format" });
  });

  it("a server's answer that lies about its type is known by its bytes", async () => {
    const { port } = await serve((_, response) =>
      response.writeHead(200, { "content-type": "image/png" }).end("<html></html>"),
    );
    const { recognition, shown } = await recognisedFrom(`http://127.0.0.1:${port}/`, local);
    expect(recognition.error?.code).toBe("unsupported_format");
    expect(shown).toEqual([]);
  });

  it("a server's answer that is compressed is refused, since small bytes can become endless ones", async () => {
    const { port } = await serve((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "image/png" }).end(image),
    );
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "bad_response" });
  });

  it("a server's answer that says it is too long is not downloaded", async () => {
    const { port } = await serve((_, response) => {
      response.writeHead(200, { "content-length": 5_000_000 });
      response.write(image);
    });
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "too_large" });
  });

  it("a server's answer without end is left when it is too long", async () => {
    const { port } = await serve((_, response) => {
      const pour = (error?: Error | null): void => {
        if (error == null && !response.destroyed) response.write(Buffer.alloc(65_536), pour);
      };
      pour();
    });
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "too_large" });
  });

  it("a server's answer that is shorter than it says is a network failure", async () => {
    const { port } = await serveRaw((socket) => {
      socket.end(Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n"), image]));
    });
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "network_failed" });
  });

  it("a server's answer that is longer than it says is as long as it says", async () => {
    const { port } = await serveRaw((socket) => {
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n1234567890");
    });
    expect(await fetched(`http://127.0.0.1:${port}/`)).toEqual(Buffer.from("1234"));
  });

  it.each([
    "hello",
    "HTTP/1.1 200 OK\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\n12345",
    "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
    `HTTP/1.1 200 OK\r\nx: ${"a".repeat(100_000)}\r\n\r\n`,
    "",
  ])("a server's answer that is not HTTP is refused (case %#)", async (text) => {
    const { port } = await serveRaw((socket) => socket.end(text));
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      code: expect.stringMatching(/^(network_failed|bad_response)$/),
    });
  });
});

it.each([
  ["an error", 404, "http_error"],
  ["a redirect", 302, "too_many_redirects"],
])("leaves no connection open behind %s without end", async (_, status, code) => {
  let isClosed = false;
  const { port } = await serve((_request, response) => {
    response.once("close", () => {
      isClosed = true;
    });
    response.writeHead(status, { location: "/" }).write("on and on");
  });
  await expect(fetched(`http://127.0.0.1:${port}/`, { ...local, max_redirects: 0 })).rejects.toMatchObject({ code });
  await expect.poll(() => isClosed).toBe(true);
});

describe("time", () => {
  it.each<[string, (socket: Socket) => void]>([
    ["says nothing", () => undefined],
    ["drips its headers", (socket) => drip(socket, "HTTP/1.1 200 OK\r\nx: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")],
    ["drips its body", (socket) => drip(socket, "HTTP/1.1 200 OK\r\n\r\n12345678901234567890123456789012345678")],
  ])("ends for a server that %s", async (_, answer) => {
    const { port } = await serveRaw(answer);
    await expect(fetched(`http://127.0.0.1:${port}/`, { ...local, timeout_ms: 60 })).rejects.toMatchObject({
      code: "timeout",
      retryable: true,
    });
  });

  it("covers all redirects together", async () => {
    const { port } = await serve((_, response) => {
      setTimeout(() => response.writeHead(302, { location: "/" }).end(), 20);
    });
    await expect(
      fetched(`http://127.0.0.1:${port}/`, { ...local, max_redirects: 1_000, timeout_ms: 90 }),
    ).rejects.toMatchObject({ code: "timeout" });
  });

  it("is over at once for whoever calls it off, and the connection is closed", async () => {
    let isClosed = false;
    const calledOff = new AbortController();
    const { port } = await serveRaw((socket) => {
      socket.once("close", () => {
        isClosed = true;
      });
      calledOff.abort(new Error("not any more"));
    });
    await expect(recognisedFrom(`http://127.0.0.1:${port}/`, local, { signal: calledOff.signal })).rejects.toThrow(
      "not any more",
    );
    await expect.poll(() => isClosed).toBe(true);
  });
});

it("counts the bytes of an image from a URL against the limit of all images", async () => {
  const { port } = await serve((_, response) => response.end(image));
  const limits = { ...DEFAULT_IMAGE_LIMITS, max_bytes: 100 };
  const { recognition } = await recognisedFrom(`http://127.0.0.1:${port}/`, local, { limits });
  expect(recognition.error?.code).toBe("too_large");
});

function drip(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= text.length) clearInterval(timer);
    else socket.write(text[at++] ?? "");
  }, 5);
}
