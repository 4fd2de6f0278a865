/** What is in a packed package: everything that its manifest and its README promise. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import root from "../../package.json" with { type: "json" };
import { HOMEPAGE } from "../../tools/generator/src/bundle.js";
import { withAddresses } from "../../tools/packaging/src/with-addresses.js";
import { type Manifest, PACKAGES, temporaryFolder, unpack } from "./packed.js";

const folder = temporaryFolder();
const unpacked = PACKAGES.map((name) => ({ name, manifest: unpack(name, join(folder, name)) }));

it("the home page is that of the schemas", () => {
  expect(root.homepage).toBe(HOMEPAGE);
});

describe.each(unpacked)("$name, packed,", ({ name, manifest }) => {
  const own = join(folder, name);

  it("has its licence, its README, its source and what was built, and nothing else", () => {
    const rest = readdirSync(own).filter((file) => file !== "CHANGELOG.md");
    expect(rest.sort()).toEqual(["LICENSE", "README.md", "dist", "package.json", "src"]);
    expect(readFileSync(join(own, "LICENSE"), "utf8")).toContain("MIT License");
  });

  it("says what it is, where the project is found, and how others find it", () => {
    expect(manifest).toMatchObject({ license: "MIT", homepage: "https://parlance.dev" });
    expect(manifest).toEqual(withAddresses(manifest, root, `packages/${name}`));
    expect(manifest.description.length).toBeGreaterThan(40);
    expect(manifest.keywords.length).toBeGreaterThan(5);
  });

  it("has a file behind every entry", () => {
    const targets = Object.values(manifest.exports).flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target),
    );
    const files = [...targets, ...Object.values(manifest.bin ?? {})];
    expect(files.filter((file) => !existsSync(join(own, file.replace("*", "openai"))))).toEqual([]);
  });

  it("depends on versions that a registry knows", () => {
    const { dependencies = {}, peerDependencies = {} } = manifest;
    const asked = Object.values({ ...dependencies, ...peerDependencies });
    expect(asked.filter((version) => !/^\^?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it("has a README whose links all lead somewhere", () => {
    const links = [...readme(name).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !leadsSomewhere(link, name))).toEqual([]);
  });
});

const REGISTRY = "https://www.npmjs.com/package/@parlance/";

/** A heading of this page or of another package's, a file in the package, or somebody else's site. */
function leadsSomewhere(link: string, from: string): boolean {
  if (link.startsWith("#")) return headings(from).includes(link.slice(1));
  if (link.startsWith(REGISTRY)) {
    const [name = "", heading] = link.slice(REGISTRY.length).split("#");
    return PACKAGES.includes(name) && (heading === undefined || headings(name).includes(heading));
  }
  if (/^https:\/\//.test(link)) return !link.startsWith("https://www.npmjs.com/");
  return !link.startsWith("..") && existsSync(join(folder, from, link));
}

function readme(name: string): string {
  return readFileSync(join(folder, name, "README.md"), "utf8");
}

/** As GitHub and npm make anchors of headings. */
function headings(name: string): string[] {
  return [...readme(name).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

it("the packages are released together, each asking for the others of the same version", () => {
  const versions = unpacked.flatMap(({ manifest }) => [manifest.version, ...ownDependencies(manifest)]);
  expect(new Set(versions.map((version) => version.replace("^", ""))).size).toBe(1);
});

function ownDependencies({ dependencies = {} }: Manifest): string[] {
  return Object.entries(dependencies).flatMap(([name, version]) => (name.startsWith("@parlance/") ? [version] : []));
}
