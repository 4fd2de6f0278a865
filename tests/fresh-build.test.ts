/** Whoever runs the tests of one package tests what stands in the source, never an older build of it. */

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "parlance-fresh-build-"));
const source = join(folder, "packages/one/src/index.js");

/** A workspace with one package, whose build copies its source. It has nothing to install, so that no link of this checkout is set anew. */
beforeAll(() => {
  for (const file of ["turbo.json", "tests/fresh-build.setup.js"]) cpSync(join(ROOT, file), join(folder, file));
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "copy", private: true, type: "module", packageManager }),
  );
  writeFileSync(
    join(folder, "pnpm-workspace.yaml"),
    "packages: [packages/*]\npmOnFail: ignore\nverifyDepsBeforeRun: false\n",
  );
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules/turbo"), join(folder, "node_modules/turbo"));
  symlinkSync(join(folder, "node_modules/turbo/bin/turbo"), join(folder, "node_modules/.bin/turbo"));
  mkdirSync(join(folder, "packages/one/src"), { recursive: true });
  const build = "node --check src/index.js && node -e \"fs.cpSync('src','dist',{recursive:true})\"";
  writeFileSync(
    join(folder, "packages/one/package.json"),
    JSON.stringify({ name: "one", version: "1.0.0", type: "module", scripts: { build } }),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

function setUp(): { readonly status: number | null; readonly stderr: string } {
  const program = 'await (await import("./tests/fresh-build.setup.js")).default()';
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, npm_lifecycle_event: "", TURBO_TELEMETRY_DISABLED: "1" },
  });
  return { status, stderr };
}

it("a package whose source is newer than its build is built before its tests", () => {
  for (const text of ["export const first = 1;", "export const second = 2;"]) {
    writeFileSync(source, text);
    expect(setUp()).toEqual({ status: 0, stderr: "" });
    expect(readFileSync(join(folder, "packages/one/dist/index.js"), "utf8")).toBe(text);
  }
});

it("a package that cannot be built ends the run with what the build says", () => {
  writeFileSync(source, "export const = 3;");
  const { status, stderr } = setUp();
  expect(status).toBe(1);
  expect(stderr).toContain("a package cannot be built, so there is nothing to test");
  expect(stderr).toContain("SyntaxError: Unexpected token '='");
});
