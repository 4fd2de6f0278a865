/** A turn that is called off, at every step there is. */

import { getEventListeners } from "node:events";
import { AgentRequest } from "@parlance/builders";
import { toChatMessages } from "@parlance/providers";
import { expect, it } from "vitest";
import type { AgentSettings } from "../../src/index.js";
import { calls, chatCompletions, says } from "./answers.js";
import { hangsAfter, neverAnswers, type Play, plays, scriptedServer, status } from "./scripted-server.js";
import { inShort, modelAt, requestOf, soon, store, toolNamed, turnAt } from "./turn.js";

interface Step {
  readonly name: string;
  /** @param cancel Calls the turn off. */
  readonly script: (cancel: () => void) => readonly Play[];
  readonly settings?: (cancel: () => void) => Partial<AgentSettings>;
  readonly messages: readonly string[];
}

const twoCalls = chatCompletions({
  texts: ["I look."],
  calls: [
    { id: "c1", name: "risky", pieces: ['{"text":', '"one"}'] },
    { id: "c2", name: "risky", pieces: ['{"text":', '"two"}'] },
  ],
});

/** How many timers keep the process alive. */
const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

/** The listeners of the signal, and the timers that are more than before and do not end by themselves. */
async function leftovers(signal: AbortSignal, before: number): Promise<readonly number[]> {
  for (const end = Date.now() + 30_000; timers() > before && Date.now() < end; ) await new Promise(setImmediate);
  return [getEventListeners(signal, "abort").length, Math.max(0, timers() - before)];
}

const never = (): Promise<never> => new Promise(() => undefined);

/** Calls off a moment later, when the next piece is waited for. */
function whenWaiting(isNow: boolean, cancel: () => void): void {
  if (isNow) setTimeout(cancel, 20);
}

/** Work that calls the turn off and never ends. */
const callingOff = (cancel: () => void) => (): Promise<never> => {
  cancel();
  return never();
};

const STEPS: readonly Step[] = [
  {
    name: "before the request",
    script: () => [],
    settings: (cancel) => ({ onDirty: cancel }),
    messages: [],
  },
  { name: "while connecting", script: (cancel) => [neverAnswers(cancel)], messages: [] },
  {
    name: "during text",
    script: () => [hangsAfter(says("Half", "way").slice(0, 2))],
    settings: (cancel) => ({ onEvent: ({ type }) => whenWaiting(type === "text", cancel) }),
    messages: ["assistant: Half"],
  },
  {
    name: "during a call's arguments",
    script: () => [hangsAfter(twoCalls.slice(0, 4))],
    settings: (cancel) => ({ onEvent: ({ type }) => whenWaiting(type === "tool_call_delta", cancel) }),
    messages: ["assistant: I look.", "calls c1 risky denied", "c1 error defect"],
  },
  {
    name: "at the end of an answer",
    script: () => [plays(twoCalls)],
    settings: (cancel) => ({ onEvent: ({ type }) => (type === "end" ? cancel() : undefined) }),
    messages: ["assistant: I look.", "calls c1 risky cancelled, c2 risky cancelled", "c1 cancelled", "c2 cancelled"],
  },
  {
    name: "while a policy thinks",
    script: () => [plays(twoCalls)],
    settings: (cancel) => ({ policy: callingOff(cancel) }),
    messages: ["assistant: I look.", "calls c1 risky cancelled, c2 risky cancelled", "c1 cancelled", "c2 cancelled"],
  },
  {
    name: "while asking",
    script: () => [plays(twoCalls)],
    settings: (cancel) => ({ ask: callingOff(cancel) }),
    messages: ["assistant: I look.", "calls c1 risky cancelled, c2 risky cancelled", "c1 cancelled", "c2 cancelled"],
  },
  {
    name: "after the first of two questions",
    script: () => [plays(twoCalls)],
    settings: (cancel) => ({
      asking: "one_by_one",
      ask: ([asked]) => {
        if (asked?.call.id === "c2") return callingOff(cancel)();
        return [{ call_id: "c1", decision: "approve", decided_by: "ann" }];
      },
    }),
    messages: [
      "assistant: I look.",
      "calls c1 risky approved, c2 risky cancelled",
      "c1 cancelled cancelled",
      "c2 cancelled",
    ],
  },
  {
    name: "while a tool runs that does not listen",
    script: () => [plays(calls(["c1", "echo", '{"text":"a"}'], ["c2", "stuck", '{"text":"b"}']))],
    settings: (cancel) => ({
      tools: [toolNamed("echo"), toolNamed("stuck", { execute: callingOff(() => setTimeout(cancel, 20)) })],
    }),
    messages: ["calls c1 echo auto_approved, c2 stuck auto_approved", "c1 success", "c2 cancelled cancelled"],
  },
  {
    name: "between iterations",
    script: () => [plays(calls(["c1", "echo", '{"text":"a"}']))],
    settings: (cancel) => ({
      tools: [toolNamed("echo")],
      onDirty: ({ type }) => (type === "tool_result" ? cancel() : undefined),
    }),
    messages: ["calls c1 echo auto_approved", "c1 success"],
  },
  {
    name: "during the pause before a request is sent again",
    script: (cancel) => [
      (response, request) => {
        setTimeout(cancel, 30);
        return status(429, "", { "retry-after": "30" })(response, request);
      },
    ],
    messages: [],
  },
];

