/** `parlance import`: conversations as providers' requests hold them become histories. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { CURRENT_VERSION } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { V1_TEXT } from "./support/messages.js";
import { run, temporaryFolder } from "./support/run.js";
import { runHere } from "./support/run-here.js";

const folder = temporaryFolder();
const emptyFolder = temporaryFolder();

const USER = `{"role":"user","content":"Weather?"}`;
const ASSISTANT = `{"role":"assistant","content":"Rain."}`;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const OPENAI = `{
  "model": "gpt-5",
  "messages": [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Weather?"},
    {"role": "assistant", "content": null, "tool_calls": [
      {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": "{\\"n\\":12345678901234567890}"}}
    ]},
    {"role": "tool", "tool_call_id": "call_1", "content": "rain"}
  ],
  "tools": [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}],
  "user": null
}
`;
const OLLAMA = `{"model":"qwen3","messages":[{"role":"system","content":"Be brief."},${USER},{"role":"assistant","content":"","tool_calls":[{"id":"call_1","function":{"name":"weather","arguments":{"n":12345678901234567890}}}]},{"role":"tool","content":"rain","tool_name":"weather","tool_call_id":"call_1"}]}`;
const ANTHROPIC = `{"model":"claude","max_tokens":100,"system":"Be brief.","messages":[${USER},{"role":"assistant","content":[{"type":"tool_use","id":"call_1","name":"weather","input":{"n":12345678901234567890}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","content":"rain"}]}]}`;

/** The messages of each history that was printed, as text: parsing would lose digits. */
function messagesIn(stdout: string): string[] {
  const lines = stdout.split("\n").slice(0, -1);
  return lines.map((line) => {
    const { schema_version, id, created_at, messages: _messages, ...rest } = JSON.parse(line);
    expect({ schema_version, rest }).toEqual({ schema_version: CURRENT_VERSION, rest: {} });
    expect(id).toMatch(UUID);
    expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(600_000);
    return line.slice(line.indexOf('"messages":') + '"messages":'.length, -1);
  });
}

const importing = (
  from: string,
  input: string | Uint8Array,
  ...options: readonly string[]
): ReturnType<typeof runHere> => runHere(["import", "--from", from, "-", ...options], { input });

describe("a request body becomes a conversation history, with every digit", () => {
  const MESSAGES = `[{"role":"system","content":"Be brief."},{"role":"user","content":"Weather?"},{"role":"assistant","tool_calls":[{"id":"call_1","name":"weather","arguments":{"n":12345678901234567890}}]},{"role":"tool","tool_call_id":"call_1","content":"rain","is_error":false}]`;
  for (const [provider, body] of [
    ["openai", OPENAI],
    ["vllm", OPENAI],
    ["ollama", OLLAMA],
    ["anthropic", ANTHROPIC],
  ] as const) {
    it(`a request body of ${provider} becomes a conversation history, with every digit`, async () => {
      const { code, stdout } = await importing(provider, body);
      expect(code).toBe(0);
      expect(messagesIn(stdout)).toEqual([MESSAGES]);
    });
  }
});

it("tells by line, pointer, action, code and reason what a history cannot hold, and not what it said", async () => {
  writeFileSync(join(folder, "request.json"), OPENAI.replace('"content": "rain"', '"content": "rain", "weird": "w"'));
  const { stderr } = await runHere(["import", "--from", "openai", "request.json"], { cwd: folder });
  expect(stderr.split("\n")).toEqual([
    expect.stringMatching(/^request\.json:1 {2}\/messages\/3\/weird {2}dropped {2}member_dropped {2}\S/),
    "request.json:1  /model  dropped  not_in_history  a conversation history holds messages only",
    "request.json:1  /tools  dropped  not_in_history  a conversation history holds messages only",
    "",
  ]);
});

it("tells each member that no history can hold once, however the provider reads it", async () => {
  const { stderr } = await importing(
    "openai",
    `{"messages":[${USER}],"tools":[{}],"seed":"x","a/b":1,"a b":{"c":1},"n":null}`,
  );
  expect(stderr.split("\n").map((line) => line.split("  ")[1])).toEqual(["/tools", "/seed", "/*", "/*", undefined]);
});

