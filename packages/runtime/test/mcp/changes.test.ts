/** What changes that servers tell do to what is kept, and to what is being read. */

import { describe, expect, it, vi } from "vitest";
import { createResourceCache } from "../../src/mcp/index.js";
import { newUri, POLLING, readerOf, twoServers } from "./reader.js";

const { first, second, server, other } = await twoServers();

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

  it("a change of a part ends what was kept of the whole, and the other way round", async () => {
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

  it("a change of a piece with a URI of its own ends what was kept of the resource", async () => {
    const uri = newUri();
    await server.set(uri, { result: { contents: [{ uri: "elsewhere://piece", text: "a" }] } });
    const { resources, textOf } = readerOf(first);
    await textOf(uri);
    await server.updated("elsewhere://piece");
    await textOf(uri);
    expect(await server.reads(uri)).toBe(2);
    await resources.close();
  });

  it("a change of a resource whose name only begins alike ends nothing", async () => {
    const uri = newUri();
    await server.text(uri, "a");
    const { resources, textOf } = readerOf(first);
    await textOf(uri);
    await server.updated(`${uri}0`);
    await textOf(uri);
    expect(await server.reads(uri)).toBe(1);
    await resources.close();
  });

  it("is gathered with others: ten thousand cost no look at what is kept for each", async () => {
    const uri = newUri();
    await server.text(uri, "a", { ttlMs: 1000 });
    const { resources, textOf } = readerOf(first);
    await textOf(uri);
    const looks = vi.spyOn(String.prototype, "startsWith");
    try {
      for (let at = 0; at < 10_000; at++)
        resources.notified("docs", {
          method: "notifications/resources/updated",
          params: { uri: `test://other/${at}` },
        });
      expect(looks.mock.calls.length).toBeLessThan(1_000);
    } finally {
      looks.mockRestore();
    }
    // So many are taken as one of everything.
    await textOf(uri);
    expect(await server.reads(uri)).toBe(2);
    await resources.close();
  });

  it("changes of a hundred others leave what is kept, however often they are told", async () => {
    const uri = newUri();
    await server.text(uri, "a", { ttlMs: 1000 });
    const { resources, textOf } = readerOf(first);
    await textOf(uri);
    for (let at = 0; at < 1_000; at++)
      resources.notified("docs", { method: "notifications/resources/updated", params: { uri: `a:${at % 100}` } });
    await textOf(uri);
    expect(await server.reads(uri)).toBe(1);
    await resources.close();
  });

  it.each(["", "x".repeat(8_193)])(
    "a change of a URI that nobody could read ends all that was kept",
    async (changed) => {
      const uri = newUri();
      await server.text(uri, "a", { ttlMs: 1000 });
      const { resources, textOf } = readerOf(first);
      await textOf(uri);
      resources.notified("docs", { method: "notifications/resources/updated", params: { uri: changed } });
      await textOf(uri);
      expect(await server.reads(uri)).toBe(2);
      await resources.close();
    },
  );

  it("a change of the list ends all that was kept of the server, for every authorisation", async () => {
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

  it("a change without a readable URI ends all that was kept of the server", async () => {
    const uri = newUri();
    await server.text(uri, "a");
    const cache = createResourceCache();
    const { resources, textOf } = readerOf(first, { cache });
    await textOf(uri);
    await server.call("notify", { method: "notifications/resources/updated", params: { uri: 7 } });
    expect(cache.size).toBe(0);
    await resources.close();
  });

  it("a change while a read is under way keeps that read out of the cache, and later readers from waiting for it", async () => {
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

  it("what changes while another reader of the same cache reads is kept by neither", async () => {
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

  it("a change that cannot be asked for is warned of, and the resource read all the same", async () => {
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
