/** One history with many writers: asynchronous ones in one thread, and a worker that gets it by value. */

import { once } from "node:events";
import { setImmediate, setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { type ChatMessage, ConversationHistory, type LiveHistory } from "../../src/index.js";
import { asks, assistant, result, SYSTEM, started, user } from "./messages.js";

const PAUSES = [() => Promise.resolve(), () => setImmediate(), () => setTimeout(1)];

/** Lets the other writers go on, in one way or another. */
async function pause(turn: number): Promise<void> {
  await PAUSES[turn % PAUSES.length]?.();
}

/** Adds a turn as soon as the history takes it. */
async function addWhenPossible(history: LiveHistory, turn: ChatMessage | readonly ChatMessage[]): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return history.add(turn);
    } catch {
      await pause(attempt);
    }
  }
}

describe("many asynchronous writers on one history", () => {
  it("leave it complete, in order, and every snapshot as it was", async () => {
    const history = ConversationHistory.create({ order: "lenient" });
    const snapshots = new Map<number, readonly ChatMessage[]>();
    const write = async (writer: number): Promise<void> => {
      for (let turn = 0; turn < 10; turn++) {
        await pause(writer + turn);
        history.add(user(`${writer} ${turn}`));
        snapshots.set(history.count, history.messages.toArray());
      }
    };
    await Promise.all(Array.from({ length: 25 }, (_, writer) => write(writer)));
    expect(history.count).toBe(250);
    const texts = [...history].map(({ content }) => content);
    expect(new Set(texts).size).toBe(250);
    for (let writer = 0; writer < 25; writer++) {
      const own = texts.filter((text) => (text as string).startsWith(`${writer} `));
      expect(own).toEqual(Array.from({ length: 10 }, (_, turn) => `${writer} ${turn}`));
    }
    expect(snapshots.size).toBe(250);
    for (const [count, snapshot] of snapshots) expect(snapshot).toEqual(history.messages.toArray().slice(0, count));
  });

  it("cannot break the order: whoever is refused tries again", async () => {
    const history = started(SYSTEM);
    const ask = async (index: number): Promise<void> => {
      await addWhenPossible(history, [user(`${index}`), asks(`call_${index}`)]);
      await pause(index);
      history.add([result(`call_${index}`), assistant(`${index}`)]);
    };
    await Promise.all(Array.from({ length: 30 }, (_, index) => ask(index)));
    expect(history.count).toBe(1 + 30 * 4);
    expect(history.openCalls).toEqual([]);
    expect(ConversationHistory.validate(history, { complete: true })).toEqual([]);
  });

  it("take the results of parallel calls in whatever order they come", async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `call_${index}`);
    const history = started(SYSTEM, user(), asks(...ids));
    await Promise.all(
      ids.map(async (id, index) => {
        await setTimeout((index * 7) % 5);
        history.add(result(id));
      }),
    );
    expect(history.openCalls).toEqual([]);
    history.add(assistant());
    expect(history.count).toBe(44);
  });
});

describe("a worker", () => {
  it("gets a history by value, goes on with it, and sends it back with every digit", async () => {
    const history = started(SYSTEM, user());
    const worker = new Worker(new URL("worker.mjs", import.meta.url));
    worker.postMessage(ConversationHistory.serialise(history));
    const [{ text, refused }] = (await once(worker, "message")) as [{ text: string; refused: string[] }];
    await worker.terminate();
    expect(refused).toEqual(["turn_not_expected"]);
    expect(history.count).toBe(2);
    const returned = ConversationHistory.restore(text);
    expect(returned.id).toBe(history.id);
    expect(returned.messages.toArray().slice(0, 2)).toEqual(history.messages.toArray());
    expect(returned.openCalls).toEqual(["call_1"]);
    expect(text).toContain('"arguments":{"n":12345678901234567890}');
  });
});
