/** What becomes of a turn of the example agent: resumed after a crash, refused by who is asked, and with a server of one's own. */
import { execFile, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param input What is piped into the program. */
function nodeWith(input: string, ...args: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8", input });
  return { code: status, stdout, stderr };
}

it("goes on with the run before, also where a crash tore the last line, and runs no tool twice", () => {
  const turn = join(ROOT, "out/agent-workspace/turn.ndjson");
  nodeWith("y\n", "examples/agent-workspace.js");
  const over = nodeWith("", "examples/agent-workspace.js", "--resume");
  expect(over.stdout).toContain("The turn is completed.\n  call_read_file success\n  call_write_file success\n");
  const records = readFileSync(turn, "utf8").trim().split("\n\n");
  writeFileSync(turn, `\n${records.slice(0, -2).join("\n\n")}\n\n${records.at(-2)?.slice(0, 50)}`);
  const { code, stdout, stderr } = nodeWith("", "examples/agent-workspace.js", "--resume");
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: "parlance: invalid_message at /messages/8: a stored record that is not a message was left out\n",
  });
  expect(stdout).toContain("The turn is completed.\n  call_read_file success\n  call_write_file interrupted\n");
});

it.each(["n\n", ""])("writes nothing where the answer is %j", (input) => {
  const { code, stdout } = nodeWith(input, "examples/agent-workspace.js");
  expect(code).toBe(0);
  expect(stdout).toContain("Then I leave the file as it is.\n\nThe turn is completed.\n");
  expect(stdout).toContain("  call_write_file denied\n");
  expect(stdout).toMatch(/sum \+ price\);\n$/);
});

it("speaks to the server that is named, and shows it the screenshot's text, the page and two tools", async () => {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    for await (const piece of request) asked.push(String(piece));
    response.end(
      '{"message":{"role":"assistant","content":"The sum has no start."},"done":true,"done_reason":"stop"}\n',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const env = {
    ...process.env,
    PARLANCE_BASE_URL: `http://127.0.0.1:${port}`,
    PARLANCE_PROVIDER: "ollama",
    PARLANCE_MODEL: "some-model",
    PARLANCE_API_KEY: "some-key",
  };
  const args = ["examples/agent-workspace.js", "What is wrong?"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
  server.close();
  expect(stdout).toContain("The sum has no start.\n\nThe turn is completed.\n");
  const [line, ...body] = asked;
  expect(line).toBe("/api/chat Bearer some-key");
  const { model, messages, tools } = JSON.parse(body.join(""));
  expect(model).toBe("some-model");
  const shown = JSON.stringify(messages);
  for (const text of ["TypeError: Reduce of empty array", "demo://resource/static/document/structure.md"])
    expect(shown).toContain(text);
  expect(messages.at(-1)).toEqual({ role: "user", content: "What is wrong?" });
  expect(tools.map((tool: { function: { name: string } }) => tool.function.name)).toEqual(["read_file", "write_file"]);
});
