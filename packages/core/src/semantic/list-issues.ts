/** Checks over a list of stored messages: what no message shows by itself. */

import type { Issue } from "../errors/issue.js";
import { issue } from "../errors/rule-issue.js";
import { currentVersions } from "../history/current-versions.js";
import { type BranchProblem, parentsOf, positionsOf } from "../history/parents.js";
import { duplicateCallPlace, placeWithoutCall } from "./call-places.js";
import { openCall, orphanResult } from "./chat-results.js";
import { type ListedMessage, listedMessage, type StoredRecord } from "./list-facts.js";
import { unmatchedCalls } from "./unmatched-calls.js";

/** Takes the messages of a list one by one, and then tells what is wrong with the list. */
export class ListChecks {
  readonly #messages: ListedMessage[] = [];

  /** @param index Where the message stands in the list; greater than that of the one before. */
  add(message: StoredRecord, index: number): void {
    this.#messages.push(listedMessage(message, index));
  }

  /** At places that begin with the index of the message. In the order of the list. */
  issues(): readonly Issue[] {
    const counted = currentVersions(this.#messages.map(({ id }) => id)).map(
      (at) => this.#messages[at] as ListedMessage,
    );
    const found = [...conversationsOf(counted).values()].flatMap(conversationIssues);
    return found.sort((one, other) => one.index - other.index).map(placedIssue);
  }
}

/** An issue, and the message in which it is. */
interface FoundIssue {
  readonly index: number;
  readonly issue: Issue;
}

function placedIssue({ index, issue: found }: FoundIssue): Issue {
  return { ...found, path: `/${index}${found.path}` };
}

function conversationsOf(
  messages: readonly ListedMessage[],
): ReadonlyMap<string | undefined, readonly ListedMessage[]> {
  const conversations = new Map<string | undefined, ListedMessage[]>();
  for (const message of messages) {
    const known = conversations.get(message.conversation);
    if (known === undefined) conversations.set(message.conversation, [message]);
    else known.push(message);
  }
  return conversations;
}

function conversationIssues(messages: readonly ListedMessage[]): readonly FoundIssue[] {
  const problems: BranchProblem[] = [];
  const parents = parentsOf(messages, positionsOf(messages), problems);
  return [
    ...problems.map(({ code, index }) => ({ index, issue: parentIssue(code) })),
    ...resultIssues(messages, parents),
    ...placeIssues(messages),
  ];
}

function parentIssue(code: BranchProblem["code"]): Issue {
  return code === "unknown_parent"
    ? issue(code, "/parent_id", "the id of a message of the conversation", "another")
    : issue(code, "/parent_id", "a message that does not follow this one", "one that does");
}

function resultIssues(messages: readonly ListedMessage[], parents: readonly number[]): readonly FoundIssue[] {
  const { orphans, open } = unmatchedCalls(messages, parents);
  return [
    ...orphans.map(({ index }) => ({ index, issue: orphanResult("/data/tool_call_id") })),
    ...open.map(({ message: { index }, call }) => ({ index, issue: openCall(`/data/tool_calls/${call}/id`) })),
  ];
}

/** A message that does not say which answer it is of may have the places of any calls of the conversation. */
function placeIssues(messages: readonly ListedMessage[]): readonly FoundIssue[] {
  if (messages.every(({ places }) => places.length === 0)) return [];
  const all = new Set(messages.flatMap(({ calls }) => calls));
  const byAnswer = new Map<string, Set<unknown>>();
  for (const { answer, calls } of messages)
    for (const call of calls) if (answer !== undefined) addTo(byAnswer, answer, call);
  const placed = new Map<string, Set<unknown>>();
  return messages.flatMap(({ places, answer, index }) => {
    const key = answer === undefined ? `/${index}` : answer;
    const calls = answer === undefined ? all : byAnswer.get(answer);
    return places.flatMap(({ at, id }) => {
      const path = `/data/parts/${at}/tool_call_id`;
      const isNew = addTo(placed, key, id);
      const found = calls?.has(id) === true ? [] : [placeWithoutCall(path)];
      return (isNew ? found : [...found, duplicateCallPlace(path)]).map((one) => ({ index, issue: one }));
    });
  });
}

/** @returns Whether it was not there. */
function addTo(sets: Map<string, Set<unknown>>, key: string, value: unknown): boolean {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set);
  const isNew = !set.has(value);
  set.add(value);
  return isNew;
}
