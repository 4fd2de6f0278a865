/** Turns that are gone on with: after a crash, a fault, a cancellation. */

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentRequest } from "@parlance/builders";
import { decodeHistory, encode, type History, type Message, ValidationError } from "@parlance/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { createReplayLedger, type MemoryLedger } from "../../src/tools/index.js";
import { calls, says } from "./answers.js";
import { plays, type ScriptedServer, scriptedServer, status } from "./scripted-server.js";
import { inShort, requestOf, soon, store, toolNamed, turnAt } from "./turn.js";

interface Remains {
  readonly request: AgentRequest;
  readonly messages: History["messages"];
  readonly ledger: MemoryLedger;
  /** The names of the tools that ran, in order. */
  effects(): readonly string[];
}

/** Runs a turn in a process of its own, and kills it when it has come to the step. */
async function killed(server: ScriptedServer, step: "ask" | "run"): Promise<Remains> {
  const folder = mkdtempSync(join(tmpdir(), "parlance-turn-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const child = spawn(process.execPath, [join(import.meta.dirname, "killed-turn.js"), server.url, folder, step], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await soon(new Promise((resolve) => child.stdout.once("data", resolve)));
  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("exit", resolve));
  const read = (name: string): string =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : "";
  return {
    request: AgentRequest.decode(read("request.json")),
    messages: decodeHistory(read("messages.ndjson")).messages,
    ledger: createReplayLedger(read("ledger")),
    effects: () => read("effects").split("\n").filter(Boolean),
  };
}

const quickAndSlow = plays(calls(["c1", "quick", "{}"], ["c2", "slow", "{}"]));

describe("A turn whose process was killed", () => {
  it("a turn killed while a tool ran goes on without running any tool twice, and the model is told", async () => {
    const server = await scriptedServer(quickAndSlow, plays(says("I see.")));
    const remains = await killed(server, "run");
    expect(inShort(remains.messages).slice(-2)).toEqual([
      "calls c1 quick auto_approved, c2 slow auto_approved",
      "c1 success",
    ]);

    const ran: string[] = [];
    const tools = ["quick", "slow"].map((name) => toolNamed(name, { execute: () => ran.push(name), parameters: {} }));
    const { onDirty, lines } = store();
    const turn = await turnAt(server.url, { ...remains, tools, onDirty });
    expect(turn.status).toBe("completed");
    expect(inShort(lines)).toEqual(["c2 interrupted interrupted", "assistant: I see."]);
    expect(inShort(turn.messages)).toEqual([
      "user: Hello",
      "calls c1 quick auto_approved, c2 slow auto_approved",
      "c1 success",
      "c2 interrupted interrupted",
      "assistant: I see.",
    ]);
    expect([remains.effects(), ran]).toEqual([["quick", "slow"], []]);
    expect(server.requests[1]?.body.messages.at(-1).content).toContain("interrupted");
    expect(server.problems).toEqual([]);
  });

  it("a turn killed while somebody was asked asks again, and runs each call once", async () => {
    const server = await scriptedServer(quickAndSlow, plays(says("Done.")));
    const remains = await killed(server, "ask");
    expect(inShort(remains.messages).at(-1)).toBe("calls c1 quick pending, c2 slow pending");

    const ran: string[] = [];
    const tools = ["quick", "slow"].map((name) =>
      toolNamed(name, { risk: "high", execute: () => ran.push(name), parameters: {} }),
    );
    const turn = await turnAt(server.url, {
      ...remains,
      tools,
      ask: (asked) => asked.map(({ call }) => ({ call_id: call.id, decision: "approve", decided_by: "ann" })),
    });
    expect([turn.status, ran]).toEqual(["completed", ["quick", "slow"]]);
    expect([...remains.ledger]).toHaveLength(2);
    expect(server.problems).toEqual([]);
  });
});

describe("A turn that is gone on with", () => {
  it("a turn that is gone on with after a fault asks the model again, with what was there", async () => {
    const server = await scriptedServer(
      plays(calls(["c1", "echo", '{"text":"a"}'])),
      status(401),
      plays(says("Done.")),
    );
    const request = requestOf();
    const ledger = createReplayLedger();
    const { onDirty, lines } = store();
    const failed = await turnAt(server.url, { request, ledger, onDirty });
    expect(failed.status).toBe("failed");
    const turn = await turnAt(server.url, { request, ledger, messages: lines });
    expect(inShort(turn.messages)).toEqual([
      "user: Hello",
      "calls c1 echo auto_approved",
      "c1 success",
      "assistant: Done.",
    ]);
    expect(turn.messages.slice(0, 3)).toEqual(failed.messages);
    expect(turn.rounds).toHaveLength(1);
    expect(server.problems).toEqual([]);
  });

  it("counts the rounds that it had", async () => {
    const server = await scriptedServer(...[1, 2].map((n) => plays(calls([`c${n}`, "echo", '{"text":"a"}']))));
    const request = requestOf("Go", { max_iterations: 2 });
    const ledger = createReplayLedger();
    const controller = new AbortController();
    const onDirty = ({ type }: Message): void => (type === "tool_result" ? controller.abort() : undefined);
    const { messages } = await turnAt(server.url, { request, ledger, onDirty, signal: controller.signal });
    const turn = await turnAt(server.url, { request, ledger, messages });
    expect([turn.status, turn.rounds.length]).toEqual(["iteration_limit", 1]);
  });

  it("is cancelled, also where it may take no more rounds, when it is called off", async () => {
    const server = await scriptedServer(plays(calls(["c1", "echo", '{"text":"a"}'])));
    const request = requestOf("Go", { max_iterations: 1 });
    const { messages } = await turnAt(server.url, { request });
    const settings = { request, ledger: createReplayLedger(), messages: messages.slice(0, 2) };
    const turn = await turnAt(server.url, { ...settings, signal: AbortSignal.abort() });
    expect([turn.status, inShort(turn.messages).at(-1)]).toEqual(["cancelled", "c1 cancelled cancelled"]);
  });

  it("has said its last word already is given back as it is", async () => {
    const server = await scriptedServer(plays(says("Done.")));
    const request = requestOf();
    const ledger = createReplayLedger();
    const first = await turnAt(server.url, { request, ledger });
    const turn = await turnAt(server.url, { request, ledger, messages: first.messages });
    expect(turn).toMatchObject({ status: "completed", messages: first.messages, rounds: [] });
    expect(server.requests).toHaveLength(1);
  });

  it("a turn that is gone on with and has nothing stored begins anew", async () => {
    const server = await scriptedServer(plays(says("Done.")));
    const turn = await turnAt(server.url, { ledger: createReplayLedger(), messages: [] });
    expect(inShort(turn.messages)).toEqual(["user: Hello", "assistant: Done."]);
  });

  it("has each result once and in the order of the calls, however they came into the store", async () => {
    const script = [plays(calls(["c1", "echo", '{"text":"1"}'], ["c2", "echo", '{"text":"2"}'])), plays(says("Done."))];
    const server = await scriptedServer(...script, ...[1, 2, 3].map(() => plays(says("Done."))));
    const request = requestOf();
    const { messages } = await turnAt(server.url, { request });
    const [user, asked, first, second] = messages as readonly [Message, Message, Message, Message];
    const twin = { ...first, id: "00000000-0000-4000-8000-000000000001" } as Message;
    const settings = { request, ledger: createReplayLedger() };
    for (const stored of [
      [user, asked, second, first],
      [user, asked, first, twin, second],
    ])
      expect((await turnAt(server.url, { ...settings, messages: stored })).messages.slice(0, 4)).toEqual([
        user,
        asked,
        first,
        second,
      ]);
    const half = await turnAt(server.url, { ...settings, messages: [user, asked, first, twin] });
    expect(inShort(half.messages).slice(2)).toEqual(["c1 success", "c2 success", "assistant: Done."]);
    expect(server.problems).toEqual([]);
  });

  it("leaves out a record that a crash tore, tells the logger, and runs nothing twice whose result was in it", async () => {
    const server = await scriptedServer(plays(calls(["c1", "echo", '{"text":"a"}'])), plays(says("Done.")));
    const request = requestOf();
    const { onDirty, lines } = store();
    const keys: string[] = [];
    const ledger = createReplayLedger([], (key) => void keys.push(key));
    await turnAt(server.url, { request: { ...request, max_iterations: 1 }, onDirty, ledger });
    const text = lines.map((message) => encode(message)).join("\n");
    const torn = decodeHistory(text.slice(0, -40)).messages;

    const told: string[] = [];
    const ran: unknown[] = [];
    const turn = await turnAt(server.url, {
      request,
      messages: torn,
      ledger: createReplayLedger(keys.join("\n")),
      tools: [toolNamed("echo", { execute: ({ text }) => ran.push(text) })],
      logger: { warn: ({ code, path }) => void told.push(`${code} ${path}`) },
    });
    expect(inShort(turn.messages).slice(-2)).toEqual(["c1 interrupted interrupted", "assistant: Done."]);
    expect([ran, told]).toEqual([[], [`invalid_message /messages/${torn.length - 1}`]]);
  });

  it("a turn that is gone on with twice at the same time still runs each call once", async () => {
    const server = await scriptedServer(plays(calls(["c1", "echo", '{"text":"a"}'])));
    const request = requestOf("Go", { max_iterations: 1 });
    const { onDirty, lines } = store();
    await turnAt(server.url, { request, onDirty });
    const approved = lines.filter(({ type }) => type !== "tool_result");
    const ran: unknown[] = [];
    const tools = [toolNamed("echo", { execute: ({ text }) => ran.push(text) })];
    const ledger = createReplayLedger();
    const turns = await Promise.all(
      [1, 2].map(() => turnAt(server.url, { request, tools, ledger, messages: approved })),
    );
    expect(ran).toEqual(["a"]);
    expect(turns.map(({ messages }) => inShort(messages).at(-1)).sort()).toEqual([
      "c1 interrupted interrupted",
      "c1 success",
    ]);
  });

  it("refuses what is stored of another turn, and to go on without the ledger", async () => {
    const { messages } = await turnAt((await scriptedServer(plays(says("Done.")))).url);
    const issuesOf = async (turn: Promise<unknown>): Promise<readonly string[]> => {
      const error = await turn.catch((thrown: unknown) => thrown);
      return ValidationError.isInstance(error) ? error.issues.map(({ path, code }) => `${path} ${code}`) : [];
    };
    const ledger = createReplayLedger();
    const nowhere = "http://127.0.0.1:9";
    expect(await issuesOf(turnAt(nowhere, { request: requestOf("Another"), ledger, messages }))).toEqual([
      "/messages/0 other_turn",
    ]);
    expect(await issuesOf(turnAt(nowhere, { messages }))).toEqual(["/ledger missing_property"]);
    const broken = [...messages, { type: "text" } as never];
    expect((await issuesOf(turnAt(nowhere, { ledger, messages: broken })))[0]).toBe("/messages/2 missing_property");
  });
});
