/** What holds of every turn, whatever the model says, wherever its answers break off and whenever somebody calls it off. */

import { toChatMessages } from "@parlance/providers";
import { toRequest } from "@parlance/providers/openai";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { expect, it } from "vitest";
import { PROFILES } from "../../../providers/test/profile/profile.js";
import type { AgentTurn } from "../../src/index.js";
import { anthropic, chatCompletions, ollama, type WrittenAnswer } from "./answers.js";
import { breaksAfter, type Play, plays, scriptedServer, status } from "./scripted-server.js";
import { echo, expectOneResultEach, modelAt, requestOf, soon, store, toolNamed, turnAt } from "./turn.js";

const WRITERS = { openai: chatCompletions, vllm: chatCompletions, ollama, anthropic } as const;

const call = fc.record({
  id: fc.constantFrom("c1", "c2", "c3"),
  name: fc.constantFrom("echo", "fails", "risky", "nothing"),
  pieces: fc.constantFrom(['{"text":', '"a"}'], ['{"txt":1}'], ["{}"]),
});

const TEXTS = ["one ", "zwei ", "三 "];

const answer: fc.Arbitrary<WrittenAnswer> = fc.record({
  texts: fc.array(fc.constantFrom(...TEXTS), { maxLength: 2 }),
  calls: fc.array(call, { maxLength: 3 }),
  isCut: fc.boolean(),
});

/** An answer as it is, broken off or ended at any character, or none. */
const round = fc.record({
  answer,
  fault: fc.constantFrom("none", "none", "none", "break", "end", "status"),
  percent: fc.nat(100),
});

type Round = typeof round extends fc.Arbitrary<infer One> ? One : never;

function playOf({ answer, fault, percent }: Round, provider: keyof typeof WRITERS): Play {
  const whole = WRITERS[provider](answer).join("");
  const part = [whole.slice(0, Math.floor((whole.length * percent) / 100))];
  if (fault === "status") return status(400);
  if (fault === "none") return plays([whole]);
  return fault === "break" ? breaksAfter(part) : plays(part);
}

/** The words of an answer that come whole before its fault, each in a piece of its own. */
function wholeTexts({ answer, fault, percent }: Round, provider: keyof typeof WRITERS): string {
  if (fault === "status") return "";
  const pieces = WRITERS[provider](answer);
  const limit = fault === "none" ? Number.POSITIVE_INFINITY : Math.floor((pieces.join("").length * percent) / 100);
  const whole = pieces.filter((_, at) => pieces.slice(0, at + 1).join("").length <= limit);
  return whole.map((piece) => TEXTS.find((text) => piece.includes(text)) ?? "").join("");
}

function saidBy({ messages }: AgentTurn): string {
  const said = messages.flatMap((message) =>
    message.type === "text" && message.data.role === "assistant" ? message.data.parts : [],
  );
  return said.map((part) => ("text" in part ? part.text : "")).join("");
}

it("ends, loses nothing that had come whole or was stored, and leaves one result for each call", async () => {
  const property = fc.asyncProperty(
    fc.constantFrom("openai", "vllm", "ollama", "anthropic"),
    fc.array(round, { minLength: 1, maxLength: 4 }),
    fc.option(fc.nat(30), { nil: undefined }),
    async (provider, rounds, cancelAfter) => {
      const server = await scriptedServer(...rounds.map((one) => playOf(one, provider)));
      const controller = new AbortController();
      const { onDirty, lines } = store();
      let steps = 0;
      const step = (): void => {
        if (steps++ === cancelAfter) controller.abort();
      };
      const turn = await soon(
        turnAt(server.url, {
          request: requestOf("Go", { max_iterations: rounds.length }),
          model: modelAt(server.url, { provider, max_retries: 0 }),
          tools: [
            echo,
            toolNamed("risky", { risk: "high" }),
            toolNamed("fails", {
              execute: () => {
                throw new Error("no");
              },
            }),
          ],
          signal: controller.signal,
          onEvent: step,
          onDirty: (message) => {
            step();
            onDirty(message);
          },
        }),
      );
      expectOneResultEach(turn);
      const last = new Map(lines.map((line) => ["id" in line ? line.id : "", line]));
      expect(new Set(last.values())).toEqual(new Set(turn.messages));
      const told = rounds.slice(0, server.requests.length).map((one) => wholeTexts(one, provider));
      if (turn.status !== "cancelled") expect(saidBy(turn).startsWith(told.join(""))).toBe(true);
      expect(turn.status === "failed").toBe(turn.error !== undefined);
      expect(server.problems).toEqual([]);
      const { messages } = toChatMessages(turn.messages);
      const { body, report } = toRequest({ messages, options: { model: "m" } });
      expect(PROFILES.openai(body as never)).toEqual([]);
      expect(report.filter(({ code }) => code === "result_synthesised")).toEqual([]);
      await server.close();
    },
  );
  await fc.assert(property, { numRuns: propertyRuns(150) });
});
