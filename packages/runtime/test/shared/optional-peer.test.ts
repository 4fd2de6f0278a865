/** Packages that only those install who need them. */

import { expect, it } from "vitest";
import { MissingPeerError } from "../../src/shared/missing-peer-error.js";
import { loadPeer } from "../../src/shared/optional-peer.js";

function notFound(message: string): Promise<never> {
  return Promise.reject(Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND" }));
}

it("gives the package where it is installed", async () => {
  expect(await loadPeer("node:path", () => import("node:path"))).toHaveProperty("join");
});

it.each(["no-such-package", "@no-such/package"])("says how to install %s, which is not there", async (name) => {
  const specifier: string = `${name}/entry`;
  const error = await loadPeer(name, () => import(/* @vite-ignore */ specifier)).catch((thrown: unknown) => thrown);
  expect(MissingPeerError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({
    code: "missing_peer",
    peer: name,
    message: `${name} is needed for this and is not installed: npm install ${name}`,
  });
});

it.each([
  ["workerd", 'No such module "no-such/entry".'],
  ["Chromium", "Failed to resolve module specifier 'no-such/entry'"],
  ["Firefox", "The specifier “no-such/entry” was a bare specifier, but was not remapped to anything."],
  ["Safari", "Module name, 'no-such/entry' does not resolve to a valid URL."],
])("says how to install what %s tells in words that it has not", async (_, message) => {
  const failing = (): Promise<never> => Promise.reject(new TypeError(message));
  await expect(loadPeer("no-such", failing)).rejects.toMatchObject({ code: "missing_peer", peer: "no-such" });
  await expect(loadPeer("no", failing)).rejects.toThrow(message);
});

it("says how to install what a test runner has errors of its own for", async () => {
  const error = {
    code: "MODULE_NOT_FOUND",
    message: "Cannot find module 'no-such/entry' from 'node_modules/a/index.js'",
  };
  await expect(loadPeer("no-such", () => Promise.reject(error))).rejects.toMatchObject({ code: "missing_peer" });
});

it.each([null, undefined, "text", { message: 1 }])("throws %s when the package does", async (thrown) => {
  expect(await loadPeer("a", () => Promise.reject(thrown)).catch((error: unknown) => error)).toBe(thrown);
});

it("throws what the package itself throws, also when something that it needs is missing", async () => {
  await expect(loadPeer("a", () => notFound("Cannot find package 'b' imported from /x/a/index.js"))).rejects.toThrow(
    "Cannot find package 'b'",
  );
  await expect(loadPeer("a", () => Promise.reject(new TypeError("broken")))).rejects.toThrow("broken");
});
