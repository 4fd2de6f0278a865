import { describe, expect, it } from "vitest";
import { createResourceCache } from "../../src/mcp/index.js";
import { NOON, newUri, readerOf, twoServers } from "./reader.js";

const { first, server } = await twoServers();

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

  it("a time to live of 0 means that nothing is kept", async () => {
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
  ])("a time to live that is %s harms nobody", async (_, ttlMs, cache, reads, expected) => {
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

  it.each([
    ["a day, unless another cap is configured", 1e300, undefined, 86_400_000],
    ["the configured cap", 5_000, { max_server_ttl_ms: 1_000 }, 1_000],
    ["what the server says, where that is less", 500, { max_server_ttl_ms: 1_000 }, 500],
  ])("holds for %s", async (_, ttlMs, policy, kept) => {
    const uri = newUri();
    await server.text(uri, "a", { ttlMs });
    let now = NOON;
    const { resources } = readerOf(first, { now: () => now, policy });
    await resources.read("docs", uri);
    now += kept - 1;
    await resources.read("docs", uri);
    expect(await server.reads(uri)).toBe(1);
    now += 1;
    await resources.read("docs", uri);
    expect(await server.reads(uri)).toBe(2);
    await resources.close();
  });

  it("is capped, and not what is configured", async () => {
    const uri = newUri();
    await server.text(uri, "a");
    let now = NOON;
    const policy = { ttl_ms: 3_000, max_server_ttl_ms: 0 };
    const { resources } = readerOf(first, { now: () => now, policy });
    await resources.read("docs", uri);
    now += 2_999;
    await resources.read("docs", uri);
    expect(await server.reads(uri)).toBe(1);
    await server.text(uri, "a", { ttlMs: 3_000 });
    now += 1;
    await resources.read("docs", uri);
    await resources.read("docs", uri);
    expect(await server.reads(uri)).toBe(3);
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

  it("a cache with bounds of 0 keeps nothing", async () => {
    const uri = newUri();
    await server.text(uri, "x");
    const cache = createResourceCache({ max_entries: 0 });
    const { resources, textOf } = readerOf(first, { cache });
    await textOf(uri);
    expect(cache.size).toBe(0);
    await resources.close();
  });
});
