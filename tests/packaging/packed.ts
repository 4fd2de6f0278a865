/** The packages as users get them: packed, and put into a project of its own outside of the repository. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    readonly temporaryFolder: string;
  }
}

export const ROOT: string = join(import.meta.dirname, "../..");
export const PACKAGES: readonly string[] = ["core", "builders", "providers", "runtime", "cli"];

/** The fields of a manifest that the tests read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<"types" | "node" | "default", string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly description: string;
  readonly keywords: readonly string[];
}

/** An empty folder that is gone when all tests have ended. */
export function temporaryFolder(): string {
  return mkdtempSync(join(inject("temporaryFolder"), "project-"));
}

let tarballs: string | undefined;

/** Packs all packages, once for all tests; each is in the folder as `parlance-<name>-<version>.tgz`. */
function packedTarballs(): string {
  if (tarballs === undefined) {
    tarballs = temporaryFolder();
    const filters = PACKAGES.flatMap((name) => ["--filter", `./packages/${name}`]);
    const args = ["--yes", "pnpm@12.21.0", "--recursive", ...filters, "pack", "--pack-destination", tarballs];
    execFileSync("npx", args, { cwd: ROOT, stdio: "pipe" });
  }
  return tarballs;
}

/** The path of a packed package. */
export function tarballOf(name: string): string {
  const folder = packedTarballs();
  const file = readdirSync(folder).find((entry) => entry.startsWith(`parlance-${name}-`));
  if (file === undefined) throw new Error(`${name} was not packed`);
  return join(folder, file);
}

/** Unpacks a package; gives its manifest. */
export function unpack(name: string, folder: string): Manifest {
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", tarballOf(name), "-C", folder, "--strip-components=1"]);
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** A project that has the packages and what they depend on, without the optional ones, and without asking a registry. */
export function projectWithPackages(): string {
  const project = temporaryFolder();
  for (const name of PACKAGES) {
    const { dependencies = {} } = unpack(name, join(project, "node_modules/@parlance", name));
    for (const dependency of Object.keys(dependencies)) linkDependency(project, name, dependency);
  }
  return project;
}

function linkDependency(project: string, owner: string, dependency: string): void {
  const link = join(project, "node_modules", dependency);
  if (dependency.startsWith("@parlance/") || existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(realpathSync(join(ROOT, "packages", owner, "node_modules", dependency)), link);
}

/** What a program can import of a package, such as `@parlance/core/codec`. */
export function importableOf({ name, exports }: Manifest): string[] {
  return Object.entries(exports).flatMap(([key, target]) => {
    if (typeof target === "string") return [];
    return key.includes("*") ? PROVIDERS.map((provider) => `${name}/${provider}`) : [join(name, key)];
  });
}

const PROVIDERS = ["anthropic", "ollama", "openai", "vllm"];
