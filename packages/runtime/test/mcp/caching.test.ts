/** What is kept of resources, for whom and for how long: against a server whose answers the tests write. */

import { getEventListeners } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMcpResources, createResourceCache, type McpResourcesSettings } from "../../src/mcp/index.js";
import { newClient, SCRIPTED, Scripted, type Started, serving, start } from "./servers.js";

const NOON = Date.parse("2026-11-21T12:00:00.000Z");

let first: Started;
let second: Started;
let server: Scripted;
let other: Scripted;
let made = 0;

beforeAll(async () => {
  [first, second] = await Promise.all([start(SCRIPTED), start(SCRIPTED)]);
  [server, other] = [new Scripted(first.client), new Scripted(second.client)];
});

afterAll(async () => {
  await Promise.all([first.client.close(), second.client.close()]);
});

/** A question to the server is an answer within a millisecond or so. */
const POLLING = { interval: 2 };

/** Each test has a resource of its own. */
function newUri(): string {
  return `test://resource/${++made}`;
}

function readerOf({ client }: Pick<Started, "client">, settings: Partial<McpResourcesSettings> = {}) {
  const warned: string[] = [];
  const logger = { warn: ({ code, path }: { code: string; path: string }) => void warned.push(`${code} ${path}`) };
  const resources = createMcpResources({ servers: { docs: { client } }, now: () => NOON, logger, ...settings });
  const textOf = async (uri: string, signal?: AbortSignal) => {
    const [piece] = (await resources.read("docs", uri, { signal })).data.contents;
    return piece?.type === "text" ? piece.text : undefined;
  };
  return { resources, textOf, warned };
}

