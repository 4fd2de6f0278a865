/** Turns of an agent that go as they should. */

import { AgentRequest, ChatMessage, FileContext, ToolAvailabilityContext } from "@parlance/builders";
import { Message, ValidationError } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { type ModelEvent, runAgent } from "../../src/index.js";
import { anthropic, calls, chatCompletions, ollama, says } from "./answers.js";
import { plays, scriptedServer } from "./scripted-server.js";
import { echo, inShort, modelAt, QUIET, requestOf, store, toolNamed, turnAt } from "./turn.js";

describe.each([
  ["openai", "/v1", "/v1/chat/completions", chatCompletions],
  ["vllm", "/v1", "/v1/chat/completions", chatCompletions],
  ["ollama", "", "/api/chat", ollama],
  ["anthropic", "", "/v1/messages", anthropic],
] as const)("Feeding tool results back to LLM: a turn with %s", (provider, base, path, write) => {
  it("calls a tool, gives its result back and ends with the model's words", async () => {
    const server = await scriptedServer(
      plays(
        write({ texts: ["Let me ", "see."], calls: [{ id: "call_1", name: "echo", pieces: ['{"te', 'xt":"hi"}'] }] }),
      ),
      plays(write({ texts: ["It said ", "hi."] })),
    );
    const { onDirty, lines } = store();
    const events: ModelEvent[] = [];
    const model = modelAt(server.url + base, { provider });
    const turn = await turnAt(server.url, { model, onDirty, onEvent: (event) => void events.push(event) });

    expect(turn.status).toBe("completed");
    expect(turn.error).toBeUndefined();
    const id = turn.messages[2]?.type === "tool_request" ? turn.messages[2].data.tool_calls[0]?.id : undefined;
    expect(inShort(turn.messages)).toEqual([
      "user: Hello",
      "assistant: Let me see.",
      `calls ${id} echo auto_approved`,
      `${id} success`,
      "assistant: It said hi.",
    ]);
    expect(turn.messages.every(Message.is)).toBe(true);
    expect(turn.rounds.map(({ answer }) => answer?.finish_reason)).toEqual(["tool_calls", "stop"]);
    expect(turn.usage).toEqual({ input_tokens: 20, output_tokens: 10 });
    expect(events.filter(({ type }) => type === "text")).toHaveLength(4);
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["request", "tool_call_delta", "usage", "end"]),
    );
    expect(inShort(lines)).toContain(`calls ${id} echo pending`);

    expect(server.problems).toEqual([]);
    expect(server.requests.map((request) => request.path)).toEqual([path, path]);
    expect(server.requests[1]?.text).toContain("echo: hi");
    expect(server.requests[0]?.body).toMatchObject({ model: "m", stream: true });
  });
});

it("puts the system prompt first, then the history, then the attached files with what the user says", async () => {
  const server = await scriptedServer(plays(says("Yes.")));
  const request = requestOf("Is it right?", {
    system_prompt: "You are brief.",
    history: [ChatMessage.createUser("Hi"), ChatMessage.createAssistant("Hello")],
    attached_files: [
      FileContext.fromContent("a.ts", "const a = 1;\n"),
      FileContext.fromExcerpt("b.md", "two\n", 2, 2, 12),
    ],
    inference_options: { model: "other", temperature: 0.5 },
  });
  const turn = await turnAt(server.url, { request, system_prompt: "Not this one." });
  expect(server.requests[0]?.body).toMatchObject({
    model: "other",
    temperature: 0.5,
    messages: [
      { role: "system", content: "You are brief." },
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Hello" },
      {
        role: "user",
        content:
          "File: a.ts\n```typescript\nconst a = 1;\n```\n\nFile: b.md (lines 2-2)\n```markdown\ntwo\n```\n\nIs it right?",
      },
    ],
  });
  expect(inShort(turn.messages)).toEqual(["user: Is it right?", "assistant: Yes."]);
});

