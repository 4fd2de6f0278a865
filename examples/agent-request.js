/** Builds an agent request with tools, files and permissions, and prints what would be sent: `node examples/agent-request.js`. */

import {
  AgentRequest,
  AgentRequestBuilder,
  ChatMessage,
  ConversationHistory,
  FileContext,
  TextSelection,
  ToolAvailabilityContext,
  ToolCall,
  ToolDefinition,
  ToolPermission,
} from "@parlance/builders";

const WORKSPACE = "/home/ada/shop";

/** @param {string} name @param {string} description @param {string} argument */
const toolWithOneArgument = (name, description, argument) =>
  ToolDefinition.create({
    name,
    description,
    parameters: { type: "object", properties: { [argument]: { type: "string" } }, required: [argument] },
  });

const definitions = [
  toolWithOneArgument("read_file", "Reads a file of the workspace.", "path"),
  toolWithOneArgument("write_file", "Overwrites a file of the workspace.", "path"),
  toolWithOneArgument("run_command", "Runs a command in the workspace.", "command"),
  toolWithOneArgument("fetch_page", "Fetches a page of the web.", "url"),
];

/** What the program knows of its own tools; a model has no say in it. @type {import("@parlance/builders").ToolTraits[]} */
const tools = [
  { id: "read_file", category: "file_system", risk_level: "safe", capabilities: [], pattern_arguments: ["path"] },
  {
    id: "write_file",
    category: "file_system",
    risk_level: "medium",
    capabilities: ["writes_files"],
    pattern_arguments: ["path"],
  },
  { id: "run_command", category: "terminal", risk_level: "high", capabilities: [], pattern_arguments: ["command"] },
  { id: "fetch_page", category: "network", risk_level: "low", capabilities: [] },
];

/** Ada has allowed writing below src, and npm test with any words, but no options, after it. */
const permissions = [
  ToolPermission.patternAutoApproval("write_file", { kind: "path_glob", value: "src/**" }),
  ToolPermission.patternAutoApproval("run_command", { kind: "command_prefix", value: "npm test" }),
];

const context = ToolAvailabilityContext.with(ToolAvailabilityContext.forWorkspace(WORKSPACE), {
  active_file_path: "src/price.ts",
  active_selection: TextSelection.singleLine(2, 10, 26, "Math.round(price)"),
  allow_network_tools: false,
  session_permissions: Object.fromEntries(permissions.map((permission) => [permission.tool_id, permission])),
});

const history = ConversationHistory.create();
history.add(ChatMessage.createSystem("You are a careful programmer."));
history.add(ChatMessage.createUser("Why is the total a cent too high?"));
history.add(ChatMessage.createAssistant(null, [ToolCall.create("call00001", "read_file", { path: "src/price.ts" })]));
history.add(ChatMessage.createToolResult("call00001", "export const total = (price) =>\n  Math.round(price);\n"));
history.add(ChatMessage.createAssistant("It rounds each price. Shall I round the sum instead?"));

const request = AgentRequestBuilder.create()
  .withMessage("Yes, please, and run the tests.")
  .withHistory(history)
  .withFile(FileContext.fromContent("src/price.ts", "export const total = (price) =>\n  Math.round(price);\n"))
  .withFile(FileContext.fromExcerpt("README.md", "Use ``` for code.\n", 12, 12, 2048))
  .withToolContext(context)
  .withInferenceOptions({ temperature: 0.2, max_tokens: 2000 })
  .withMaxIterations(8)
  .build();

console.log(AgentRequest.describe(request));

console.log("\nFiles, as a model reads them:\n");
for (const file of request.attached_files ?? []) console.log(FileContext.toPromptFormat(file));

console.log("\nTools offered:\n");
for (const tool of tools) {
  const { available, rule } = ToolAvailabilityContext.decide(context, tool, {});
  const definition = definitions.find(({ name }) => name === tool.id);
  console.log(`  ${available ? "yes" : "no "}  ${tool.id.padEnd(12)} ${available ? definition?.description : rule}`);
}

console.log("\nWhat calls may do without asking:\n");
/** @type {[string, Record<string, string>][]} */
const calls = [
  ["read_file", { path: "README.md" }],
  ["write_file", { path: "src/price.ts" }],
  ["write_file", { path: "src/../../.bashrc" }],
  ["run_command", { command: "npm test price" }],
  ["run_command", { command: "npm test --script-shell=./x" }],
  ["run_command", { command: "npm test && rm -rf ~" }],
];
for (const [id, args] of calls) {
  const tool = tools.find((one) => one.id === id);
  if (tool === undefined) continue;
  const { approval, rule } = ToolAvailabilityContext.decide(context, tool, args);
  console.log(`  ${approval.padEnd(4)}  ${Object.values(args).join().padEnd(28)} ${rule}`);
}

console.log("\nThe request, as it is stored and sent:\n");
console.log(AgentRequest.encode(request));
