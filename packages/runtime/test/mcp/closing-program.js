/** Reads a resource over stdio, closes what it opened and ends by itself; prints the id of the server's process. */

import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createMcpResources } from "@parlance/runtime/mcp";

const client = new Client({ name: "closing", version: "1.0.0" });
const args = [join(import.meta.dirname, "scripted-server.js")];
const transport = new StdioClientTransport({ command: process.execPath, args });
await client.connect(transport);
await client.callTool({ name: "set", arguments: { uri: "a:b", result: { contents: [{ uri: "a:b", text: "read" }] } } });
await client.callTool({ name: "set", arguments: { uri: "c:d", hold: true, result: { contents: [] } } });
const resources = createMcpResources({ servers: { docs: { client } } });
const [piece] = (await resources.read("docs", "a:b")).data.contents;
const pending = resources.read("docs", "c:d").catch(({ code }) => code);
await resources.close();
console.log(piece.text, await pending, transport.pid);
await client.close();
