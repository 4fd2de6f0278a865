/** Images behind URLs: off by default, from the public internet alone, and only so much for so long. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ImageMessage } from "@parlance/builders";
import { DEFAULT_IMAGE_LIMITS, DEFAULT_URL_POLICY, recogniseImage, type UrlPolicy } from "@parlance/runtime/images";
import { afterAll, describe, expect, it } from "vitest";
import { isPublic, type Network } from "../../src/images/source/address.js";
import { allowedUrl } from "../../src/images/source/allowed-url.js";
import { fetchBytes } from "../../src/images/source/fetch-bytes.js";
import { png } from "./draw.js";
import { quiet, seeing } from "./fixtures.js";
import { startRawServer, startServer, type WebServer } from "./web-server.js";

const image = png("Hello");
const open: WebServer[] = [];
afterAll(() => Promise.all(open.map((server) => server.close())));

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<WebServer> {
  const server = await startServer(answer);
  open.push(server);
  return server;
}

async function serveRaw(answer: (socket: Socket) => void): Promise<WebServer> {
  const server = await startRawServer(answer);
  open.push(server);
  return server;
}

/** Names of a public host that the local servers play; all other names and addresses are as they are. */
function publicHost(...hosts: readonly string[]): Network {
  return {
    addressesOf: async (host) => [{ address: hosts.includes(host) ? "93.184.216.34" : "127.0.0.1", family: 4 }],
    reach: (address) => (address.address === "93.184.216.34" ? { address: "127.0.0.1", family: 4 } : address),
  };
}

const local: UrlPolicy = { ...DEFAULT_URL_POLICY, allow_private_addresses: true };

function fetched(url: string, policy: UrlPolicy = local, maxBytes = 1_000_000, network?: Network) {
  return fetchBytes(url, policy, maxBytes, {}, network);
}

async function recognisedFrom(url: string, urls: UrlPolicy | undefined, more: object = {}) {
  const message = ImageMessage.fromUrl(url, { recognition_mode: "vision" });
  const vision = seeing(() => ({ text: "seen" }));
  const { recognition } = (await recogniseImage(message, { ...quiet(), vision, urls, ...more })).data;
  return { recognition, shown: vision.shown };
}

describe("an image behind a URL", () => {
  it("is fetched when the policy allows it", async () => {
    const { port, asked } = await serve((_, response) => response.end(image));
    const { recognition, shown } = await recognisedFrom(`http://127.0.0.1:${port}/a.png?x=1`, local);
    expect(recognition).toMatchObject({ status: "completed", vision: { text: "seen" } });
    expect(shown).toEqual([{ mime_type: "image/png", data: image.toString("base64") }]);
    expect(asked).toEqual(["/a.png?x=1"]);
  });

  it("is not fetched by default", async () => {
    const { port, asked } = await serve((_, response) => response.end(image));
    const { recognition } = await recognisedFrom(`http://127.0.0.1:${port}/`, undefined);
    expect(recognition.error).toMatchObject({ code: "url_denied", retryable: false });
    expect(asked).toEqual([]);
  });

  it("says nothing of the URL in its error", async () => {
    const { recognition } = await recognisedFrom("http://127.0.0.1:9/secret?token=abc", local);
    expect(recognition.error).toEqual({
      code: "network_failed",
      message: "the server of the image could not be reached, or the connection broke",
      retryable: true,
    });
  });

  it.each([
    "file:///etc/passwd",
    "ftp://127.0.0.1/a.png",
    "gopher://127.0.0.1/",
    "http://user:password@127.0.0.1/",
    "http://user@127.0.0.1/",
    "https://:password@127.0.0.1/",
  ])("is refused for what its URL is: %s", async (url) => {
    await expect(fetched(url)).rejects.toMatchObject({ code: "url_denied" });
  });

  it("comes from the allowed hosts alone, redirects included, whatever the letter case and final dot", async () => {
    const policy = { ...DEFAULT_URL_POLICY, allowed_hosts: ["images.example"] };
    const network = publicHost("images.example", "images.example.", "other.example");
    const { port } = await serve(({ url }, response) => {
      if (url === "/away") response.writeHead(302, { location: `http://other.example:${port}/` });
      response.end(image);
    });
    expect(await fetched(`http://IMAGES.example.:${port}/`, policy, 1e6, network)).toEqual(image);
    for (const url of [
      `http://other.example:${port}/`,
      `http://images.example.evil:${port}/`,
      `http://images.example:${port}/away`,
    ])
      await expect(fetched(url, policy, 1e6, network)).rejects.toMatchObject({ code: "url_denied" });
  });
});

