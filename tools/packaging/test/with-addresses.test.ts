/** Where the project is found is said once, in the manifest of the repository. */

import { expect, it } from "vitest";
import { withAddresses } from "../src/with-addresses.js";

const MANIFEST = { name: "@parlance/core", license: "MIT", type: "module" };
const PLACE = "packages/core";

it("a package has the home page of the repository, and nothing that the repository has not", () => {
  expect(JSON.stringify(withAddresses(MANIFEST, { homepage: "https://parlance.dev" }, PLACE))).toBe(
    '{"name":"@parlance/core","homepage":"https://parlance.dev","license":"MIT","type":"module"}',
  );
});

it("a package says where in the repository it is, and where bugs are reported", () => {
  const repository = { type: "git", url: "git+https://example.com/parlance.git" };
  const bugs = { url: "https://example.com/parlance/issues" };
  expect(withAddresses(MANIFEST, { repository, bugs }, PLACE)).toEqual({
    ...MANIFEST,
    repository: { type: "git", url: "git+https://example.com/parlance.git", directory: "packages/core" },
    bugs,
  });
});

it("an address that the repository has no longer is gone", () => {
  expect(withAddresses({ ...MANIFEST, bugs: { url: "https://old.example.com" } }, {}, PLACE)).toEqual(MANIFEST);
});
