/** What holds for every history, however it came about. */

import { isDeepStrictEqual } from "node:util";
import { schemaOf } from "@parlance/core/schemas";
import { arbitraryOf } from "@parlance/sampler";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ChatMessage, ConversationHistory, type LiveHistory } from "../../src/index.js";
import { isDeeplyFrozen } from "../refusal.js";
import { asks, asksTwice, assistant, ID, result, SYSTEM, stored, user } from "./messages.js";

/** Few ids, so that they meet often; one of them looks like a new name of another. */
const callId = fc.constantFrom("a", "b", "a_2");

const message = fc.oneof(
  fc.constant(SYSTEM),
  fc.constantFrom("1", "2", "").map((text) => ChatMessage.createUser(text, { allowEmpty: true })),
  fc.constantFrom("x", "").map(assistant),
  fc.uniqueArray(callId, { minLength: 1 }).map((ids) => asks(...ids)),
  callId.map(asksTwice),
  callId.map((id) => result(id, "r")),
  fc.constant(ChatMessage.createUser([{ type: "text", text: "part" }], { name: "ada" })),
  callId.map((id): ChatMessage => ChatMessage.parse({ ...asks(id), name: "bob" })),
);
const messages = fc.array(message, { maxLength: 16 });

const { $defs, ...root } = schemaOf("conversation_history", { id: false });
const anyHistory = arbitraryOf({ $defs: { ...($defs as object), ConversationHistory: root } }, "ConversationHistory");

/** Adds what the rules let in; what they refuse must change nothing. */
function addAll(history: LiveHistory, turns: readonly (ChatMessage | readonly ChatMessage[])[]): void {
  for (const turn of turns) {
    const [before, open] = [history.messages, history.openCalls];
    try {
      history.add(turn);
    } catch {
      expect(history.messages).toBe(before);
      expect(history.openCalls).toEqual(open);
    }
  }
}

function textsOf(history: ConversationHistory): string {
  return history.messages
    .filter(({ role }) => role !== "tool")
    .map((one) => ChatMessage.textOf(one).replaceAll("\n\n", ""))
    .join("");
}

describe("repair, of any history", () => {
  it("done twice is repair done once", () => {
    fc.assert(
      fc.property(messages, (given) => {
        const once = ConversationHistory.repair(stored(...given)).history;
        const twice = ConversationHistory.repair(once);
        expect(twice.changes).toEqual([]);
        expect(twice.history).toBe(once);
        const copy = ConversationHistory.decode(ConversationHistory.encode(once));
        expect(ConversationHistory.repair(copy).changes).toEqual([]);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it("is the same each time, and changes something exactly when it says so", () => {
    fc.assert(
      fc.property(messages, (given) => {
        const history = stored(...given);
        const one = ConversationHistory.repair(history);
        expect(one).toEqual(ConversationHistory.repair(stored(...given)));
        expect(one.changes.length === 0).toBe(one.history === history);
        expect(ConversationHistory.equals(one.history, history)).toBe(one.history === history);
      }),
    );
  });

  it("is the same behind neighbours of one role that are not merged, which are never in order at a glance", () => {
    const neighbours = ["ann", "bob"].map((name) => ChatMessage.createUser("hello", { name }));
    fc.assert(
      fc.property(messages, fc.constantFrom("turns" as const, "calls" as const), (given, merge) => {
        const alone = ConversationHistory.repairMessages(given, { merge });
        const behind = ConversationHistory.repairMessages([...neighbours, ...given], { merge });
        expect(behind.messages).toEqual([...neighbours, ...alone.messages]);
        const origins = alone.origins.map((places) => places.map((place) => place + 2));
        expect(behind.origins).toEqual([[0], [1], ...origins]);
        expect(behind.changes.map(({ code }) => code)).toEqual(alone.changes.map(({ code }) => code));
      }),
      { numRuns: propertyRuns(1000) },
    );
  });

  it("gives a valid, complete history, wrong at most in where the system speaks", () => {
    fc.assert(
      fc.property(messages, (given) => {
        const { history } = ConversationHistory.repair(stored(...given));
        expect(ConversationHistory.is(history)).toBe(true);
        expect(isDeeplyFrozen(history)).toBe(true);
        expect(ConversationHistory.validate(history, { order: "lenient", complete: true })).toEqual([]);
        for (const { code } of ConversationHistory.validate(history, { complete: true }))
          expect(["first_not_system", "turn_not_expected"]).toContain(code);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it("loses nothing: every text is there in order, and every result is there or handed back", () => {
    fc.assert(
      fc.property(messages, (given) => {
        const history = stored(...given);
        const after = ConversationHistory.repair(history);
        expect(textsOf(after.history)).toBe(textsOf(history));
        const results = (all: readonly ChatMessage[]): number =>
          all.filter((one) => one.role === "tool" && one.content === "r").length;
        const removed = after.changes.flatMap((change) => change.removed ?? []);
        expect(results(after.history.messages) + results(removed)).toBe(results(given));
      }),
    );
  });

  it("works on every history that the schema allows", () => {
    fc.assert(
      fc.property(anyHistory, (wire) => {
        const { history } = ConversationHistory.repair(ConversationHistory.parse(wire));
        expect(ConversationHistory.is(history)).toBe(true);
        expect(ConversationHistory.repair(history).history).toBe(history);
      }),
    );
  });
});

describe("adding, whatever is added", () => {
  it("builds histories in which nothing is wrong, and a refusal changes nothing", () => {
    const turns = fc.array(fc.oneof(message, fc.array(message, { maxLength: 4 })), { maxLength: 30 });
    fc.assert(
      fc.property(turns, fc.constantFrom("strict", "lenient"), (given, order) => {
        const history = ConversationHistory.create({ id: ID, order });
        if (order === "strict") history.add(SYSTEM);
        addAll(history, given);
        expect(ConversationHistory.validate(history, { order })).toEqual([]);
        expect(ConversationHistory.restore(history.toJSON(), { order }).openCalls).toEqual(history.openCalls);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it("never changes a snapshot that was taken before", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(80), { maxLength: 6 }), (sizes) => {
        const history = ConversationHistory.create({ order: "lenient" });
        const added: ChatMessage[] = [];
        const snapshots = sizes.map((size) => {
          for (let index = 0; index < size; index++) {
            added.push(user(`${added.length}`));
            history.add(added.at(-1) as ChatMessage);
          }
          return { snapshot: history.messages, length: added.length };
        });
        for (const { snapshot, length } of snapshots) expect(snapshot.toArray()).toEqual(added.slice(0, length));
      }),
    );
  });
});

describe("storing, of any history that the schema allows", () => {
  it("storing and restoring any history that the schema allows gives the same history", () => {
    fc.assert(
      fc.property(anyHistory, (wire) => {
        const history = ConversationHistory.restore(ConversationHistory.parse(wire));
        const text = ConversationHistory.serialise(history);
        const again = ConversationHistory.restore(text);
        expect(ConversationHistory.equals(again.toJSON(), history.toJSON())).toBe(true);
        expect(isDeepStrictEqual([...again], [...history])).toBe(true);
        expect(ConversationHistory.serialise(again)).toBe(text);
      }),
    );
  });
});
