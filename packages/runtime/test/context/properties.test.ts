/** What holds of every context, whatever the messages and the budget are. */

import { ConversationHistory } from "@parlance/builders";
import { type ChatMessage, Message } from "@parlance/core";
import { toRequest } from "@parlance/providers/openai";
import { arbitraryOf } from "@parlance/sampler";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BuiltContext, buildContext, type ContextOptions, ContextOverflowError } from "../../src/context/index.js";
import { at, control, file, id, request, resource, result, stored, text } from "./given.js";

type Given = Message | ChatMessage;

const word = fc.string({ maxLength: 12 });
const minute = fc.integer({ min: 0, max: 59 });
const callId = fc.constantFrom("a", "b", "c", "d");

/** Every kind of message, in any order, with calls and results that mostly do not fit together. */
const anyMessage: fc.Arbitrary<Given> = fc.oneof(
  fc
    .tuple(fc.constantFrom("user", "assistant", "system"), word, minute)
    .map(([role, said, number]) => text(role, said, number)),
  fc.tuple(fc.uniqueArray(callId, { minLength: 1 }), minute).map(([ids, number]) => request(ids, number)),
  fc.tuple(callId, fc.jsonValue(), minute).map(([call, output, number]) => result(call, output, number)),
  fc
    .tuple(word, minute, fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }))
    .map(([said, number, priority]) =>
      resource("a:b", said, number, priority === undefined ? {} : { annotations: { priority } }),
    ),
  fc.tuple(word, minute).map(([said, number]) => file("a.ts", said, number)),
  minute.map((number) => stored("image", { source: { type: "url", url: "https://example.com/a.png" } }, number)),
  fc
    .tuple(
      word.filter((name) => name !== ""),
      minute,
    )
    .map(([to, number]) => control("mode_change", "plan", to, number)),
  word.map((content): Given => ({ role: "user", content })),
  fc.uniqueArray(callId, { minLength: 1 }).map(
    (ids): Given => ({
      role: "assistant",
      tool_calls: ids.map((call) => ({ id: call, name: "read", arguments: {} })),
    }),
  ),
  fc
    .tuple(callId, word)
    .map(([tool_call_id, content]): Given => ({ role: "tool", tool_call_id, content, is_error: false })),
);

const anySession = fc.array(anyMessage, { maxLength: 25 });

