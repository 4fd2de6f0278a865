/** A turn in a process of its own, that stores what it does and is killed in the middle: `node killed-turn.js URL FOLDER ask|run`. */

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { AgentRequest, ToolDefinition } from "@parlance/builders";
import { encode } from "@parlance/core";
import { createHttpModel, runAgent } from "@parlance/runtime";
import { createReplayLedger, createTool } from "@parlance/runtime/tools";

const [url = "", folder = "", step = ""] = process.argv.slice(2);

/** @param {string} name @param {string} text */
const append = (name, text) => appendFileSync(join(folder, name), `${text}\n`, { flush: true });

/** @param {string} name @param {boolean} isQuick */
const tool = (name, isQuick) =>
  createTool({
    definition: ToolDefinition.create({
      name,
      description: "Leaves a trace.",
      parameters: { type: "object", properties: {} },
    }),
    traits: { category: "other", risk_level: step === "ask" ? "high" : "safe", capabilities: [] },
    concurrency: "exclusive",
    execute: () => {
      append("effects", name);
      if (isQuick) return "done";
      console.log("reached");
      return new Promise(() => undefined);
    },
  });

// Keeps the process alive until somebody kills it.
setInterval(() => undefined, 1_000);

const request = AgentRequest.simple("Hello");
append("request.json", AgentRequest.encode(request));
await runAgent(request, {
  model: createHttpModel({ provider: "openai", base_url: url, model: "m" }),
  tools: [tool("quick", true), tool("slow", false)],
  ledger: createReplayLedger([], (key) => append("ledger", `\n${key}`)),
  onDirty: (message) => append("messages.ndjson", encode(message)),
  ask: () => {
    console.log("reached");
    return new Promise(() => undefined);
  },
});
