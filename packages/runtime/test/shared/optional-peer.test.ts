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

it("throws what the package itself throws, also when something that it needs is missing", async () => {
  await expect(loadPeer("a", () => notFound("Cannot find package 'b' imported from /x/a/index.js"))).rejects.toThrow(
    "Cannot find package 'b'",
  );
  await expect(loadPeer("a", () => Promise.reject(new TypeError("broken")))).rejects.toThrow("broken");
});