it("writes a history for each conversation of a file, one a line", async () => {
  const { code, stdout, stderr } = await importing("openai", `[${USER}]\n{"messages":[${ASSISTANT}]}\n`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(messagesIn(stdout)).toEqual([`[${USER}]`, `[${ASSISTANT}]`]);
});

describe("a conversation that is none", () => {
  it("leaves the old file as it was, and no other behind", async () => {
    const out = join(emptyFolder, "out.ndjson");
    writeFileSync(out, "old");
    const { code, stdout, stderr } = await importing(
      "openai",
      `[${USER}]\n[{"role":"wizard","content":"x"}]\n`,
      "-o",
      out,
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("<stdin>:2  /0/role  ");
    expect(stderr).toContain("parlance: <stdin> is not converted: 1 invalid\n");
    expect(readFileSync(out, "utf8")).toBe("old");
    expect(readdirSync(join(out, ".."))).toEqual(["out.ndjson"]);
  });

  it("keeps the others from being written, which are still looked at", async () => {
    const { code, stdout, stderr } = await importing("openai", `[${USER}]\n{"messages":7}\n[${USER}]\n[7]\n`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("<stdin>:2  /messages  ");
    expect(stderr).toContain("<stdin>:4  /0  ");
    expect(stderr).toContain("2 invalid");
  });

  for (const [title, text, message] of [
    ["a file that is cut off", `{"messages":[${USER}]}\n{"messages":[{"role":"us`, ":2  (record)  not_json"],
    ["an array that is cut off", `[${USER},`, "array_not_closed"],
    ["an answer in place of a request", `{"choices":[{"message":${ASSISTANT}}]}`, `expected property "messages"`],
    ["a request of Gemini", '{"contents":[{"parts":[{"text":"Hi"}]}]}', "found what looks like the format of Gemini"],
    ["messages of LangChain", '[{"type":"human","content":"Hi"}]', "found what looks like messages of LangChain"],
    ["messages that are not a list", `{"messages":"Hi"}`, ":1  /messages  "],
    ["a number", "7", "expected an object or an array, found number"],
    ["a text that holds a request", JSON.stringify(`{"messages":[${USER}]}`), "found string"],
    ["what is not UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), "not_utf8"],
    [
      "a stored message",
      `{"schema_version":${CURRENT_VERSION},"type":"text","data":{}}`,
      `:1  (record)  not_understood  expected a message of the provider, found a stored message of Parlance, which needs no import: "parlance export" makes requests of such, "parlance validate" checks them`,
    ],
    ["a stored message of the first version", `[${USER},${V1_TEXT}]`, ":1  /1  not_understood  "],
    ["a compressed file", gzipSync(OPENAI), "it looks compressed; unpack it first: gzip -dc"],
  ] as const) {
    it(`is told: ${title}`, async () => {
      const { code, stdout, stderr } = await importing("openai", text);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain(message);
    });
  }
});

describe("--strict", () => {
  it("refuses what a history cannot hold, tells it, and writes nothing", async () => {
    const out = join(folder, "strict.ndjson");
    const { code, stdout, stderr } = await importing("openai", OPENAI, "--strict", "-o", out);
    expect({ code, stdout, written: existsSync(out) }).toEqual({ code: 1, stdout: "", written: false });
    expect(stderr.split("\n").slice(1)).toEqual([
      "<stdin>:1  /tools  dropped  not_in_history  a conversation history holds messages only",
      "parlance: <stdin> is not converted: 1 conversation would not stay the same",
      "",
    ]);
  });

  it("takes what loses nothing", async () => {
    const { code, stdout, stderr } = await importing("openai", `[${USER}]`, "--strict");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(messagesIn(stdout)).toEqual([`[${USER}]`]);
  });
});

it("replaces the file that it read", async () => {
  const file = join(folder, "in-place.json");
  writeFileSync(file, `[${USER}]`);
  expect(await runHere(["import", "--from", "vllm", file, "-o", file])).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(messagesIn(readFileSync(file, "utf8"))).toEqual([`[${USER}]`]);
});

it("loads the provider that is asked for, and no other", () => {
  const coverage = join(folder, "coverage");
  run(["import", "--from", "ollama", "-"], { input: OLLAMA, env: { NODE_V8_COVERAGE: coverage } });
  const loaded = readdirSync(coverage).map((name) => readFileSync(join(coverage, name), "utf8"));
  const providers = loaded.flatMap((text) => text.match(/providers\/dist\/node\/(?!shared)[a-z-]+\//g) ?? []);
  expect([...new Set(providers)]).toEqual(["providers/dist/node/ollama/"]);
});
