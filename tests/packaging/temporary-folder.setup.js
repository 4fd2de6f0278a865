/** A folder for what the tests of packaging unpack, which is gone when all tests have ended: a worker that is ended cannot tidy up. */

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @param {import("vitest/node").TestProject} project */
export default function setup(project) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "parlance-packaging-")));
  project.provide("temporaryFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