describe("addresses", () => {
  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://127.0.0.1./",
    "http://①②⑦.⓪.⓪.①/",
    "http://localhost/",
    "http://LOCALHOST/",
    "http://0/",
    "http://0.0.0.0/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.100.100.200/",
    "http://198.18.0.1/",
    "http://192.0.0.192/",
    "http://192.0.2.1/",
    "http://192.88.99.1/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::ffff:93.184.216.34]/",
    "http://[::127.0.0.1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[fe80::1]/",
    "http://[fec0::1]/",
    "http://[fc00::1]/",
    "http://[fd00:ec2::254]/",
    "http://[ff02::1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:7f00:1::]/",
    "http://[2001:db8::1]/",
    "http://[100::1]/",
    "http://[4000::1]/",
  ])("are refused unless they are public: %s", async (url) => {
    await expect(fetched(url, DEFAULT_URL_POLICY)).rejects.toMatchObject({ code: "address_denied" });
  });

  it("of this machine are refused also with the final dot that some resolvers take", async () => {
    await expect(fetched("http://localhost./", DEFAULT_URL_POLICY)).rejects.toMatchObject({
      code: expect.stringMatching(/^(address_denied|network_failed)$/),
    });
  });

  it("are public where anybody may have them", () => {
    for (const address of ["93.184.216.34", "8.8.8.8", "172.15.0.1", "2606:2800:220:1::1"])
      expect(isPublic(address)).toBe(true);
    for (const address of ["", "localhost", "1.2.3", "fe80::1%eth0", "93.184.216.34 "])
      expect(isPublic(address)).toBe(false);
  });

  it("of a name are refused when a single one is private", async () => {
    const network: Network = {
      addressesOf: async () => [
        { address: "93.184.216.34", family: 4 },
        { address: "10.0.0.1", family: 4 },
      ],
      reach: (address) => address,
    };
    await expect(fetched("http://mixed.example/", DEFAULT_URL_POLICY, 1e6, network)).rejects.toMatchObject({
      code: "address_denied",
    });
  });

  it("of a name are asked for once, so that it cannot point elsewhere after the check", async () => {
    const { port } = await serve((_, response) => response.end(image));
    let asked = 0;
    const rebinding: Network = {
      ...publicHost(),
      addressesOf: async () => [{ address: asked++ === 0 ? "93.184.216.34" : "10.0.0.1", family: 4 }],
    };
    expect(await fetched(`http://rebinding.example:${port}/`, DEFAULT_URL_POLICY, 1e6, rebinding)).toEqual(image);
    expect(asked).toBe(1);
  });

  it("that cannot be found are a network failure", async () => {
    const failing: Network = {
      addressesOf: () => Promise.reject(new Error("ENOTFOUND secret.example")),
      reach: (one) => one,
    };
    const none: Network = { ...failing, addressesOf: async () => [] };
    for (const network of [failing, none])
      await expect(fetched("http://secret.example/", DEFAULT_URL_POLICY, 1e6, network)).rejects.toMatchObject({
        code: "network_failed",
        message: "the server of the image could not be reached, or the connection broke",
      });
  });
});

it("follows no redirect from a secure place to one that is not", () => {
  const secure = new URL("https://public.example/");
  expect(allowedUrl("/a", secure, DEFAULT_URL_POLICY).href).toBe("https://public.example/a");
  expect(() => allowedUrl("http://public.example/", secure, DEFAULT_URL_POLICY)).toThrow(
    "the URL of the image may not be fetched",
  );
});

