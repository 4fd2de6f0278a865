/** A new message type, part and control by schemas alone: in a scratch copy everything builds, and everybody treats them by what is declared beside them. */

import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CURRENT } from "./current-version.js";

const REPOSITORY = join(import.meta.dirname, "..");
/** What somebody writes who adds them, in the places where the recipe has it. */
const WRITTEN = join(import.meta.dirname, "golden/add-message-type");
const PACKAGES = ["core", "builders", "providers", "runtime", "cli"];

const scratch = mkdtempSync(join(tmpdir(), "parlance-message-type-"));
const schemas = join(scratch, `schemas/v${CURRENT}`);

/** What git would clone, changes that are not committed included, with links to what is installed; packages of the copy see each other. */
function copyRepository(): void {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: REPOSITORY,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const folders = [...PACKAGES.map((name) => `packages/${name}/`), "schemas/", "tsconfig"];
  for (const file of listed.split("\0")) {
    if (!folders.some((folder) => file.startsWith(folder)) || !existsSync(join(REPOSITORY, file))) continue;
    mkdirSync(dirname(join(scratch, file)), { recursive: true });
    cpSync(join(REPOSITORY, file), join(scratch, file));
  }
  symlinkSync(join(REPOSITORY, "node_modules"), join(scratch, "node_modules"));
  for (const name of PACKAGES) linkInstalled(`packages/${name}/node_modules`);
}

function linkInstalled(folder: string): void {
  const source = join(REPOSITORY, folder);
  const target = join(scratch, folder);
  mkdirSync(join(target, "@parlance"), { recursive: true });
  for (const name of readdirSync(source).filter((one) => !/^\.|^@parlance$/.test(one)))
    symlinkSync(join(source, name), join(target, name));
  for (const name of PACKAGES) symlinkSync(join(scratch, "packages", name), join(target, "@parlance", name));
}

const id = (last: number): string => `0b6f5b0e-6a0e-4c0c-9a52-${String(last).padStart(12, "0")}`;

function record(type: string, data: object, last = 1): string {
  return JSON.stringify({ type, schema_version: CURRENT, id: id(last), created_at: "2026-11-22T10:00:00.000Z", data });
}

const MEMO = record("memo", { text: "Buy milk", items: ["milk", "salt"] }, 1);
const BEAT = record("beat", { count: 3 }, 2);
const PAUSE = record("system_control", { control: { type: "pause" } }, 3);

/** Puts a line before another of a file, which has to be there once. */
function insert(file: string, before: string, line: string): void {
  const path = join(schemas, file);
  const text = readFileSync(path, "utf8");
  expect(text.split(before).length, `${file} has one place with ${before}`).toBe(2);
  writeFileSync(
    path,
    text.replace(before, () => `${line}\n${before}`),
  );
}

/** Everything that a person does by hand. */
function addTypes(): void {
  cpSync(WRITTEN, schemas, { recursive: true });
  writeExamples("memo", MEMO, { text: "Buy milk", mood: "urgent", items: ["milk"] }, "text");
  writeExamples("beat", BEAT, { count: 0 }, "count");
  writeExamples("hint", record("hint", { advice: "Wait" }), { advice: "" }, "advice");
  for (const type of ["memo", "beat", "hint"])
    insert(
      "message/message.schema.json",
      '    { "$ref": "#/$defs/UnknownMessage" }',
      `    { "$ref": "${type}.schema.json" },`,
    );
  for (const part of ["SoundPart", "MarkPart"]) {
    insert(
      "message/text.schema.json",
      '        { "$ref": "#/$defs/UnknownPart" }',
      `        { "$ref": "../sound.schema.json#/$defs/${part}" },`,
    );
    insert(
      "chat/chat-message.schema.json",
      '        { "$ref": "#/$defs/UnknownContentPart" }',
      `        { "$ref": "../sound.schema.json#/$defs/${part}" },`,
    );
  }
  insert(
    "message/system-control.schema.json",
    '        { "$ref": "#/$defs/UnknownControl" }',
    '        { "$ref": "../sound.schema.json#/$defs/PauseControl" },',
  );
}