it.each(STEPS)(
  "a turn called off $name keeps what was complete and can be followed",
  async ({ script, settings, messages }) => {
    const before = timers();
    const controller = new AbortController();
    const cancel = (): void => controller.abort(new Error("enough"));
    const server = await scriptedServer(...script(cancel));
    const { onDirty, lines } = store();
    const own = settings?.(cancel) ?? {};
    const turn = await soon(
      turnAt(server.url, {
        model: modelAt(server.url, { wait: undefined }),
        tools: [toolNamed("risky", { risk: "high" })],
        signal: controller.signal,
        ...own,
        onDirty: async (message) => {
          onDirty(message);
          await own.onDirty?.(message);
        },
      }),
    );
    expect({ status: turn.status, error: turn.error }).toEqual({ status: "cancelled", error: undefined });
    expect(inShort(turn.messages)).toEqual(["user: Hello", ...messages]);
    const storedLast = new Map(lines.map((line) => ["id" in line ? line.id : "", line]));
    expect(new Set(storedLast.values())).toEqual(new Set(turn.messages));
    await soon(server.left());
    expect(await leftovers(controller.signal, before)).toEqual([0, 0]);

    server.append(plays(says("Going on.")));
    const request = AgentRequest.with(requestOf("And now?"), { history: toChatMessages(turn.messages).messages });
    const next = await turnAt(server.url, { request });
    expect({ status: next.status, problems: server.problems }).toEqual({ status: "completed", problems: [] });
  },
);

it("a turn called off before it began keeps what the user said and asks nobody", async () => {
  const server = await scriptedServer();
  const turn = await turnAt(server.url, { signal: AbortSignal.abort() });
  expect(turn.status).toBe("cancelled");
  expect(inShort(turn.messages)).toEqual(["user: Hello"]);
  expect(server.requests).toEqual([]);
});

it("ends at once also with a model that does not listen", async () => {
  const controller = new AbortController();
  const model = {
    stream: () => ({
      partial: () => undefined,
      [Symbol.asyncIterator]: () => ({ next: callingOff(() => controller.abort()), return: never }),
    }),
  };
  const turn = await soon(turnAt("http://localhost", { model, signal: controller.signal }));
  expect(turn.status).toBe("cancelled");
});

it("leaves no listeners on the signal behind when nobody calls it off", async () => {
  const { signal } = new AbortController();
  const server = await scriptedServer(plays(calls(["c1", "echo", '{"text":"a"}'])), plays(says("Done.")));
  const before = timers();
  await turnAt(server.url, { model: modelAt(server.url, { wait: undefined }), signal });
  expect(await leftovers(signal, before)).toEqual([0, 0]);
});