it("takes no answer over a connection that should be secure and is not", async () => {
  const { port } = await serve((_, response) => response.end(image));
  await expect(fetched(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "network_failed" });
});

describe("a redirect", () => {
  const network = publicHost("public.example");

  it("is followed, also to a relative place", async () => {
    const { port, asked } = await serve(({ url }, response) => {
      if (url === "/a") response.writeHead(302, { location: "b" });
      else if (url === "/b") response.writeHead(308, { location: `http://public.example:${port}/c` });
      response.end(image);
    });
    expect(await fetched(`http://public.example:${port}/a`, DEFAULT_URL_POLICY, 1e6, network)).toEqual(image);
    expect(asked).toEqual(["/a", "/b", "/c"]);
  });

  it.each([
    ["http://127.0.0.1:1/", "address_denied"],
    ["http://169.254.169.254/latest/", "address_denied"],
    ["http://[::1]/", "address_denied"],
    ["//2130706433/", "address_denied"],
    ["http://private.example/", "address_denied"],
    ["http://user:password@public.example/", "url_denied"],
    ["file:///etc/passwd", "url_denied"],
    ["data:image/png;base64,AAAA", "url_denied"],
    ["http://", "bad_response"],
    ["http://[::1", "bad_response"],
  ])("to %s is refused", async (location, code) => {
    const { port, asked } = await serve((_, response) => response.writeHead(302, { location }).end());
    const url = `http://public.example:${port}/`;
    await expect(fetched(url, DEFAULT_URL_POLICY, 1e6, network)).rejects.toMatchObject({ code });
    expect(asked).toEqual(["/"]);
  });

  it("without a place is refused", async () => {
    const { port } = await serve((_, response) => response.writeHead(301).end());
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "bad_response" });
  });

  it("in circles ends after as many as the policy allows", async () => {
    const { port, asked } = await serve((_, response) => response.writeHead(307, { location: "/again" }).end());
    await expect(fetched(`http://127.0.0.1:${port}/`, { ...local, max_redirects: 2 })).rejects.toMatchObject({
      code: "too_many_redirects",
    });
    expect(asked).toHaveLength(3);
  });
});

describe("a server's answer", () => {
  it.each([
    [404, false],
    [403, false],
    [204, false],
    [206, false],
    [429, true],
    [503, true],
  ])("with status %i is an error, retryable: %s", async (status, retryable) => {
    const { port } = await serve((_, response) => response.writeHead(status).end());
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      code: "http_error",
      message: `the server of the image answered with an error: status ${status}`,
      retryable,
    });
  });

  it("that says it is a page is not even downloaded", async () => {
    const { port } = await serve((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(image));
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "unsupported_format" });
  });

  it("that lies about its type is known by its bytes", async () => {
    const { port } = await serve((_, response) =>
      response.writeHead(200, { "content-type": "image/png" }).end("<html></html>"),
    );
    const { recognition, shown } = await recognisedFrom(`http://127.0.0.1:${port}/`, local);
    expect(recognition.error?.code).toBe("unsupported_format");
    expect(shown).toEqual([]);
  });

  it("that is compressed is refused, since small bytes can become endless ones", async () => {
    const { port } = await serve((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "image/png" }).end(image),
    );
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "bad_response" });
  });

  it("that says it is too long is not downloaded", async () => {
    const { port } = await serve((_, response) => {
      response.writeHead(200, { "content-length": 5_000_000 });
      response.write(image);
    });
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "too_large" });
  });

  it("without end is left when it is too long", async () => {
    const { port } = await serve((_, response) => {
      const pour = (error?: Error | null): void => {
        if (error == null && !response.destroyed) response.write(Buffer.alloc(65_536), pour);
      };
      pour();
    });
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "too_large" });
  });

  it("that is shorter than it says is a network failure", async () => {
    const { port } = await serveRaw((socket) => {
      socket.end(Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n"), image]));
    });
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "network_failed" });
  });

  it("that is longer than it says is as long as it says", async () => {
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
  ])("that is no HTTP is refused (case %#)", async (text) => {
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
