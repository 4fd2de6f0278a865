/** What the command behind `npm run release` makes of its options. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const COMMAND = join(import.meta.dirname, "../dist/main.js");

it.each([[["--dryrun"]], [["--otp", "123456"]], [["--dry-run", "now"]]])(
  "a release with %j is refused with both ways to call it, and nothing is published",
  (args) => {
    // Without a PATH there is nothing to publish with.
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { encoding: "utf8", env: { PATH: "" } });
    expect(status).toBe(2);
    expect(stderr).toContain("npm run release -- --dry-run");
  },
);

it("a rehearsal that fails ends with status 1 and says that this could not be released", () => {
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, "--dry-run"], {
    encoding: "utf8",
    env: { PATH: "" },
  });
  expect(status).toBe(1);
  expect(stderr).toContain("This could not be released.");
});
