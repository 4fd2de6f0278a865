/** One more message in a conversation of a given length, in nanoseconds: constant time shows as equal columns. */
import { ChatMessage, ConversationHistory, type LiveHistory } from "@parlance/builders";
import { type Candidate, compare, type Effort, runsOf } from "../measure.js";
import type { SuiteResult } from "./suite.js";

const LENGTHS = [100, 1000, 10_000];
/** What a timed run adds at least, in conversations of their own. */
const ADDED_IN_RUN = 2000;
/** Copying the whole list for each message is too slow to be done more often. */
const ADDED_BY_SPREADING = 100;
const MESSAGES = [ChatMessage.createUser("And now?"), ChatMessage.createAssistant("Now it works.")] as const;
const SYSTEM = ChatMessage.createSystem("You are a careful assistant.");

interface Addition extends Candidate {
  /** How many messages a run adds. */
  readonly added: number;
}

export async function measureHistory(effort: Effort): Promise<SuiteResult> {
  const cells = new Map<string, number[]>();
  for (const length of LENGTHS) {
    const additions = additionsTo(length, runsOf(effort));
    for (const { name, microseconds } of await compare(additions, effort)) {
      const { added } = additions.find((one) => one.name === name) as Addition;
      cells.set(name, [...(cells.get(name) ?? []), (microseconds * 1000) / added]);
    }
  }
  return {
    title: "Add to a conversation",
    unit: "one nanosecond for one message, while the conversation grows to twice its length",
    columns: LENGTHS.map((length) => `${length} messages`),
    rows: [...cells].map(([name, values]) => ({ name, cells: values })),
    digits: 0,
  };
}

function additionsTo(length: number, runs: number): Addition[] {
  const conversations = Math.max(1, ADDED_IN_RUN / length);
  const doubled = <Conversation>(make: () => Conversation, add: (to: Conversation, count: number) => number) => ({
    added: length * conversations,
    run: fresh(make, runs, conversations, (conversation) => add(conversation, length)),
  });
  return [
    { name: "push to an array: no rules, no snapshot", ...doubled(() => messagesOf(length), pushed) },
    {
      name: "[...messages, message]: a snapshot, no rules",
      added: ADDED_BY_SPREADING,
      run: fresh(
        () => messagesOf(length),
        runs,
        1,
        (messages) => spread(messages, ADDED_BY_SPREADING),
      ),
    },
    { name: "parlance: add", ...doubled(() => historyOf(length), added) },
    { name: "parlance: add and take a snapshot", ...doubled(() => historyOf(length), addedWithSnapshots) },
  ];
}

/** Each run takes conversations of its own, made beforehand: what it adds is all that is timed. */
function fresh<Conversation>(
  make: () => Conversation,
  runs: number,
  perRun: number,
  add: (conversation: Conversation) => number,
): () => number {
  const pool = Array.from({ length: runs }, () => Array.from({ length: perRun }, make));
  return () => (pool.pop() ?? []).reduce((sum, conversation) => sum + add(conversation), 0);
}

function pushed(messages: ChatMessage[], count: number): number {
  for (let at = 0; at < count; at++) messages.push(next(at));
  return messages.length;
}

function spread(messages: readonly ChatMessage[], count: number): number {
  let current = messages;
  for (let at = 0; at < count; at++) current = [...current, next(at)];
  return current.length;
}

function added(history: LiveHistory, count: number): number {
  for (let at = 0; at < count; at++) history.add(next(at));
  return history.count;
}

function addedWithSnapshots(history: LiveHistory, count: number): number {
  let length = 0;
  for (let at = 0; at < count; at++) {
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
