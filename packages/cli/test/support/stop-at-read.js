/** Loaded before the command: it stands still when it is about to read its input for the time that STOP_AT_READ says, until it is continued. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

let left = Number(process.env.STOP_AT_READ);

for (const name of ["read", "readSync"]) {
  const original = fs[name];
  fs[name] = (...given) => {
    // From Node 22 on, modules are read by this too while they are loaded.
    if (!new Error().stack.includes("readFileSync")) left -= 1;
    if (left === 0) process.kill(process.pid, "SIGSTOP");
    return original(...given);
  };
}
syncBuiltinESMExports();