it("uses the configured prompt, availability and limit where the request has none", async () => {
  const server = await scriptedServer(plays(calls(["c1", "echo", '{"text":"a"}'])));
  const turn = await turnAt(server.url, {
    system_prompt: "Configured.",
    tools: [echo, toolNamed("other")],
    tool_context: ToolAvailabilityContext.withTools("echo"),
    max_iterations: 1,
  });
  expect(turn.status).toBe("iteration_limit");
  const { messages, tools } = server.requests[0]?.body ?? {};
  expect(messages[0]).toEqual({ role: "system", content: "Configured." });
  expect(tools.map((tool: { function: { name: string } }) => tool.function.name)).toEqual(["echo"]);
});

it("lets the request's own availability and limit win", async () => {
  const server = await scriptedServer(
    plays(calls(["c1", "echo", '{"text":"a"}'])),
    plays(calls(["c2", "echo", '{"text":"b"}'])),
  );
  const request = requestOf("Go", { tool_context: ToolAvailabilityContext.default(), max_iterations: 2 });
  const turn = await turnAt(server.url, {
    request,
    max_iterations: 1,
    tool_context: ToolAvailabilityContext.withTools(),
  });
  expect(turn.status).toBe("iteration_limit");
  expect(inShort(turn.messages)).toEqual([
    "user: Go",
    "calls c1 echo auto_approved",
    "c1 success",
    "calls c2 echo auto_approved",
    "c2 success",
  ]);
  expect(server.problems).toEqual([]);
});

it("offers no tools where the request wants none, and runs none that the model calls all the same", async () => {
  const server = await scriptedServer(plays(calls(["c1", "echo", '{"text":"a"}'])), plays(says("Well.")));
  const turn = await turnAt(server.url, { request: AgentRequest.chatOnly("Hello") });
  expect(server.requests[0]?.body.tools).toBeUndefined();
  expect(inShort(turn.messages)).toEqual([
    "user: Hello",
    "calls c1 echo denied",
    "c1 error unknown_tool",
    "assistant: Well.",
  ]);
});

it("gives results back in the order of the calls, whichever tool ends first", async () => {
  const server = await scriptedServer(
    plays(calls(["c1", "slow", '{"text":"1"}'], ["c2", "echo", '{"text":"2"}'])),
    plays(says("Done.")),
  );
  const slow = toolNamed("slow", { execute: () => new Promise((resolve) => setTimeout(resolve, 20, "slow")) });
  const { onDirty, lines } = store();
  const turn = await turnAt(server.url, { tools: [slow, echo], onDirty });
  expect(inShort(lines).filter((line) => line.endsWith("success"))).toEqual(["c2 success", "c1 success"]);
  expect(inShort(turn.messages).slice(2, 4)).toEqual(["c1 success", "c2 success"]);
  expect(server.requests[1]?.body.messages.map((message: { tool_call_id?: string }) => message.tool_call_id)).toEqual([
    undefined,
    undefined,
    "c1",
    "c2",
  ]);
});

it("asks about what is risky, and tells the model what was denied", async () => {
  const server = await scriptedServer(
    plays(calls(["c1", "risky", '{"text":"1"}'], ["c2", "risky", '{"text":"2"}'])),
    plays(says("As you like.")),
  );
  const ran: unknown[] = [];
  const risky = toolNamed("risky", { risk: "high", execute: ({ text }) => ran.push(text) });
  const turn = await turnAt(server.url, {
    tools: [risky],
    ask: (asked) =>
      asked.map(({ call }, at) => ({
        call_id: call.id,
        decision: at === 0 ? ("approve" as const) : ("deny" as const),
        decided_by: "ann",
        reason: at === 0 ? undefined : "not today",
      })),
  });
  expect(ran).toEqual(["1"]);
  expect(inShort(turn.messages).slice(1, 4)).toEqual([
    "calls c1 risky approved, c2 risky denied",
    "c1 success",
    "c2 denied denied",
  ]);
  expect(server.requests[1]?.body.messages.at(-1).content).toContain("not today");
});

