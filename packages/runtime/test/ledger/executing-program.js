/**
 * Executes the request of a folder as soon as it is told to go, with the ledger beside it: `node executing-program.js FOLDER`. Its tool
 * leaves a trace of each run, and hangs in calls whose argument says so.
 */

import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ToolDefinition } from "@parlance/builders";
import { decode } from "@parlance/core";
import { createFolderLedger } from "@parlance/runtime/ledger";
import { createTool, createToolRegistry, executeCalls } from "@parlance/runtime/tools";

const [folder = ""] = process.argv.slice(2);
const registry = createToolRegistry([
  createTool({
    definition: ToolDefinition.create({
      name: "trace",
      description: "Leaves a trace.",
      parameters: { type: "object", properties: { hangs: { type: "boolean" } }, required: ["hangs"] },
    }),
    traits: { category: "other", risk_level: "safe", capabilities: [] },
    concurrency: "exclusive",
    execute: ({ hangs }, { call_id }) => {
      appendFileSync(join(folder, "effects"), `${call_id}\n`);
      if (!hangs) return "done";
      console.log("hangs");
      return new Promise((resolve) => setTimeout(resolve, 60_000));
    },
  }),
]);
const request = decode(readFileSync(join(folder, "request.json"), "utf8"));
const ledger = createFolderLedger(join(folder, "ledger"));

console.log("ready");
process.stdin.once("data", async () => {
  const results = await executeCalls(request, { registry, ledger });
  console.log(`ended: ${results.map(({ data }) => data.status).join(" ")}`);
  process.stdin.destroy();
});
