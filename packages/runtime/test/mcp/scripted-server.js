/** A real MCP server over stdio that answers reads as its tools were told to, notes what it is asked, and tells changes on demand. */

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";

const server = new Server(
  { name: "scripted", version: "1.0.0" },
  { capabilities: { resources: { subscribe: true, listChanged: true }, tools: {} } },
);
const answers = new Map();
const releases = new Map();
const asked = [];
let pages = [{ resources: [] }];
let refusals = {};

/** Each answer is `{ result }`, `{ error: { code, message } }` or `{ pieces, length }`; `hold` waits for the tool `release`. */
const tools = {
  set({ uri, ...answer }) {
    const held = answer.hold ? new Promise((resolve) => releases.set(uri, resolve)) : undefined;
    answers.set(uri, { ...answer, held });
  },
  release: ({ uri }) => releases.get(uri)?.(),
  list: (listed) => (pages = listed.pages),
  refuse: (methods) => (refusals = methods),
  notify: (notification) => server.notification(notification),
  die: () => process.exit(3),
};

server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given } }) => {
  if (name === "asked") return { content: [], structuredContent: { asked } };
  await tools[name](given);
  return { content: [] };
});

server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
  const answer = answers.get(uri);
  asked.push(`read ${uri}`);
  signal.addEventListener("abort", () => asked.push(`called off ${uri}: ${signal.reason}`));
  if (answer === undefined) throw new McpError(-32602, `no resource ${uri}`);
  const result = answer.result ?? generated(uri, answer);
  await answer.held;
  if (answer.error !== undefined) throw Object.assign(new Error(answer.error.message), answer.error);
  return result;
});

function generated(uri, { pieces = 1, length = 0 }) {
  return { contents: Array.from({ length: pieces }, (_, at) => ({ uri: `${uri}/${at}`, text: "x".repeat(length) })) };
}

server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => {
  asked.push("list");
  refuse("list");
  const page = Number(params?.cursor ?? 0);
  return pages === "endless" ? { resources: [], nextCursor: `${page + 1}` } : pages[page];
});

server.setRequestHandler(SubscribeRequestSchema, ({ params: { uri } }) => {
  asked.push(`watch ${uri}`);
  refuse("watch");
  return {};
});

server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
  asked.push(`unwatch ${uri}`);
  return {};
});

function refuse(what) {
  if (refusals[what] === true) throw new McpError(-32603, "not today");
}

await server.connect(new StdioServerTransport());
