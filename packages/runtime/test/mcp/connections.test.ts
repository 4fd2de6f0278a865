/** New connections, and several readers of one client or resource at a time. */

import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { createResourceCache } from "../../src/mcp/index.js";
import { newUri, POLLING, readerOf, saying, twoServers } from "./reader.js";
import { newClient, serving } from "./servers.js";

const { first, server } = await twoServers();

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

  it("a new connection in the middle of a read keeps that read out of the cache", async () => {
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
