/** `parlance export`: stored messages and histories become the requests of a provider. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CURRENT_VERSION } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { CURRENT_REASONING, CURRENT_RESULT, CURRENT_TEXT, FUTURE, V1_TEXT } from "./support/messages.js";
import { temporaryFolder } from "./support/run.js";
import { runHere } from "./support/run-here.js";

const folder = temporaryFolder();

const ID = "00000000-0000-4000-8000-00000000000";
const USER = `{"role":"user","content":"Weather?"}`;
const CALL = `{"role":"assistant","tool_calls":[{"id":"call_1","name":"weather","arguments":{"n":12345678901234567890}}]}`;
const RESULT = `{"role":"tool","tool_call_id":"call_1","content":"rain","is_error":false}`;
const history = (...messages: readonly string[]): string =>
  `{"schema_version":${CURRENT_VERSION},"id":"${ID}9","created_at":"2026-01-01T00:00:00.000Z","messages":[${messages.join(",")}],"metadata":{"note":"mine"}}`;

const exporting = (to: string, input: string, ...options: readonly string[]): ReturnType<typeof runHere> =>
  runHere(["export", "--to", to, "-", ...options], { input });

const NAMED = ["--reasoning-member", "reasoning_content"];

describe("a history becomes a request body, with every digit", () => {
  const OPENAI = `{"model":"m","messages":[${USER},{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{\\"n\\":12345678901234567890}"}}]},{"role":"tool","tool_call_id":"call_1","content":"rain"}]}`;
  for (const [provider, body, ...options] of [
    ["openai", OPENAI],
    ["vllm", OPENAI],
    [
      "anthropic",
      `{"model":"m","max_tokens":100,"messages":[{"role":"user","content":[{"type":"text","text":"Weather?"}]},{"role":"assistant","content":[{"type":"tool_use","id":"call_1","name":"weather","input":{"n":12345678901234567890}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","content":"rain"}]}]}`,
      "--max-tokens",
      "100",
    ],
  ] as const) {
    it(`a history becomes a request body of ${provider}, with every digit`, async () => {
      const { code, stdout, stderr } = await exporting(
        provider,
        history(USER, CALL, RESULT),
        "--model",
        "m",
        ...options,
      );
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${body}\n`, stderr: "" });
    });
  }
});

it("gives reasoning back under the name that the server reads", async () => {
  const said = `{"role":"assistant","content":[{"type":"reasoning","text":"Hm."},{"type":"text","text":"Rain."}]}`;
  const { code, stdout } = await exporting("openai", history(USER, said), ...["--model", "m"], ...NAMED);
  const sent = `{"role":"assistant","content":"Rain.","reasoning_content":"Hm."}`;
  expect({ code, stdout }).toEqual({ code: 0, stdout: `{"model":"m","messages":[${USER},${sent}]}\n` });
});

it("becomes a request of ollama, which reads numbers as doubles, with their digits as text", async () => {
  const { code, stdout, stderr } = await exporting("ollama", history(USER, CALL, RESULT), "--model", "m");
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `{"model":"m","messages":[${USER},{"role":"assistant","content":"","tool_calls":[{"id":"call_1","function":{"index":0,"name":"weather","arguments":{"n":"12345678901234567890"}}}]},{"role":"tool","content":"rain","tool_name":"weather","tool_call_id":"call_1"}],"stream":false}\n`,
  });
  expect(stderr).toMatch(/^<stdin>:1 {2}\/messages\/1\/tool_calls\/0\/arguments {2}rewritten {2}number_as_text {2}/);
});

describe("a file may hold", () => {
  const BODY = '{"messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi"}]}\n';
  const HELLO = `{"role":"user","content":"Hello"}`;
  const HI = `{"role":"assistant","content":"Hi"}`;
  for (const [title, text, expected] of [
    ["histories, one a line", `${history(HELLO, HI)}\n${history(HELLO, HI)}\n`, BODY + BODY],
    ["chat messages, one a line", `${HELLO}\n${HI}\n`, BODY],
    ["an array of chat messages", `[${HELLO},${HI}]`, BODY],
    ["stored messages of any version, one a line", `${V1_TEXT}\n${CURRENT_TEXT}\n`, BODY],
    ["an array of stored and chat messages", `[${V1_TEXT},\n${HI}]`, BODY],
    ["nothing", "", ""],
  ] as const) {
    it(title, async () => {
      expect(await exporting("vllm", text)).toEqual({ code: 0, stdout: expected, stderr: "" });
    });
  }
});

it("tells by line, pointer, action, code and reason what a provider cannot be told, and not what was said", async () => {
  writeFileSync(join(folder, "session.ndjson"), `${V1_TEXT}\n${FUTURE}\n${CURRENT_REASONING}\n`);
  const args = ["export", "--to", "openai", "--model", "m", "session.ndjson"];
  const { code, stdout, stderr } = await runHere(args, { cwd: folder });
  expect(code).toBe(0);
  expect(stdout).toBe(
    '{"model":"m","messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Yes."}]}\n',
  );
  expect(stderr.split("\n")).toEqual([
    expect.stringMatching(/^session\.ndjson:2 {2}\(record\) {2}dropped {2}message_dropped {2}\S/),
    expect.stringMatching(/^session\.ndjson:3 {2}\/data\/parts\/0 {2}dropped {2}reasoning_dropped {2}\S/),
    "",
  ]);
});

it("takes the last version of a message that was stored several times, and tells the lines of the others", async () => {
  const asking = (status: string): string =>
    `{"type":"tool_request","schema_version":${CURRENT_VERSION},"id":"${ID}8","created_at":"2026-01-01T00:00:02.000Z","data":{"tool_calls":[{"id":"call_1","name":"weather","arguments":{},"approval":{"status":"${status}"}}]}}`;
  const input = `${V1_TEXT}\n${asking("pending")}\n${asking("approved")}\n${CURRENT_RESULT}\n`;
  const { code, stdout, stderr } = await exporting("vllm", input);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `{"messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}]},{"role":"tool","tool_call_id":"call_1","content":"{\\"n\\":1}"}]}\n`,
  });
  expect(stderr).toMatch(/^<stdin>:2 {2}\(record\) {2}dropped {2}earlier_version_dropped {2}\S[^\n]*\n$/);
});

it.each(["messages", "history"])(
  "gives back the requests that were imported as %s, but for what import told",
  async (form) => {
    const messages = `[{"role":"system","content":"Be brief."},${USER},{"role":"assistant","content":"Rain."}]`;
    const body = `{"model":"m","messages":${messages}}\n`;
    const { stdout } = await runHere(["import", "--from", "openai", "--as", form, "-"], { input: body + body });
    expect(await exporting("openai", stdout, "--model", "m")).toEqual({ code: 0, stdout: body + body, stderr: "" });
  },
);

describe("stored messages of several conversations", () => {
  const of = (message: string, conversation: string): string =>
    `${message.slice(0, -1)},"conversation_id":"${conversation}"}`;

  it("stored messages become a request for each conversation_id", async () => {
    const asked = CURRENT_TEXT.replace("assistant", "user");
    const input = `${of(asked, "a")}\n${of(CURRENT_REASONING, "a")}\n${of(CURRENT_TEXT, "b")}\n`;
    const { code, stdout } = await exporting("vllm", input);
    expect(code).toBe(0);
    expect(stdout.split("\n")).toEqual([
      '{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Yes.","reasoning":"Hm."}]}',
      '{"messages":[{"role":"assistant","content":"Hi"}]}',
      "",
    ]);
  });

  it("conversations stay apart where an older version has put their conversation_id aside", async () => {
    const lines = `${of(CURRENT_TEXT, "a")}\n${of(CURRENT_TEXT, "b")}\n`;
    const { stdout: older } = await runHere(["migrate", "-", "-o", "-", "--to", "1"], { input: lines });
    expect(older).not.toContain('"conversation_id"');
    const { code, stdout } = await exporting("vllm", older);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: '{"messages":[{"role":"assistant","content":"Hi"}]}\n'.repeat(2),
    });
  });

  it("a conversation that goes on after another began is refused by its line, and nothing is written", async () => {
    const input = ["a", "b", "s3cret", "a"].map((id) => `${of(CURRENT_TEXT, id)}\n`).join("");
    const { code, stdout, stderr } = await exporting("vllm", input, "-o", join(folder, "resumed"));
    expect({ code, stdout, written: existsSync(join(folder, "resumed")) }).toEqual({
      code: 1,
      stdout: "",
      written: false,
    });
    expect(
      stderr,
    ).toBe(`<stdin>:4  (record)  conversation_resumed  expected the messages of one conversation_id after one another, found others between them
parlance: <stdin> is not converted: 1 invalid
`);
  });

  it("a conversation of which two files have a part is a request for each of them", async () => {
    for (const name of ["part-1", "part-2"]) writeFileSync(join(folder, name), of(CURRENT_TEXT, "a"));
    const { code, stdout } = await runHere(["export", "--to", "vllm", "part-1", "part-2"], { cwd: folder });
    expect({ code, requests: stdout.split("\n").length - 1 }).toEqual({ code: 0, requests: 2 });
  });
});

describe("settings that a history has not", () => {
  it("the name of a model is asked for where the provider needs one, and no file is written", async () => {
    const out = join(folder, "no-model.json");
    const { code, stdout, stderr } = await exporting("openai", USER, "-o", out);
    expect({ code, stdout, written: existsSync(out) }).toEqual({ code: 2, stdout: "", written: false });
    expect(stderr).toBe("parlance: the provider needs the name of a model: --model NAME\n");
  });

  it("a limit of tokens that had to be made up is told", async () => {
    const { stdout, stderr } = await exporting("anthropic", USER, "--model", "m");
    expect(stdout).toContain('"max_tokens":4096');
    expect(stderr).toMatch(/^<stdin>:1 {2}\/options\/max_tokens {2}synthesised {2}max_tokens_synthesised {2}/);
  });
});

describe("--strict", () => {
  it("refuses what the provider cannot be told, tells it, and leaves the old file as it was", async () => {
    const out = join(folder, "strict.ndjson");
    writeFileSync(out, "old");
    const { code, stdout, stderr } = await exporting("vllm", `${V1_TEXT}\n${FUTURE}\n`, "--strict", "-o", out);
    expect({ code, stdout, out: readFileSync(out, "utf8") }).toEqual({ code: 1, stdout: "", out: "old" });
    expect(stderr.split("\n").slice(1)).toEqual([
      "parlance: <stdin> is not converted: 1 conversation would not stay the same",
      "",
    ]);
  });

  it("takes what loses nothing", async () => {
    const { code, stdout, stderr } = await exporting("vllm", USER, "--strict");
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `{"messages":[${USER}]}\n`, stderr: "" });
  });
});

describe("a conversation that is none is told, and nothing is written", () => {
  for (const [title, text, message] of [
    ["a stored message without its data", `${CURRENT_TEXT}\n{"type":"text"}\n`, "<stdin>:2  "],
    ["a chat message of no role", `[${USER},{"role":"wizard","content":"x"}]`, "<stdin>:1  /1/role  enum"],
    ["a history without an id", `{"schema_version":${CURRENT_VERSION},"messages":[${USER}]}`, 'expected property "id"'],
    ["a file that is cut off", `${CURRENT_TEXT}\n{"type":"te`, "<stdin>:2  (record)  not_json"],
  ] as const) {
    it(title, async () => {
      const { code, stdout, stderr } = await exporting("vllm", text);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain(message);
      expect(stderr).toMatch(/parlance: <stdin> is not converted: [12] invalid\n$/);
    });
  }
});

describe("conversations that say nothing", () => {
  const EMPTY = history();
  const input = `${history(USER)}\n${EMPTY}\n${history(USER)}\n`;

  it("keep the others from being written, and the way out is named", async () => {
    const { code, stdout, stderr } = await exporting("vllm", input, "-o", join(folder, "unwritten"));
    expect({ code, stdout, written: existsSync(join(folder, "unwritten")) }).toEqual({
      code: 1,
      stdout: "",
      written: false,
    });
    expect(stderr).toBe(`<stdin>:2  /messages  no_message  expected a message that says something, found none
parlance: <stdin> is not converted: 1 conversation without anything to send (--skip-empty leaves out such)
`);
  });

  it("are left out with --skip-empty, named and counted", async () => {
    const { code, stdout, stderr } = await exporting("vllm", input, "--skip-empty");
    expect({ code, stdout }).toEqual({ code: 0, stdout: `{"messages":[${USER}]}\n`.repeat(2) });
    expect(stderr).toBe(`<stdin>:2  (record)  skipped  no_message  the conversation says nothing that could be sent
1 conversation left out, 2 written
`);
  });

  it("are not what is invalid", async () => {
    expect((await exporting("vllm", `${EMPTY}\n{"role":"wizard"}\n`, "--skip-empty")).code).toBe(1);
  });
});
