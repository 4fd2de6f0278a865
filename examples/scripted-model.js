/** A small local server that speaks the format of OpenAI and has one thing to say: it fixes the file that the screenshot names. */

import { createServer } from "node:http";

const PATH = "src/price.js";
const FIXED = "export const total = (prices) => prices.reduce((sum, price) => sum + price, 0);\n";

/** Starts the server on a free port. @returns {Promise<{ base_url: string, close: () => void }>} */
export async function startScriptedModel() {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of answerTo(JSON.parse(text))) response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.end("data: [DONE]\n\n");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { base_url: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

/**
 * First it reads, then it writes, then it says how that went.
 * @param {{ messages: { role: string, content: string }[] }} request
 */
function answerTo({ messages }) {
  const results = messages.filter(({ role }) => role === "tool").map(({ content }) => content);
  if (results.length === 0)
    return calling("The screenshot shows an error in the sum. I read the file.", "read_file", { path: PATH });
  if (results.length === 1)
    return calling("The sum of nothing has no start.", "write_file", { path: PATH, content: FIXED });
  return results[1]?.includes("denied")
    ? saying("Then I leave the file as it is.")
    : saying("Fixed: the sum starts at 0 now.");
}

/** @param {string} text */
function saying(text) {
  return [...text.split(/(?<= )/).map((content) => chunk({ content })), chunk({}, "stop")];
}

/** @param {string} text @param {string} name @param {Record<string, string>} args */
function calling(text, name, args) {
  const call = { index: 0, id: `call_${name}`, type: "function", function: { name, arguments: JSON.stringify(args) } };
  return [...saying(text).slice(0, -1), chunk({ tool_calls: [call] }), chunk({}, "tool_calls")];
}

/** @param {object} delta @param {string | null} finish_reason */
function chunk(delta, finish_reason = null) {
  return { object: "chat.completion.chunk", model: "scripted", choices: [{ index: 0, delta, finish_reason }] };
}
