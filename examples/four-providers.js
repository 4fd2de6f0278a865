/** Says one conversation in the formats of four providers, and prints what each of them cannot say: `node examples/four-providers.js`. */

import { readFileSync } from "node:fs";
import { ToolDefinition } from "@parlance/builders";
import { decodeHistory } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import * as anthropic from "@parlance/providers/anthropic";
import * as ollama from "@parlance/providers/ollama";
import * as openai from "@parlance/providers/openai";
import * as vllm from "@parlance/providers/vllm";

const file = process.argv[2] ?? new URL("histories/session-v2.ndjson", import.meta.url);
const history = decodeHistory(readFileSync(file));

const runTests = ToolDefinition.create({
  name: "run_tests",
  description: "Runs the tests of the workspace.",
  parameters: { type: "object", properties: { filter: { type: "string", minLength: 1 } } },
});

/** The conversation as it is stored; records that nobody can read stay behind. */
const conversation = {
  system: "You are a careful programmer.",
  messages: history.messages.filter((message) => message.type !== "invalid"),
  tools: [runTests],
  options: { model: "a-model", temperature: 0.2, max_tokens: 2000, seed: 7 },
};

/** What each of them would answer, word for word as it comes over the wire. */
const answers = {
  openai:
    '{"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"run_tests","arguments":"{\\"filter\\":null}"}}]},"finish_reason":"tool_calls"}]}',
  vllm: '{"choices":[{"index":0,"message":{"role":"assistant","content":"","reasoning":"Once more.","tool_calls":[{"id":"chatcmpl-tool-1","type":"function","function":{"name":"run_tests","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}',
  ollama:
    '{"message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"run_tests","arguments":{}}}]},"done":true,"done_reason":"stop"}',
  anthropic:
    '{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"run_tests","input":{}}],"stop_reason":"tool_use"}',
};

for (const [name, provider] of Object.entries({ openai, vllm, ollama, anthropic })) {
  const { body, report, context } = provider.toRequest(conversation);
  console.log(`\n${name}: ${body.messages.length} messages, ${stringifyJson(body).length} characters of JSON`);
  for (const { action, path, code, reason } of report)
    console.log(`  ${action.padEnd(11)} ${path}  ${code}: ${reason}`);

  const answer = provider.fromResponse(answers[/** @type {keyof typeof answers} */ (name)], { context });
  const calls = answer.message?.tool_calls ?? [];
  for (const call of calls) console.log(`  answers     ${call.name}(${stringifyJson(call.arguments)})`);

  const imported = provider.importRequest(stringifyJson(body));
  console.log(
    `  reads back  ${imported.messages.length} chat messages, ${imported.report.length} of its members left out`,
  );
}