it("denies what somebody would have to be asked about when there is nobody", async () => {
  const server = await scriptedServer(plays(calls(["c1", "risky", '{"text":"1"}'])), plays(says("Then not.")));
  const turn = await turnAt(server.url, { tools: [toolNamed("risky", { risk: "high" })] });
  expect(inShort(turn.messages).slice(1)).toEqual([
    "calls c1 risky denied",
    "c1 denied denied",
    "assistant: Then not.",
  ]);
  const [, request] = turn.messages;
  expect(request?.type === "tool_request" && request.data.tool_calls[0]?.approval.decided_by).toBe("nobody_to_ask");
});

it("stores every message before the next step", async () => {
  const steps: string[] = [];
  const server = await scriptedServer(
    (response, request) => {
      steps.push("model asked");
      return plays(chatCompletions({ texts: ["Hm."], calls: [{ id: "c1", name: "echo", pieces: ['{"text":"a"}'] }] }))(
        response,
        request,
      );
    },
    (response, request) => {
      steps.push("model asked");
      return plays(says("Done."))(response, request);
    },
  );
  await turnAt(server.url, {
    tools: [toolNamed("echo", { execute: () => steps.push("tool runs") })],
    onDirty: async (message) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      steps.push(`stored ${inShort([message])[0]}`);
    },
  });
  expect(steps).toEqual([
    "stored user: Hello",
    "model asked",
    "stored assistant: Hm.",
    "stored calls c1 echo pending",
    "stored calls c1 echo auto_approved",
    "tool runs",
    "stored c1 success",
    "model asked",
    "stored assistant: Done.",
  ]);
});

it("takes ids and times from its caller", async () => {
  const server = await scriptedServer(plays(says("Yes.")));
  let next = 0;
  const newId = (): string => `00000000-0000-4000-8000-${String(++next).padStart(12, "0")}`;
  const surroundings = { now: () => 1_000, newId };
  const model = modelAt(server.url, surroundings);
  const turn = await turnAt(server.url, { model, ...surroundings });
  expect(turn.messages).toMatchObject([
    { id: "00000000-0000-4000-8000-000000000001", created_at: "1970-01-01T00:00:01.000Z" },
    { id: "00000000-0000-4000-8000-000000000002", created_at: "1970-01-01T00:00:01.000Z" },
  ]);
});

it("asks a model that paused to go on", async () => {
  const paused = anthropic({ texts: ["Searching."] }).map((piece) => piece.replace("end_turn", "pause_turn"));
  const server = await scriptedServer(plays(paused), plays(anthropic({ texts: ["Found."] })));
  const turn = await turnAt(server.url, { model: modelAt(server.url, { provider: "anthropic" }) });
  expect(inShort(turn.messages)).toEqual(["user: Hello", "assistant: Searching.", "assistant: Found."]);
  expect(turn.status).toBe("completed");
});

it("works with any model that gives events", async () => {
  const { fromStream } = await import("@parlance/providers/openai");
  const turn = await runAgent(requestOf(), { model: { stream: () => fromStream(says("Hi.")) } });
  expect(inShort(turn.messages)).toEqual(["user: Hello", "assistant: Hi."]);
});

it("refuses wrong settings all at once, before anything is stored", async () => {
  const { onDirty, lines } = store();
  const settings = {
    model: {},
    max_iterations: 0,
    onEvent: 1,
    tool_context: { max: 1 },
    messages: [],
    ask: "ann",
    max_concurrency: 0,
    budget: { max_tokens: -1 },
    onDirty,
  } as never;
  const error = await runAgent(requestOf(), settings).catch((thrown: unknown) => thrown);
  expect(ValidationError.isInstance(error) && error.issues.map(({ path }) => path)).toEqual([
    "/model",
    "/tool_context",
    "/max_iterations",
    "/onEvent",
    "/ask",
    "/max_concurrency",
    "/ledger",
    "/budget/max_tokens",
  ]);
  await expect(runAgent({} as never, { model: modelAt("http://localhost"), logger: QUIET, onDirty })).rejects.toThrow(
    ValidationError,
  );
  expect(lines).toEqual([]);
});
