/** For whom resources are kept: for one authorisation, for everybody at one server, and for nobody at another. */

import { inspect } from "node:util";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { getDefaultEnvironment } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { describe, expect, it } from "vitest";
import { createResourceCache } from "../../src/mcp/index.js";
import { identityOf } from "../../src/mcp/server-identity.js";
import { NOON, newUri, POLLING, readerOf, twoServers } from "./reader.js";
import { newClient, SCRIPTED, Scripted, type Started, serving, start } from "./servers.js";

const { first, second, server, other } = await twoServers();

function withHeaders(headers: RequestInit["headers"]): StreamableHTTPClientTransportOptions {
  return { requestInit: { headers } as RequestInit };
}

/** What a transport of the SDK remembers of its headers. */
function asked(headers: Record<string, string>): object {
  return { _requestInit: { headers } };
}

describe("a private resource", () => {
  it.each([["private"], [undefined], ["everyone"]])(
    "(scope %s) is kept for its authorisation alone",
    async (cacheScope) => {
      const uri = newUri();
      await server.text(uri, "ann's", { ttlMs: 1000, cacheScope });
      await other.text(uri, "bob's", { ttlMs: 1000, cacheScope });
      const cache = createResourceCache();
      const ann = readerOf(first, { cache, servers: { docs: { client: first.client, authorisation: "ann" } } });
      const bob = readerOf(second, { cache, servers: { docs: { client: second.client, authorisation: "bob" } } });
      expect(await Promise.all([ann.textOf(uri), bob.textOf(uri)])).toEqual(["ann's", "bob's"]);
      expect(await Promise.all([bob.textOf(uri), ann.textOf(uri)])).toEqual(["bob's", "ann's"]);
      expect([await server.reads(uri), await other.reads(uri), cache.size]).toEqual([1, 1, 2]);
      await Promise.all([ann.resources.close(), bob.resources.close()]);
    },
  );

  it("is not shared by two clients whose authorisation nobody named", async () => {
    const uri = newUri();
    await server.text(uri, "ann's");
    await other.text(uri, "bob's");
    const cache = createResourceCache();
    const [ann, bob] = [readerOf(first, { cache }), readerOf(second, { cache })];
    expect([await ann.textOf(uri), await bob.textOf(uri)]).toEqual(["ann's", "bob's"]);
    await Promise.all([ann.resources.close(), bob.resources.close()]);
  });

  it("is shared by readers of the same authorisation, each with a message of its own", async () => {
    const uri = newUri();
    await server.text(uri, "ann's");
    const cache = createResourceCache();
    const servers = (client: Started["client"]) => ({ docs: { client, authorisation: "ann" } });
    const [here, there] = [
      readerOf(first, { cache, servers: servers(first.client) }),
      readerOf(second, { cache, servers: servers(second.client) }),
    ];
    const messages = [await here.resources.read("docs", uri), await there.resources.read("docs", uri)];
    expect(messages[1]?.data).toEqual(messages[0]?.data);
    expect(messages[1]?.id).not.toBe(messages[0]?.id);
    expect(await other.reads(uri)).toBe(0);
    await Promise.all([here.resources.close(), there.resources.close()]);
  });

  it("a private resource that was public before is found by nobody else", async () => {
    const uri = newUri();
    let now = NOON;
    const settings = { cache: createResourceCache(), now: () => now };
    const [ann, bob] = [readerOf(first, settings), readerOf(second, settings)];
    await server.text(uri, "for all", { ttlMs: 1000, cacheScope: "public" });
    await other.text(uri, "bob's", { ttlMs: 1000, cacheScope: "private" });
    await ann.textOf(uri);
    now -= 1;
    await server.text(uri, "ann's", { ttlMs: 1000, cacheScope: "private" });
    await ann.textOf(uri);
    expect(await bob.textOf(uri)).toBe("bob's");
    await Promise.all([ann.resources.close(), bob.resources.close()]);
  });
});

it("a resource that turns out to be private ends what was kept of it for everybody", async () => {
  const uri = newUri();
  const cache = createResourceCache();
  const [ann, bob, carl] = [1, 2, 3].map((at) => readerOf(at === 2 ? second : first, { cache }));
  await server.set(uri, { hold: true, result: { contents: [{ uri, text: "ann's" }], cacheScope: "private" } });
  await other.text(uri, "for all", { ttlMs: 1000, cacheScope: "public" });
  const held = ann?.textOf(uri);
  await expect.poll(() => server.reads(uri), POLLING).toBe(1);
  await bob?.textOf(uri);
  await server.release(uri);
  expect([await held, cache.size]).toEqual(["ann's", 1]);
  expect(await carl?.textOf(uri)).toBe("ann's");
  await other.text(uri, "bob's");
  expect(await bob?.textOf(uri)).toBe("bob's");
  await Promise.all([ann, bob, carl].map((one) => one?.resources.close()));
});

