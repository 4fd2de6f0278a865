/** A program that keeps its conversation and its ledger in files and executes one request; its second tool hangs on the first run. */

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ToolCall, ToolDefinition, ToolRequestMessage } from "@parlance/builders";
import { decode, encode } from "@parlance/core";
import { createReplayLedger, createTool, createToolRegistry, decideCalls, executeCalls } from "@parlance/runtime/tools";

const folder = process.argv[2];
const path = (name) => join(folder, name);
const linesOf = (name) =>
  existsSync(path(name))
    ? readFileSync(path(name), "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];

const messages = new Map();
for (const line of linesOf("messages.ndjson")) {
  const message = decode(line);
  messages.set(message.id, message);
}
const onDirty = (message) => {
  messages.set(message.id, message);
  appendFileSync(path("messages.ndjson"), `${encode(message)}\n`);
};
const ledger = createReplayLedger(linesOf("ledger.txt"), (key) => appendFileSync(path("ledger.txt"), `\n${key}\n`));

const wasKilled = linesOf("effects.txt").includes("hang");
const registry = createToolRegistry(
  ["first", "hang", "last"].map((name) =>
    createTool({
      definition: ToolDefinition.create({ name, description: "Has an effect.", parameters: { type: "object" } }),
      traits: { category: "other", risk_level: "safe", capabilities: [] },
      concurrency: "exclusive",
      execute: () => {
        appendFileSync(path("effects.txt"), `${name}\n`);
        console.log(`running ${name}`);
        return name === "hang" && !wasKilled ? new Promise((resolve) => setTimeout(resolve, 60_000)) : name;
      },
    }),
  ),
);

const known = [...messages.values()].find(({ type }) => type === "tool_request");
const request =
  known ??
  (await decideCalls(
    ToolRequestMessage.create(["first", "hang", "last"].map((name, at) => ToolCall.create(`call_${at}`, name, {}))),
    { registry, onDirty },
  ));
const results = [...messages.values()].filter(({ type }) => type === "tool_result");
const all = await executeCalls(request, { registry, ledger, results, onDirty });
console.log(all.map(({ data }) => data.status).join(" "));
