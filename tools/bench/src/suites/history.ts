/** One more message in a conversation of a given length, in nanoseconds: constant time shows as equal columns. */
import { ChatMessage, ConversationHistory, type LiveHistory } from "@parlance/builders";
import { type Candidate, compare, type Effort, runsOf } from "../measure.js";
import type { SuiteResult } from "./suite.js";

const LENGTHS = [100, 1000, 10_000];
const ADDED = 100;
const MESSAGES = [ChatMessage.createUser("And now?"), ChatMessage.createAssistant("Now it works.")] as const;
const SYSTEM = ChatMessage.createSystem("You are a careful assistant.");

export async function measureHistory(effort: Effort): Promise<SuiteResult> {
  const cells = new Map<string, number[]>();
  for (const length of LENGTHS) {
    for (const { name, microseconds } of await compare(candidatesFor(length, runsOf(effort)), effort)) {
      cells.set(name, [...(cells.get(name) ?? []), (microseconds * 1000) / ADDED]);
    }
  }
  return {
    title: "Add to a conversation",
    unit: "one nanosecond for one message",
    columns: LENGTHS.map((length) => `${length} messages`),
    rows: [...cells].map(([name, values]) => ({ name, cells: values })),
    digits: 0,
  };
}

/** Each run takes a conversation of its own, made beforehand: what it adds is all that is timed. */
function candidatesFor(length: number, runs: number): Candidate[] {
  const arrays = (): ChatMessage[][] => Array.from({ length: runs }, () => messagesOf(length));
  const histories = (): LiveHistory[] => Array.from({ length: runs }, () => historyOf(length));
  return [
    { name: "push to an array: no rules, no snapshot", run: fresh(arrays(), pushed) },
    { name: "[...messages, message]: a snapshot, no rules", run: fresh(arrays(), spread) },
    { name: "parlance: add", run: fresh(histories(), added) },
    { name: "parlance: add and take a snapshot", run: fresh(histories(), addedWithSnapshots) },
  ];
}

function fresh<Conversation>(pool: Conversation[], run: (conversation: Conversation) => number): () => number {
  return () => run(pool.pop() as Conversation);
}

function pushed(messages: ChatMessage[]): number {
  for (let at = 0; at < ADDED; at++) messages.push(next(at));
  return messages.length;
}

function spread(messages: readonly ChatMessage[]): number {
  let current = messages;
  for (let at = 0; at < ADDED; at++) current = [...current, next(at)];
  return current.length;
}

function added(history: LiveHistory): number {
  for (let at = 0; at < ADDED; at++) history.add(next(at));
  return history.count;
}

function addedWithSnapshots(history: LiveHistory): number {
  let length = 0;
  for (let at = 0; at < ADDED; at++) {
    history.add(next(at));
    length += history.messages.length;
  }
  return length;
}

/** A system message and then user and assistant in turn; ends with the assistant, so that the next one is the user's. */
function messagesOf(length: number): ChatMessage[] {
  return [SYSTEM, ...Array.from({ length }, (_, at) => next(at))];
}

function historyOf(length: number): LiveHistory {
  const history = ConversationHistory.create();
  for (const message of messagesOf(length)) history.add(message);
  return history;
}

function next(at: number): ChatMessage {
  return MESSAGES[at & 1] as ChatMessage;
}
