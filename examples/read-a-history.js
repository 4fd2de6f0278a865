/** Reads a history of any version and says what is in it: `node examples/read-a-history.js [FILE]`. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { decodeHistory } from "@parlance/core";

const file = process.argv[2] ?? fileURLToPath(new URL("histories/mixed.json", import.meta.url));
const { messages, issues } = decodeHistory(readFileSync(file), { logger: { warn() {} } });
for (const message of messages) console.log(describe(message));
console.log(`${messages.length} records, ${issues.length} issues`);

/**
 * Whatever version a message was stored in, here it is of the current one.
 * @param {import("@parlance/core").Message | import("@parlance/core").InvalidMessage} message
 */
function describe(message) {
  switch (message.type) {
    case "text":
      return `${message.data.role}: ${message.data.parts.map((part) => part.type).join(", ")}`;
    case "tool_request":
      return `tools asked for: ${message.data.tool_calls.map((call) => call.name).join(", ")}`;
    case "tool_result":
      return `tool result: ${message.data.status}`;
    case "unknown":
      return `kept, though unknown (${message.reason})`;
    case "invalid":
      return `kept, though broken (${message.issues[0]?.code})`;
    default:
      return message.type;
  }
}
