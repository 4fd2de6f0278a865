/** No process is left behind. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("a program that closes its reader and its client ends by itself, and its server with it", async () => {
  const program = join(import.meta.dirname, "closing-program.js");
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  const [text, code, pid] = stdout.trim().split(" ");
  expect([text, code]).toEqual(["read", "closed"]);
  expect(() => process.kill(Number(pid), 0)).toThrow(/ESRCH/);
});