describe("the server's time to live", () => {
  it("goes before what is configured", async () => {
    const uri = newUri();
    await server.text(uri, "a", { ttlMs: 500, cacheScope: "private" });
    let now = NOON;
    const { resources } = readerOf(first, { now: () => now, policy: { ttl_ms: 5 } });
    const { data } = await resources.read("docs", uri);
    expect(data.cache).toEqual({ ttl_ms: 500, scope: "private" });
    now += 499;
    await resources.read("docs", uri);
    expect(await server.reads(uri)).toBe(1);
    now += 1;
    await resources.read("docs", uri);
    expect(await server.reads(uri)).toBe(2);
    await resources.close();
  });

  it("of 0 means that nothing is kept", async () => {
    const uri = newUri();
    await server.text(uri, "a", { ttlMs: 0 });
    const { resources } = readerOf(first);
    await resources.read("docs", uri);
    await resources.read("docs", uri);
    expect(await server.reads(uri)).toBe(2);
    await resources.close();
  });

  it.each([
    ["negative", -1, { ttl_ms: 0 }, 2, ["hint_ignored /data/cache/ttl_ms"]],
    ["a fraction", 0.5, { ttl_ms: 0 }, 2, ["hint_ignored /data/cache/ttl_ms"]],
    ["text", "500", { ttl_ms: 0 }, 2, ["hint_ignored /data/cache/ttl_ms"]],
    ["what JSON makes of NaN", Number.NaN, undefined, 1, []],
    ["beyond every calendar", 1e300, { ttl_ms: 9007199254740991 }, 1, []],
  ])("that is %s harms nobody", async (_, ttlMs, cache, reads, expected) => {
    const uri = newUri();
    await server.text(uri, "a", { ttlMs });
    const { resources, warned } = readerOf(first);
    const { data } = await resources.read("docs", uri);
    expect(data.cache).toEqual(cache);
    expect(warned).toEqual(expected);
    await resources.read("docs", uri);
    expect(await server.reads(uri)).toBe(reads);
    await resources.close();
  });

  it("does not outlast a clock that was set back", async () => {
    const uri = newUri();
    await server.text(uri, "a", { ttlMs: 1000 });
    let now = NOON;
    const { resources } = readerOf(first, { now: () => now });
    await resources.read("docs", uri);
    now -= 1;
    await resources.read("docs", uri);
    expect(await server.reads(uri)).toBe(2);
    await resources.close();
  });
});

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

  it("that was public before is found by nobody else", async () => {
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

describe("a change that the server tells", () => {
  it("ends what was kept of the resource, and of nothing else", async () => {
    const [uri, kept] = [newUri(), newUri()];
    await server.text(uri, "old");
    await server.text(kept, "kept");
    const { resources, textOf } = readerOf(first);
    await Promise.all([textOf(uri), textOf(kept)]);
    await server.text(uri, "new");
    await server.updated(uri);
    expect(await textOf(uri)).toBe("new");
    await textOf(kept);
    expect(await server.reads(kept)).toBe(1);
    expect((await server.asked(uri))[0]).toBe(`watch ${uri}`);
    await resources.close();
    expect((await server.asked(uri)).at(-1)).toBe(`unwatch ${uri}`);
  });

  it("of a part ends what was kept of the whole, and the other way round", async () => {
    const folder = newUri();
    const contents = [{ uri: `${folder}/a.txt`, text: "a" }];
    await server.set(folder, { result: { contents } });
    await server.text(`${folder}/b.txt`, "b");
    const { resources, textOf } = readerOf(first);
    await Promise.all([textOf(folder), textOf(`${folder}/b.txt`)]);
    await server.updated(`${folder}/a.txt`);
    await Promise.all([textOf(folder), textOf(`${folder}/b.txt`)]);
    expect([await server.reads(folder), await server.reads(`${folder}/b.txt`)]).toEqual([2, 1]);
    await server.updated(folder);
    await Promise.all([textOf(folder), textOf(`${folder}/b.txt`)]);
    expect([await server.reads(folder), await server.reads(`${folder}/b.txt`)]).toEqual([3, 2]);
    await resources.close();
  });

  it("of a piece with a URI of its own ends what was kept of the resource", async () => {
    const uri = newUri();
    await server.set(uri, { result: { contents: [{ uri: "elsewhere://piece", text: "a" }] } });
    const { resources, textOf } = readerOf(first);
    await textOf(uri);
    await server.updated("elsewhere://piece");
    await textOf(uri);
    expect(await server.reads(uri)).toBe(2);
    await resources.close();
  });

  it("of a resource whose name only begins alike ends nothing", async () => {
    const uri = newUri();
    await server.text(uri, "a");
    const { resources, textOf } = readerOf(first);
    await textOf(uri);
    await server.updated(`${uri}0`);
    await textOf(uri);
    expect(await server.reads(uri)).toBe(1);
    await resources.close();
  });

  it("of the list ends all that was kept of the server, for every authorisation", async () => {
    const uri = newUri();
    await server.text(uri, "a");
    await other.text(uri, "b");
    const cache = createResourceCache();
    const [ann, bob] = [readerOf(first, { cache }), readerOf(second, { cache })];
    await Promise.all([ann.textOf(uri), bob.textOf(uri)]);
    expect(cache.size).toBe(2);
    await server.listChanged();
    expect(cache.size).toBe(0);
    await Promise.all([ann.resources.close(), bob.resources.close()]);
  });

  it("without a readable URI ends all that was kept of the server", async () => {
    const uri = newUri();
    await server.text(uri, "a");
    const cache = createResourceCache();
    const { resources, textOf } = readerOf(first, { cache });
    await textOf(uri);
    await server.call("notify", { method: "notifications/resources/updated", params: { uri: 7 } });
    expect(cache.size).toBe(0);
    await resources.close();
  });

  it("while a read is under way keeps that read out of the cache, and later readers from waiting for it", async () => {
    const uri = newUri();
    await server.set(uri, { hold: true, result: { contents: [{ uri, text: "old" }] } });
    const { resources, textOf } = readerOf(first);
    const before = textOf(uri);
    await expect.poll(() => server.reads(uri), POLLING).toBe(1);
    await server.updated(uri);
    await server.text(uri, "new");
    expect(await textOf(uri)).toBe("new");
    await server.release(uri);
    expect(await before).toBe("old");
    expect(await textOf(uri)).toBe("new");
    expect(await server.reads(uri)).toBe(2);
    await resources.close();
  });

  it("while another reader of the same cache reads is kept by neither", async () => {
    const uri = newUri();
    const cache = createResourceCache();
    const [reader, listener] = [readerOf(first, { cache }), readerOf(second, { cache })];
    await server.set(uri, { hold: true, result: { contents: [{ uri, text: "old" }] } });
    const read = reader.textOf(uri);
    await expect.poll(() => server.reads(uri), POLLING).toBe(1);
    await other.updated(uri);
    await server.release(uri);
    expect(await read).toBe("old");
    expect(cache.size).toBe(0);
    await Promise.all([reader.resources.close(), listener.resources.close()]);
  });

  it("reaches who else listens, and no reader that was closed", async () => {
    const heard: string[] = [];
    const { client } = first;
    const mine = async ({ method }: { method: string }) => void heard.push(method);
    client.fallbackNotificationHandler = mine;
    const cache = createResourceCache();
    const { resources, textOf } = readerOf(first, { cache });
    const uri = newUri();
    await server.text(uri, "a");
    await textOf(uri);
    await resources.close();
    expect(client.fallbackNotificationHandler).toBe(mine);
    await server.updated(uri);
    expect([heard, cache.size]).toEqual([["notifications/resources/updated"], 1]);
    delete client.fallbackNotificationHandler;
  });

  it("can be passed on by an application with a handler of its own", async () => {
    const uri = newUri();
    await server.text(uri, "a");
    const cache = createResourceCache();
    const { resources, textOf } = readerOf(first, { cache });
    await textOf(uri);
    resources.notified("docs", { method: "notifications/tools/list_changed" });
    resources.notified("elsewhere", { method: "notifications/resources/list_changed" });
    expect(cache.size).toBe(1);
    resources.notified("docs", { method: "notifications/resources/updated", params: { uri } });
    expect(cache.size).toBe(0);
    await resources.close();
  });

  it("that cannot be asked for is warned of, and the resource read all the same", async () => {
    const uri = newUri();
    await server.text(uri, "a");
    await server.call("refuse", { watch: true });
    const { resources, textOf, warned } = readerOf(first);
    expect(await textOf(uri)).toBe("a");
    expect(warned).toEqual(["not_watched /data/resource_uri"]);
    await server.call("refuse", {});
    await resources.close();
    expect(await server.asked(uri)).toEqual([`watch ${uri}`, `read ${uri}`]);
  });
});

/** One text for every resource, and what was asked. */
function saying(text: string) {
  const asked: string[] = [];
  const read = async (uri: string) => {
    asked.push(`read ${uri}`);
    return { contents: [{ uri, text }] };
  };
  return { asked, read, watch: (what: string) => void asked.push(what), list: () => ({ resources: [] }) };
}

describe("a new connection", () => {
  it("ends what was kept, since changes may have been missed", async () => {
    const client = await serving(saying("old"));
    const { textOf, resources } = readerOf({ client });
    expect(await textOf("a:b")).toBe("old");
    await client.close();
    expect(await textOf("a:b")).toBe("old");
    const again = saying("new");
    await serving(again, client);
    expect(await textOf("a:b")).toBe("new");
    expect(again.asked).toEqual(["watch a:b", "read a:b"]);
    await resources.close();
    await client.close();
  });

  it("is another authorisation where nobody named it, for readers made later, too", async () => {
    const client = await serving(saying("ann's"));
    const cache = createResourceCache();
    const ann = readerOf({ client }, { cache });
    expect(await ann.textOf("a:b")).toBe("ann's");
    await client.close();
    await serving(saying("bob's"), client);
    const bob = readerOf({ client }, { cache });
    expect(await bob.textOf("a:b")).toBe("bob's");
    expect(await ann.textOf("a:b")).toBe("bob's");
    await Promise.all([ann.resources.close(), bob.resources.close(), client.close()]);
  });

  it("in the middle of a read keeps that read out of the cache", async () => {
    const client = newClient();
    const swapped = { ...saying("bob's"), read: async (uri: string) => ({ contents: [{ uri, text: "bob's" }] }) };
    const swap = async (): Promise<object> => {
      await client.close();
      await serving(swapped, client);
      return {};
    };
    await serving(saying("ann's"), client);
    client.subscribeResource = swap;
    const cache = createResourceCache();
    const { resources, textOf } = readerOf({ client }, { cache });
    await textOf("a:b");
    expect(cache.size).toBe(0);
    await resources.close();
    await client.close();
  });
});

describe("two readers of one client", () => {
  it("are both told of changes as long as they are open", async () => {
    const { asked, ...answers } = saying("a");
    const client = await serving(answers);
    const [one, other] = [readerOf({ client }), readerOf({ client })];
    await Promise.all([one.textOf("a:b"), other.textOf("a:b")]);
    await one.resources.close();
    expect(asked).not.toContain("unwatch a:b");
    await other.resources.close();
    expect(asked.filter((what) => what === "unwatch a:b").length).toBe(1);
    await client.close();
  });

  it("leave no handler behind, in whatever order they are closed", async () => {
    const client = newClient();
    const mine = async () => undefined;
    client.fallbackNotificationHandler = mine;
    const [one, other] = [readerOf({ client }), readerOf({ client })];
    await one.resources.close();
    expect(client.fallbackNotificationHandler).not.toBe(mine);
    await other.resources.close();
    expect(client.fallbackNotificationHandler).toBe(mine);
  });
});

describe("readers of one resource at the same time", () => {
  it("share one request, and have a message each", async () => {
    const uri = newUri();
    await server.text(uri, "a", { ttlMs: 0 });
    const { resources } = readerOf(first);
    const messages = await Promise.all([1, 2, 3].map(() => resources.read("docs", uri)));
    expect(await server.reads(uri)).toBe(1);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(3);
    await resources.close();
  });

  it("go on when one of them gives up, and the server is not told", async () => {
    const uri = newUri();
    await server.set(uri, { hold: true, result: { contents: [{ uri, text: "a" }] } });
    const { resources, textOf } = readerOf(first);
    const impatient = new AbortController();
    const readers = [textOf(uri, impatient.signal), textOf(uri)];
    await expect.poll(() => server.reads(uri), POLLING).toBe(1);
    impatient.abort("enough");
    await expect(readers[0]).rejects.toBe("enough");
    await server.release(uri);
    expect(await readers[1]).toBe("a");
    expect(await server.asked(uri)).toEqual([`watch ${uri}`, `read ${uri}`]);
    await resources.close();
  });

  it("call the request off when all of them give up, without telling the server why; the next one asks anew", async () => {
    const uri = newUri();
    await server.set(uri, { hold: true, result: { contents: [{ uri, text: "a" }] } });
    const { resources, textOf } = readerOf(first);
    const impatient = new AbortController();
    const readers = [textOf(uri, impatient.signal), textOf(uri, impatient.signal)];
    await expect.poll(() => server.reads(uri), POLLING).toBe(1);
    impatient.abort("a secret");
    expect(await Promise.allSettled(readers)).toEqual([
      { status: "rejected", reason: "a secret" },
      { status: "rejected", reason: "a secret" },
    ]);
    const next = textOf(uri);
    await server.release(uri);
    expect(await next).toBe("a");
    expect(await server.asked(uri)).toEqual([
      `watch ${uri}`,
      `read ${uri}`,
      `called off ${uri}: AbortError: The request was called off.`,
      `read ${uri}`,
    ]);
    await resources.close();
  });

  it("all have the error, which is not kept", async () => {
    const uri = newUri();
    await server.set(uri, { error: { code: -32000 - 50, message: "a secret" } });
    const { resources, textOf } = readerOf(first);
    const results = await Promise.allSettled([textOf(uri), textOf(uri)]);
    expect(results.map((result) => result.status === "rejected" && result.reason.code)).toEqual(["refused", "refused"]);
    await server.text(uri, "a");
    expect(await textOf(uri)).toBe("a");
    expect(await server.reads(uri)).toBe(2);
    await resources.close();
  });
});

it("a signal for many reads has no listener when they are done, and none is told to the server", async () => {
  const uri = newUri();
  await server.text(uri, "a", { ttlMs: 0 });
  const stop = new AbortController();
  const { resources } = readerOf(first);
  for (let read = 0; read < 20; read++) await resources.read("docs", uri, { signal: stop.signal });
  await expect(resources.read("docs", "no:where", { signal: stop.signal })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  stop.abort();
  expect((await server.asked(uri)).filter((line) => line.startsWith("called off"))).toEqual([]);
  await resources.close();
});

describe("the bounds of a cache", () => {
  it("drop what was not asked for the longest", async () => {
    const [a, b, c] = [newUri(), newUri(), newUri()];
    await Promise.all([a, b, c].map((uri) => server.text(uri, "x")));
    const cache = createResourceCache({ max_entries: 2 });
    const { resources, textOf } = readerOf(first, { cache });
    for (const uri of [a, b, a, c, a, b]) await textOf(uri);
    expect([await server.reads(a), await server.reads(b), await server.reads(c), cache.size]).toEqual([1, 2, 1, 2]);
    await resources.close();
  });

  it("hold for characters, too, and what is larger than all of it is not kept", async () => {
    const [a, b, c] = [newUri(), newUri(), newUri()];
    await server.text(a, "x".repeat(500));
    await server.text(b, "x".repeat(500));
    await server.text(c, "x".repeat(1001));
    const cache = createResourceCache({ max_characters: 1000 });
    const { resources, textOf } = readerOf(first, { cache });
    for (const uri of [a, b, c, b]) await textOf(uri);
    expect([await server.reads(b), cache.size]).toEqual([1, 1]);
    await resources.close();
  });

  it("of 0 keep nothing", async () => {
    const uri = newUri();
    await server.text(uri, "x");
    const cache = createResourceCache({ max_entries: 0 });
    const { resources, textOf } = readerOf(first, { cache });
    await textOf(uri);
    expect(cache.size).toBe(0);
    await resources.close();
  });
});