/** As an agent writes it: what the user says with what comes with it, rounds of calls, materials between them, an answer. */
const agentSession: fc.Arbitrary<readonly Given[]> = fc
  .array(
    fc.record({
      before: fc.array(fc.constantFrom("resource", "file"), { maxLength: 2 }),
      rounds: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
      hasLateResource: fc.boolean(),
      hasAnswer: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((turns) => {
    let number = 0;
    const messages: Given[] = [text("system", "Rule.", 0)];
    for (const { before, rounds, hasLateResource, hasAnswer } of turns) {
      for (const kind of before) {
        number++;
        messages.push(kind === "file" ? file(`f${number}.ts`, "x", number) : resource(`a:${number}`, "x", number));
      }
      messages.push(text("user", `question ${++number}`, number));
      for (const count of rounds) {
        const ids = Array.from({ length: count }, (_, index) => `call_${number}_${index}`);
        number++;
        const results = ids.map((call, index) => result(call, "done", number + 60 * (index + 1)));
        messages.push(request(ids, number), ...results);
      }
      if (hasLateResource && rounds.length > 0) messages.push(resource(`late:${number}`, "x", number + 600));
      if (hasAnswer || rounds.length === 0) messages.push(text("assistant", "answer", ++number));
    }
    return messages;
  });

const accessed = fc.dictionary(minute.map(id), minute.map(at)).map((times) => new Map(Object.entries(times)));

const countTokens = (said: string): number => said.length;

/** The same count again, from what a model is sent. */
function recount({ conversation: { messages, system = "" } }: BuiltContext): number {
  const costs = messages.map((message) => {
    const { content = "" } = message;
    const parts = typeof content === "string" ? [{ type: "text", text: content } as const] : content;
    const said = parts.map((part) => (part.type === "text" ? part.text.length : 1600));
    const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
    const asked = calls.map((call) => 8 + 2 * call.name.length + JSON.stringify(call.arguments).length);
    const failed = message.role === "tool" && message.is_error ? 12 : 0;
    return [4, failed, ...said, ...asked].reduce((sum, one) => sum + one, 0);
  });
  return costs.reduce((sum, one) => sum + one, system === "" ? 0 : 4 + system.length);
}

const SETTINGS = { countTokens, system: "Be brief.", logger: { warn: () => {} } } satisfies ContextOptions;

/** Undefined when what has to stay does not fit. */
async function built(messages: readonly Given[], options: ContextOptions): Promise<BuiltContext | undefined> {
  try {
    return await buildContext(messages, { ...SETTINGS, ...options });
  } catch (error) {
    if (!ContextOverflowError.isInstance(error)) throw error;
    expect(error.required_tokens).toBeGreaterThan(error.available_tokens);
    expect(error.required.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(error.required_tokens);
    return undefined;
  }
}

const indexesOf = (paths: readonly string[]): readonly number[] => paths.map((path) => Number(path.split("/")[2]));

/** Any part of a whole is as likely as any other; doubles would nearly all be next to 0. */
const partOfWhole = fc.nat(1000).map((thousandths) => thousandths / 1000);

const given = fc.record({
  messages: fc.oneof(anySession, agentSession),
  times: accessed,
  share: fc.nat(1100).map((thousandths) => thousandths / 1000),
  mcp_as: fc.constantFrom<"user" | "system">("user", "system"),
});

describe("every context", () => {
  it("is valid and complete, within its budget, the same every time, and of untouched messages", async () => {
    await fc.assert(
      fc.asyncProperty(given, async ({ messages, times, share, mcp_as }) => {
        const copy = structuredClone(messages);
        const whole = await buildContext(messages, { ...SETTINGS, mcp_as });
        const max_tokens = Math.floor(whole.tokens * share);
        const options = { mcp_as, accessed: times, budget: { max_tokens } };
        const context = await built(messages, options);
        expect(messages).toEqual(copy);
        if (context === undefined) return;
        const { conversation, tokens } = context;
        expect(ConversationHistory.validate(conversation.messages, { order: "lenient", complete: true })).toEqual([]);
        expect(tokens).toBe(recount(context));
        expect(tokens).toBeLessThanOrEqual(max_tokens);
        expect(await built(messages, options)).toEqual(context);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it("has in `removed` exactly what is missing, and nothing is missing when everything fits", async () => {
    await fc.assert(
      fc.asyncProperty(given, async ({ messages, times, share, mcp_as }) => {
        const whole = await buildContext(messages, { ...SETTINGS, mcp_as });
        const max_tokens = Math.floor(whole.tokens * share);
        const context = await built(messages, { mcp_as, accessed: times, budget: { max_tokens } });
        if (max_tokens >= whole.tokens) expect(context).toEqual(whole);
        if (context === undefined) return;
        const { removed, origins, tokens, conversation } = context;
        const gone = indexesOf(removed.flatMap(({ paths }) => paths));
        const kept = origins.flat();
        expect([...gone, ...kept].sort()).toEqual([...whole.origins.flat()].sort());
        expect(removed.reduce((sum, one) => sum + one.tokens, tokens)).toBe(whole.tokens);
        const positions = conversation.messages.map((message) => whole.conversation.messages.indexOf(message));
        expect(positions).toEqual([...positions].sort((one, other) => one - other));
        expect(context.report).toEqual(whole.report);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it("every context with a larger budget keeps all that one with a smaller keeps", async () => {
    await fc.assert(
      fc.asyncProperty(given, partOfWhole, async ({ messages, times, share }, part) => {
        const { tokens } = await buildContext(messages, SETTINGS);
        const large = Math.floor(tokens * share);
        const small = await built(messages, { accessed: times, budget: { max_tokens: Math.floor(large * part) } });
        if (small === undefined) return;
        const larger = await built(messages, { accessed: times, budget: { max_tokens: large } });
        expect(small.removed.slice(0, larger?.removed.length)).toEqual(larger?.removed);
      }),
      { numRuns: propertyRuns(80) },
    );
  });

  it("never has a call without its results, and keeps the instructions and what the user said last", async () => {
    await fc.assert(
      fc.asyncProperty(agentSession, partOfWhole, async (messages, share) => {
        const whole = await buildContext(messages, SETTINGS);
        expect(ConversationHistory.validate(whole.conversation.messages, { complete: true })).toEqual([]);
        const context = await built(messages, { budget: { max_tokens: Math.floor(whole.tokens * share) } });
        if (context === undefined) return;
        const said = context.conversation.messages;
        expect(ConversationHistory.validate(said, { complete: true })).toEqual([]);
        expect(said[0]).toEqual({ role: "system", content: "Rule." });
        const questions = whole.conversation.messages.filter(({ content }) => String(content).startsWith("question"));
        expect(said).toContainEqual(questions.at(-1));
        for (const { code, paths } of context.removed)
          if (code === "old_round" || code === "old_turn") expect(paths).not.toEqual([]);
      }),
      { numRuns: propertyRuns(80) },
    );
  });

  it("leaves a provider nothing to put in order", async () => {
    const ORDER = /^(orphan|repeated|result_|id_renamed)/;
    await fc.assert(
      fc.asyncProperty(anySession, async (messages) => {
        const { conversation } = await buildContext([...messages, text("user", "Go on.", 1)]);
        const { report } = toRequest({ ...conversation, options: { model: "m" } });
        expect(report.filter(({ code }) => ORDER.test(code))).toEqual([]);
      }),
      { numRuns: propertyRuns(80) },
    );
  });

  it("can be built of any messages of the contract", async () => {
    const { $defs, ...root } = Message.schema as { readonly $defs?: object };
    const anyStored = arbitraryOf({ $defs: { ...$defs, Stored: root } }, "Stored");
    await fc.assert(
      fc.asyncProperty(fc.array(anyStored, { maxLength: 4 }), async (messages) => {
        const context = await buildContext(messages as never, { logger: { warn: () => {} } });
        const { messages: said } = context.conversation;
        expect(ConversationHistory.validate(said, { order: "lenient", complete: true })).toEqual([]);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
