/** `parlance import`: conversations as providers' requests hold them become stored messages, or histories. */

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { CURRENT_VERSION, decodeHistory } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { V1_TEXT } from "./support/messages.js";
import { COMMAND, run, temporaryFolder } from "./support/run.js";
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

/** What is in the envelope of each message that was printed besides what it says. */
function envelopesIn(stdout: string): object[] {
  return lines(stdout).map((line) => {
    const { data: _data, schema_version, ...envelope } = JSON.parse(line);
    expect(schema_version).toBe(CURRENT_VERSION);
    return envelope;
  });
}

const lines = (stdout: string): string[] => stdout.split("\n").slice(0, -1);

/** What each message that was printed says, as text: parsing would lose digits. */
const dataIn = (stdout: string): string[] =>
  lines(stdout).map((line) => line.slice(line.indexOf('"data":') + '"data":'.length, line.lastIndexOf(',"source":')));

const conversationsIn = (stdout: string): string[] => [
  ...new Set(lines(stdout).map((line) => JSON.parse(line).conversation_id)),
];

const sourcesIn = (stdout: string): object[] => lines(stdout).map((line) => JSON.parse(line).source);

/** The messages of each history that was printed, as text: parsing would lose digits. */
function historiesIn(stdout: string): string[] {
  return lines(stdout).map((line) => {
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

const said = (role: string, text: string): string => `{"role":"${role}","parts":[{"type":"text","text":"${text}"}]}`;

describe("a request body becomes stored messages, with every digit", () => {
  const CALL = `{"id":"call_1","name":"weather","arguments":{"n":12345678901234567890},"approval":{"status":"pending"}}`;
  for (const [provider, body] of [
    ["openai", OPENAI],
    ["vllm", OPENAI],
    ["ollama", OLLAMA],
    ["anthropic", ANTHROPIC],
  ] as const) {
    it(`a request body of ${provider} becomes stored messages, with every digit`, async () => {
      const { code, stdout } = await importing(provider, body);
      expect(code).toBe(0);
      const ids = envelopesIn(stdout).map((envelope) => "id" in envelope && envelope.id);
      expect(dataIn(stdout)).toEqual([
        said("system", "Be brief."),
        said("user", "Weather?"),
        `{"tool_calls":[${CALL}],"answer":{"id":"${ids[2]}"}}`,
        `{"request_id":"${ids[2]}","tool_call_id":"call_1","status":"success","output":"rain"}`,
      ]);
      expect(decodeHistory(stdout).issues).toEqual([]);
    });
  }
});

describe("who imports a conversation again gets the same messages", () => {
  const WITHOUT_IDS = `{"model":"m","messages":[${USER},{"role":"assistant","content":"I look.","tool_calls":[{"type":"function","function":{"name":"weather","arguments":"{\\"n\\":12345678901234567890}"}}]},{"role":"tool","content":"rain"}]}`;

  it("ids and times are made of what was read: the literals are those of Python's uuid and hashlib", async () => {
    const envelope = { conversation_id: "5de94271-5657-5ab9-a743-17628a484d4d", source: { format: "openai", line: 1 } };
    const { stdout } = await importing("openai", WITHOUT_IDS);
    expect(envelopesIn(stdout)).toEqual([
      {
        ...envelope,
        type: "text",
        id: "a48f5e35-b4a2-5003-a954-bf06a5abc406",
        created_at: "1970-01-01T00:00:00.000Z",
      },
      {
        ...envelope,
        type: "text",
        id: "7bdec9ca-ba19-5d97-9852-66e6867a0df8",
        created_at: "1970-01-01T00:00:00.001Z",
      },
      {
        ...envelope,
        type: "tool_request",
        id: "3f5e325e-c673-58e8-91ec-369daca7796c",
        created_at: "1970-01-01T00:00:00.002Z",
      },
      {
        ...envelope,
        type: "tool_result",
        id: "b70e1bc5-4703-5af6-938b-3fac9c735e2a",
        created_at: "1970-01-01T00:00:00.003Z",
      },
    ]);
    expect(stdout.match(/"5c95c156-93d6-5b5f-b914-521e9fb497c8"/g)).toHaveLength(2);
  });

  it.each(["openai", "vllm", "ollama", "anthropic"])(
    "two imports from %s are the same byte for byte, with ids of calls that were made up",
    async (provider) => {
      const body = provider === "anthropic" ? ANTHROPIC : WITHOUT_IDS.replace(/"(\{.*?\})"/, '{"n":1}');
      const first = await importing(provider, body);
      expect(first.code).toBe(0);
      expect(await importing(provider, body)).toEqual(first);
    },
  );

  it("a conversation gets the same ids however a file holds it, and whatever stands before it", async () => {
    const forms = [
      `{"messages":[${USER},${ASSISTANT}]}`,
      `[${USER},${ASSISTANT}]`,
      `${USER}\n${ASSISTANT}\n`,
      `[\n  ${USER},\n  ${ASSISTANT}\n]`,
      `{"messages":[]}\n\n{"messages":[${USER},${ASSISTANT}]}`,
    ];
    const ids: string[][] = [];
    for (const form of forms) {
      const { stdout } = await importing("openai", form);
      ids.push(lines(stdout).map((line) => JSON.parse(line).id));
    }
    expect(ids[0]).toHaveLength(2);
    for (const others of ids) expect(others).toEqual(ids[0]);
  });

  it("a conversation that a file has twice is two, whose messages have ids of their own", async () => {
    const once = await importing("openai", `[${USER}]\n`);
    const twice = await importing("openai", `[${USER}]\n[${ASSISTANT}]\n[${USER}]\n`);
    expect(lines(twice.stdout)[0]).toBe(lines(once.stdout)[0]);
    expect(conversationsIn(twice.stdout)).toHaveLength(3);
    expect(envelopesIn(twice.stdout)[2]).toMatchObject({
      id: "76041104-6823-530d-982b-9b5fdb94b300",
      conversation_id: "ddea2929-66b1-5235-88f1-0740ca583d41",
    });
  });

  it("a conversation that two files have is two as well", async () => {
    writeFileSync(join(folder, "one.json"), `[${USER}]`);
    writeFileSync(join(folder, "two.json"), `[${USER}]`);
    const { stdout } = await runHere(["import", "--from", "openai", "one.json", "two.json"], { cwd: folder });
    expect(conversationsIn(stdout)).toHaveLength(2);
    expect(sourcesIn(stdout)).toMatchObject([{ file: "one.json" }, { file: "two.json" }]);
  });
});

describe("the source of a message", () => {
  it("a message says the name of its file without folders, and none where it came by standard input", async () => {
    writeFileSync(join(folder, "named.json"), `\n[${USER}]`);
    const named = await runHere(["import", "--from", "openai", join(folder, "named.json")]);
    expect(sourcesIn(named.stdout)).toEqual([{ format: "openai", file: "named.json", line: 2 }]);
    const input = await importing("openai", `[${USER}]`);
    expect(sourcesIn(input.stdout)).toEqual([{ format: "openai", line: 1 }]);
  });

  it("a message says no file where a shell handed over a pipe", () => {
    const script = `"$0" "$1" import --from openai <(echo '[${USER}]')`;
    const { stdout, status } = spawnSync("bash", ["-c", script, process.execPath, COMMAND], { encoding: "utf8" });
    expect(status).toBe(0);
    expect(sourcesIn(stdout)).toEqual([{ format: "openai", line: 1 }]);
  });

  it("a message says its own line where each stood on one", async () => {
    const { stdout } = await importing("openai", `${USER}\n\n${ASSISTANT}\n`);
    expect(sourcesIn(stdout)).toMatchObject([{ line: 1 }, { line: 3 }]);
  });

  it("a message says the line of the provider's message that it was read from, where such became several or none", async () => {
    const asked = `{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"t","input":{}}]}`;
    const answered = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","cache_control":{"type":"ephemeral"}},{"type":"text","text":"And?"}]}`;
    const input = `${USER}\n{"role":"assistant","content":[]}\n${asked}\n${answered}\n${ASSISTANT}\n`;
    const { stdout, stderr } = await importing("anthropic", input);
    expect(sourcesIn(stdout)).toMatchObject([{ line: 1 }, { line: 3 }, { line: 4 }, { line: 4 }, { line: 5 }]);
    expect(stderr).toContain("<stdin>:4  /cache_control  dropped  member_dropped  a stored message has no place");
    const listed = `{"system":"Be brief.","messages":[${USER},${asked},${answered}]}`;
    expect((await importing("anthropic", listed)).stderr).toContain("<stdin>:1  /messages/2/cache_control  dropped");
  });

  it("a hostile name of a file stays one line of JSON, and is never shown to a terminal as it is", async () => {
    const name = "a\nb\u001b[31m\u202e.json";
    writeFileSync(join(folder, name), `{"messages":[${USER}],"n":1}`);
    const { code, stdout, stderr } = await runHere(["import", "--from", "openai", name], { cwd: folder });
    expect(code).toBe(0);
    expect(lines(stdout)).toHaveLength(1);
    expect(sourcesIn(stdout)).toMatchObject([{ file: name }]);
    expect(lines(stderr)).toHaveLength(1);
    expect(["\u001b", "\u202e"].filter((mark) => stderr.includes(mark))).toEqual([]);
  });
});

it("prints what the page of the package shows for its example", async () => {
  const page = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
  const [, input = "", printed] = /echo '([^']*)' \| parlance import[^`]*```\n\n```text\n([^`]*)```/.exec(page) ?? [];
  const { stdout, stderr } = await importing("openai", `${input}\n`);
  expect(stdout + stderr).toBe(printed?.replace(/"schema_version":\d+/, `"schema_version":${CURRENT_VERSION}`));
});

it("tells by line, pointer, action, code and reason what stored messages cannot hold, and not what it said", async () => {
  const odd = OPENAI.replace('"content": "rain"', '"content": "rain", "weird": "w"').replace(
    '"content": "Weather?"',
    '"content": "Weather?", "name": "ann"',
  );
  writeFileSync(join(folder, "request.json"), odd);
  const { stderr } = await runHere(["import", "--from", "openai", "request.json"], { cwd: folder });
  expect(stderr.split("\n")).toEqual([
    expect.stringMatching(/^request\.json:1 {2}\/messages\/3\/weird {2}dropped {2}member_dropped {2}\S/),
    "request.json:1  /messages/1/name  dropped  member_dropped  a stored message has no place for this member",
    "request.json:1  /model  dropped  not_in_messages  stored messages hold what was said only",
    "request.json:1  /tools  dropped  not_in_messages  stored messages hold what was said only",
    "",
  ]);
});

it("tells each member that no message can hold once, however the provider reads it", async () => {
  const { stderr } = await importing(
    "openai",
    `{"messages":[${USER}],"tools":[{}],"seed":"x","a/b":1,"a b":{"c":1},"n":null}`,
  );
  expect(stderr.split("\n").map((line) => line.split("  ")[1])).toEqual(["/tools", "/seed", "/*", "/*", undefined]);
});

describe("messages that say nothing are kept where the provider takes them", () => {
  it.each(["openai", "vllm", "ollama", "anthropic"])("an empty text of %s is an empty text", async (provider) => {
    const empty = ["user", "assistant"].map((role) => `{"role":"${role}","content":""}`);
    const { code, stdout, stderr } = await importing(provider, `[${empty}]`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(dataIn(stdout)).toEqual([said("user", ""), expect.stringContaining(said("assistant", "").slice(0, -1))]);
  });

  it("a conversation without a message is told, since nothing is left of it", async () => {
    const input = `{"messages":[]}\n[${USER}]\n`;
    const { code, stdout, stderr } = await importing("openai", input);
    expect({ code, messages: lines(stdout).length }).toEqual({ code: 0, messages: 1 });
    expect(stderr).toBe(
      "<stdin>:1  /messages  dropped  empty_conversation_dropped  a conversation without messages leaves no stored message\n",
    );
    expect((await importing("openai", input, "--strict")).code).toBe(1);
    expect(JSON.parse((await importing("openai", input, "--json")).stderr)).toMatchObject({ written: 1 });
  });
});

it("writes the messages of each conversation of a file, one a line, each with the id of its conversation", async () => {
  const { code, stdout, stderr } = await importing("openai", `[${USER},${USER}]\n{"messages":[${ASSISTANT}]}\n`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [first, second, third] = lines(stdout).map((line) => JSON.parse(line).conversation_id);
  expect([second === first, third === first]).toEqual([true, false]);
});

it("takes a conversation of more messages than a history may have", async () => {
  const { code, stdout } = await importing("openai", `${USER}\n`.repeat(70_000));
  expect({ code, messages: lines(stdout).length }).toEqual({ code: 0, messages: 70_000 });
  expect(new Set(stdout.match(/"id":"[^"]*"/g)).size).toBe(70_000);
});

describe("--as history", () => {
  const MESSAGES = `[{"role":"system","content":"Be brief."},{"role":"user","content":"Weather?"},{"role":"assistant","tool_calls":[{"id":"call_1","name":"weather","arguments":{"n":12345678901234567890}}]},{"role":"tool","tool_call_id":"call_1","content":"rain","is_error":false}]`;
  for (const [provider, body] of [
    ["openai", OPENAI],
    ["vllm", OPENAI],
    ["ollama", OLLAMA],
    ["anthropic", ANTHROPIC],
  ] as const) {
    it(`a request body of ${provider} becomes a conversation history, with every digit`, async () => {
      const { code, stdout } = await importing(provider, body, "--as", "history");
      expect(code).toBe(0);
      expect(historiesIn(stdout)).toEqual([MESSAGES]);
    });
  }

  it("tells by line, pointer, action, code and reason what a history cannot hold, and not what it said", async () => {
    const odd = OPENAI.replace('"content": "rain"', '"content": "rain", "weird": "w"');
    const { stderr } = await importing("openai", odd, "--as", "history");
    expect(stderr.split("\n")).toEqual([
      expect.stringMatching(/^<stdin>:1 {2}\/messages\/3\/weird {2}dropped {2}member_dropped {2}\S/),
      "<stdin>:1  /model  dropped  not_in_history  a conversation history holds messages only",
      "<stdin>:1  /tools  dropped  not_in_history  a conversation history holds messages only",
      "",
    ]);
  });

  it("writes a history for each conversation of a file, one a line, also for one without messages", async () => {
    const input = `[${USER}]\n{"messages":[${ASSISTANT}]}\n{"messages":[]}\n`;
    const { code, stdout, stderr } = await importing("openai", input, "--as", "history");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(historiesIn(stdout)).toEqual([`[${USER}]`, `[${ASSISTANT}]`, "[]"]);
  });

  it("keeps the name of a speaker, which a stored message has no place for", async () => {
    const named = `{"role":"user","content":"Hi","name":"ann"}`;
    const { stdout, stderr } = await importing("openai", `[${named}]`, "--as", "history", "--strict");
    expect({ histories: historiesIn(stdout), stderr }).toEqual({ histories: [`[${named}]`], stderr: "" });
  });

  it("a form that there is not is refused, with those that there are", async () => {
    const { code, stdout, stderr } = await importing("openai", `[${USER}]`, "--as", "histories");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Allowed choices are messages, history.");
  });
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
  it("refuses what stored messages cannot hold, tells it, and writes nothing", async () => {
    const out = join(folder, "strict.ndjson");
    const { code, stdout, stderr } = await importing("openai", OPENAI, "--strict", "-o", out);
    expect({ code, stdout, written: existsSync(out) }).toEqual({ code: 1, stdout: "", written: false });
    expect(stderr.split("\n").slice(1)).toEqual([
      "<stdin>:1  /tools  dropped  not_in_messages  stored messages hold what was said only",
      "parlance: <stdin> is not converted: 1 conversation would not stay the same",
      "",
    ]);
  });

  it("takes what loses nothing", async () => {
    const { code, stdout, stderr } = await importing("openai", `[${USER}]`, "--strict");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(dataIn(stdout)).toEqual([said("user", "Weather?")]);
  });
});

it("replaces the file that it read", async () => {
  const file = join(folder, "in-place.json");
  writeFileSync(file, `[${USER}]`);
  expect(await runHere(["import", "--from", "vllm", file, "-o", file])).toEqual({ code: 0, stdout: "", stderr: "" });
  const written = readFileSync(file, "utf8");
  expect({ data: dataIn(written), sources: sourcesIn(written) }).toEqual({
    data: [said("user", "Weather?")],
    sources: [{ format: "vllm", file: "in-place.json", line: 1 }],
  });
});

it("loads the provider that is asked for, and no other", () => {
  const coverage = join(folder, "coverage");
  run(["import", "--from", "ollama", "-"], { input: OLLAMA, env: { NODE_V8_COVERAGE: coverage } });
  const loaded = readdirSync(coverage).map((name) => readFileSync(join(coverage, name), "utf8"));
  const providers = loaded.flatMap((text) => text.match(/providers\/dist\/node\/(?!shared)[a-z-]+\//g) ?? []);
  expect([...new Set(providers)]).toEqual(["providers/dist/node/ollama/"]);
});