function writeExamples(type: string, minimal: string, data: object, required: string): void {
  const folder = join(schemas, "examples", type);
  mkdirSync(join(folder, "invalid"), { recursive: true });
  const whole = { ...JSON.parse(record(type, data)), metadata: { note: 1 }, residue: { [CURRENT - 1]: {} } };
  const instance = JSON.parse(record(type, {}));
  const examples: Readonly<Record<string, unknown>> = {
    minimal: JSON.parse(minimal),
    full: whole,
    "edge-zero": JSON.parse(record(type, { ...data, items: [] })),
    [`invalid/${required}-missing`]: {
      description: "It says nothing.",
      pointer: "/data",
      keyword: "required",
      instance,
    },
  };
  for (const [name, example] of Object.entries(examples))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(example));
}

/** What the program says, empty when it is content. */
function run(program: string, args: readonly string[], cwd: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, [resolve(REPOSITORY, program), ...args], {
    cwd,
    encoding: "utf8",
  });
  return (stdout + stderr).trim();
}

let lint = "";
let complaints: readonly string[] = [];

beforeAll(() => {
  copyRepository();
  addTypes();
  lint = run("tools/review/dist/lint/main.js", [join(scratch, "schemas")], scratch);
  run("tools/generator/dist/main.js", ["--schemas", join(scratch, "schemas"), "--out", scratch], scratch);
  complaints = PACKAGES.map((name) => run("tools/packaging/dist/main.js", [], join(scratch, "packages", name)));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Entry {
  readonly path: string;
  readonly code: string;
}

interface Request {
  readonly body: { readonly messages: unknown };
  readonly report: readonly Entry[];
}

interface Conversation {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** What this test uses of the packages that it builds. */
interface Built {
  decode(text: string): { readonly type: string };
  schemaOf(name: string): object;
  toRequest(conversation: object): Request;
  buildContext(
    messages: readonly object[],
    options: object,
  ): Promise<{
    readonly conversation: Conversation;
    readonly removed: readonly { readonly code: string; readonly paths: readonly string[] }[];
    readonly report: readonly Entry[];
  }>;
  readonly MemoMessage: { readonly schema: object };
  readonly MemoMessageBuilder: { create(): { withText(text: string): { build(): object } } };
  readonly TextMessage: Readonly<Record<"user" | "assistant", (content: unknown) => object>>;
  readonly ChatMessage: { createUser(content: unknown): object };
  readonly ConversationHistory: {
    create(options: object): { add(message: object): void; readonly messages: Iterable<object> };
  };
}

async function built(name: string, entry = "index"): Promise<Built> {
  const file = join(scratch, "packages", name, "dist/node", `${entry}.js`);
  return (await import(pathToFileURL(file).href)) as Built;
}

const SOUND = { type: "sound", transcript: "Hello" };
const MARK = { type: "mark", at: 7 };

describe("a message type, a part and a control that only the schemas know", () => {
  it("keep the rules of the schemas, and every package is built as it is", () => {
    expect(lint).toMatch(/^schemas: .* keep all \d+ rules$/);
    expect(complaints).toEqual(PACKAGES.map(() => ""));
  });

  it.each([
    ["openai", [{ role: "user", content: "Buy milk" }]],
    ["vllm", [{ role: "user", content: "Buy milk" }]],
    ["ollama", [{ role: "user", content: "Buy milk" }]],
    ["anthropic", [{ role: "user", content: [{ type: "text", text: "Buy milk" }] }]],
  ])(
    "are sent to %s as their text under their role; what has none is left out, and each is reported",
    async (name, sent) => {
      const [core, { toRequest }] = [await built("core"), await built("providers", `${name}/index`)];
      const options = { model: "m", max_tokens: 5 };
      const request = toRequest({ messages: [MEMO, BEAT, PAUSE].map((text) => core.decode(text)), options });
      expect(request.body.messages).toEqual(sent);
      expect(request.report.map(({ path, code }) => `${path} ${code}`)).toEqual([
        "/messages/0 message_as_text",
        "/messages/1 message_dropped",
        "/messages/2 control_dropped",
      ]);
    },
  );

  it("stand among the parts of a message as text, or are left out", async () => {
    const [{ ChatMessage }, { toRequest }] = [await built("builders"), await built("providers", "openai/index")];
    const messages = [ChatMessage.createUser([{ type: "text", text: "Hear this:" }, SOUND, MARK])];
    const request = toRequest({ messages, options: { model: "m" } });
    const texts = ["Hear this:", "Hello"].map((text) => ({ type: "text", text }));
    expect(request.body.messages).toEqual([{ role: "user", content: texts }]);
    expect(request.report.map(({ path, code }) => `${path} ${code}`)).toEqual([
      "/messages/0/content/1 part_as_text",
      "/messages/0/content/2 part_dropped",
    ]);
  });

  it("stay in a context with the question they came with, and leave by themselves once it is answered", async () => {
    const [{ decode }, { TextMessage }] = [await built("core"), await built("builders")];
    const { buildContext } = await built("runtime", "context/index");
    const memo = decode(record("memo", { text: "Buy milk. ".repeat(40) }));
    const asked = TextMessage.user("What shall I buy?");
    const budget = { max_tokens: 100 };
    const logger = { warn: (): void => {} };
    await expect(buildContext([asked, memo], { budget })).rejects.toMatchObject({ code: "context_overflow" });
    const answered = [asked, memo, TextMessage.assistant("Milk."), TextMessage.user("And then?")];
    const { conversation, removed } = await buildContext(answered, { budget, logger });
    expect(removed.map(({ code, paths }) => [code, paths])).toEqual([["unused_material", ["/messages/1"]]]);
    expect(conversation.messages.map(({ content }) => content)).toEqual(["What shall I buy?", "Milk.", "And then?"]);
  });

  it("leave a context with the call that they declare to belong to", async () => {
    const [{ decode }, { TextMessage }] = [await built("core"), await built("builders")];
    const { buildContext } = await built("runtime", "context/index");
    const call = { id: "call_1", name: "look", arguments: {} };
    const turn = [
      decode(record("tool_request", { tool_calls: [call] }, 4)),
      decode(record("tool_result", { tool_call_id: "call_1", status: "success", output: "none ".repeat(40) }, 5)),
      decode(record("hint", { advice: "Look elsewhere." }, 6)),
    ];
    const messages = [TextMessage.user("Where is it?"), ...turn, TextMessage.assistant("I look.")];
    const logger = { warn: (): void => {} };
    const { removed } = await buildContext(messages, { budget: { max_tokens: 60 }, logger });
    expect(removed.map(({ code, paths }) => [code, paths])).toEqual([
      ["old_round", ["/messages/1", "/messages/2", "/messages/3"]],
    ]);
  });

  it("are left out of a context where they declare nothing, which is reported", async () => {
    const [{ decode }, { buildContext }] = [await built("core"), await built("runtime", "context/index")];
    const { conversation, report } = await buildContext([decode(BEAT)], {});
    expect(conversation.messages).toEqual([]);
    expect(report.map(({ path, code }) => `${path} ${code}`)).toEqual(["/messages/0 message_dropped"]);
  });

  it("have their summary in what the command shows, or none", () => {
    const file = join(scratch, "session.ndjson");
    writeFileSync(file, `${[MEMO, BEAT, PAUSE].join("\n")}\n`);
    const said = run(join(scratch, "packages/cli/dist/main.js"), ["inspect", file], scratch);
    expect(said.split("\n").flatMap((line) => /0{11}\d +(.*)$/.exec(line)?.[1] ?? [])).toEqual([
      "calm memo, 2 items",
      "pause",
    ]);
    expect(said).toContain("beat");
  });

  it("are built, and taken by messages and histories", async () => {
    const { MemoMessageBuilder, TextMessage, ChatMessage, ConversationHistory } = await built("builders");
    expect(MemoMessageBuilder.create().withText("Buy milk").build()).toMatchObject({
      type: "memo",
      data: { text: "Buy milk" },
    });
    expect(TextMessage.user([SOUND, MARK])).toMatchObject({ data: { parts: [SOUND, MARK] } });
    const history = ConversationHistory.create({ order: "lenient" });
    history.add(ChatMessage.createUser([SOUND]));
    expect([...history.messages]).toEqual([{ role: "user", content: [SOUND] }]);
  });

  it("are published without a keyword of ours", async () => {
    const [{ schemaOf }, { MemoMessage }] = [await built("core", "schemas"), await built("core")];
    for (const schema of [schemaOf("message"), schemaOf("memo"), schemaOf("chat_message"), MemoMessage.schema])
      expect(JSON.stringify(schema)).not.toMatch(/"x-/);
  });
});