it("a public resource is fetched once for everybody", async () => {
  const uri = newUri();
  await server.text(uri, "for all", { ttlMs: 1000, cacheScope: "public" });
  const cache = createResourceCache();
  const [ann, bob] = [readerOf(first, { cache }), readerOf(second, { cache })];
  expect([await ann.textOf(uri), await bob.textOf(uri)]).toEqual(["for all", "for all"]);
  expect([await other.reads(uri), cache.size]).toEqual([0, 1]);
  await Promise.all([ann.resources.close(), bob.resources.close()]);
});

describe("a server of the same name that is another one", () => {
  /** What each of two parties gives as its own, for everybody. */
  const publicly = (text: string) => ({
    read: (uri: string) => ({ contents: [{ uri, text }], ttlMs: 1000, cacheScope: "public" }),
    watch: () => undefined,
  });

  it.each([
    ["by its address", "https://ann.example/mcp", "https://bob.example/mcp"],
    ["by nothing", undefined, undefined],
    ["on one side only", "https://ann.example/mcp", undefined],
  ])("is never given its public resources, told apart %s", async (_, ...identities) => {
    const clients = await Promise.all(["ann's", "bob's"].map((text) => serving(publicly(text))));
    const cache = createResourceCache();
    // The same authorisation is another one at another server.
    const readers = clients.map((client, at) =>
      readerOf({ client }, { cache, servers: { docs: { client, identity: identities[at], authorisation: "me" } } }),
    );
    for (const [at, { textOf }] of readers.entries()) expect(await textOf("a:b")).toBe(at === 0 ? "ann's" : "bob's");
    for (const [at, { textOf }] of readers.entries()) expect(await textOf("a:b")).toBe(at === 0 ? "ann's" : "bob's");
    expect(cache.size).toBe(2);
    await Promise.all([...readers.map(({ resources }) => resources.close()), ...clients.map((one) => one.close())]);
  });

  it("is told by its command, arguments and environment", async () => {
    const uri = newUri();
    const cache = createResourceCache();
    const env = { ...getDefaultEnvironment(), PARTY: "bob" };
    const third = await start(SCRIPTED, newClient(), env);
    await server.text(uri, "ann's", { ttlMs: 1000, cacheScope: "public" });
    await new Scripted(third.client).text(uri, "bob's", { ttlMs: 1000, cacheScope: "public" });
    const [ann, again, bob] = [first, second, third].map((one) => readerOf(one, { cache }));
    expect([await ann?.textOf(uri), await again?.textOf(uri), await bob?.textOf(uri)]).toEqual([
      "ann's",
      "ann's",
      "bob's",
    ]);
    expect(await other.reads(uri)).toBe(0);
    await Promise.all([ann, again, bob].map((one) => one?.resources.close()));
    await third.client.close();
  });

  it("is told by its address over HTTP", () => {
    const url = new URL("https://ann.example/mcp?party=1");
    const identities = [StreamableHTTPClientTransport, SSEClientTransport].flatMap((Transport) => [
      identityOf(new Transport(url)),
      identityOf(new Transport(new URL(url), { requestInit: {} })),
    ]);
    expect(new Set(identities).size).toBe(1);
    expect(identities).not.toContain(identityOf(new SSEClientTransport(new URL("https://ann.example/mcp?party=2"))));
    expect(identityOf(InMemoryTransport.createLinkedPair()[0])).toBeUndefined();
    expect(identityOf({ _url: "https://ann.example", _serverParams: { command: 1 } })).toBeUndefined();
  });

  it.each<[string, StreamableHTTPClientTransportOptions, StreamableHTTPClientTransportOptions]>([
    [
      "another token",
      withHeaders({ Authorization: "Bearer ann-token" }),
      withHeaders({ Authorization: "Bearer bob-token" }),
    ],
    ["a token and none", withHeaders({ Authorization: "Bearer ann-token" }), {}],
    [
      "a key in a header of its own",
      withHeaders({ "X-Api-Key": "ann-token" }),
      withHeaders({ "X-Api-Key": "bob-token" }),
    ],
    ["another cookie", withHeaders([["cookie", "a=ann-token"]]), withHeaders(new Headers({ cookie: "a=bob-token" }))],
    ["another provider of tokens", { authProvider: {} as never }, { authProvider: {} as never }],
    ["another fetch", { fetch: () => fetch("") }, { fetch: () => fetch("") }],
    ["another certificate", { requestInit: { dispatcher: {} } as never }, { requestInit: { dispatcher: {} } as never }],
    ["headers that are none", withHeaders({ "not a name": "ann-token" }), withHeaders({ "not a name": "ann-token" })],
  ])("is told by what authenticates at one address: %s", (_, one, other) => {
    const url = new URL("https://shared.example/mcp");
    for (const Transport of [StreamableHTTPClientTransport, SSEClientTransport]) {
      const identities = [one, other, one].map((options) => identityOf(new Transport(url, options)));
      expect([identities[0] === identities[1], identities[0] === identities[2]]).toEqual([false, true]);
      for (const identity of identities) expect(identity).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it("is the same in whatever form its headers are given", () => {
    const url = new URL("https://shared.example/mcp");
    const forms = [
      { AUTHORIZATION: "Bearer ann-token", Accept: "a" },
      [
        ["accept", "a"],
        ["authorization", "Bearer ann-token"],
      ] as [string, string][],
      new Headers({ accept: "a", authorization: "Bearer ann-token" }),
    ];
    const identities = forms.map((headers) => identityOf(new StreamableHTTPClientTransport(url, withHeaders(headers))));
    expect(new Set(identities).size).toBe(1);
  });

  it("has another party's public resources at one address for nobody else, unless an identity is given", async () => {
    const clients = await Promise.all(["ann's", "bob's", "ann's"].map((text) => serving(publicly(text))));
    for (const [at, client] of clients.entries()) {
      const Authorization = at === 1 ? "Bearer bob-token" : "Bearer ann-token";
      Object.assign(client.transport ?? {}, {
        _url: new URL("https://shared.example/mcp"),
        ...asked({ Authorization }),
      });
    }
    const cache = createResourceCache();
    const readers = clients.map((client) => readerOf({ client }, { cache }));
    for (const [at, { textOf }] of readers.entries()) expect(await textOf("a:b")).toBe(at === 1 ? "bob's" : "ann's");
    expect(cache.size).toBe(2);
    expect(inspect(cache, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toMatch(/token|shared\.example/);
    const servers = (client: Client) => ({ docs: { client, identity: "one server for all" } });
    const named = clients.map((client) => readerOf({ client }, { cache, servers: servers(client) }));
    for (const { textOf } of named) expect(await textOf("a:b")).toBe("ann's");
    await Promise.all([
      ...[...readers, ...named].map(({ resources }) => resources.close()),
      ...clients.map((one) => one.close()),
    ]);
  });

  it("ends nothing that was kept of the first one by its changes", async () => {
    const clients = await Promise.all(["ann's", "bob's"].map((text) => serving(publicly(text))));
    const cache = createResourceCache();
    const [ann, bob] = clients.map((client) => readerOf({ client }, { cache }));
    await Promise.all([ann?.textOf("a:b"), bob?.textOf("a:b")]);
    bob?.resources.notified("docs", { method: "notifications/resources/list_changed" });
    expect(cache.size).toBe(1);
    expect(await ann?.textOf("a:b")).toBe("ann's");
    await Promise.all([...[ann, bob].map((one) => one?.resources.close()), ...clients.map((one) => one.close())]);
  });

  it("another server that a client is connected to in the middle of a read gives nothing to whoever asks the first one", async () => {
    const clients = await Promise.all(["ann's", "ann's"].map((text) => serving(publicly(text))));
    const [client, untouched] = clients as [Client, Client];
    client.subscribeResource = async (): Promise<object> => {
      await client.close();
      await serving(publicly("bob's"), client);
      return {};
    };
    const cache = createResourceCache();
    const [swapped, ann] = [client, untouched].map((one) =>
      readerOf({ client: one }, { cache, servers: { docs: { client: one, identity: "ann" } } }),
    );
    await swapped?.textOf("a:b");
    expect([cache.size, await ann?.textOf("a:b")]).toEqual([0, "ann's"]);
    await Promise.all([swapped, ann].map((one) => one?.resources.close()));
    await Promise.all(clients.map((one) => one.close()));
  });
});

it("how a server describes a public resource is for each authorisation to ask", async () => {
  const uri = newUri();
  const listed = (audience: string) => ({
    pages: [{ resources: [{ uri, name: audience, annotations: { audience: [audience] } }] }],
  });
  await server.text(uri, "for all", { ttlMs: 1000, cacheScope: "public" });
  await server.call("list", listed("user"));
  await other.call("list", listed("assistant"));
  const cache = createResourceCache();
  const [ann, bob] = [readerOf(first, { cache }), readerOf(second, { cache })];
  const messages = [await ann.resources.read("docs", uri), await bob.resources.read("docs", uri)];
  expect(messages.map(({ data }) => data.annotations?.audience)).toEqual([["user"], ["assistant"]]);
  expect(messages.map(({ metadata }) => metadata?.mcp)).toMatchObject([
    { resource: { name: "user" } },
    { resource: { name: "assistant" } },
  ]);
  expect(await other.reads(uri)).toBe(0);
  await Promise.all([server, other].map((one) => one.call("list", { pages: [{ resources: [] }] })));
  await Promise.all([ann.resources.close(), bob.resources.close()]);
});
