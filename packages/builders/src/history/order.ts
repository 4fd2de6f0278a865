/** The rules of order: which message may follow which. Messages of one role in a row are one turn. */

import { type ChatMessage, type Issue, type MessageRole, type ToolCall, ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";

/**
 * `strict`: the system speaks first and only there, user and assistant take turns, call ids never come again.
 * `lenient`, for histories from elsewhere: any of the three may speak at any time, and an id may come again once it is answered.
 * Both: results answer open calls, once, and nobody else speaks while calls are open.
 */
export type HistoryOrder = "strict" | "lenient";

type Turn = MessageRole | "none";

/**
 * The order asked for, strict when none is.
 * @throws ValidationError for anything but the two.
 */
export function assertOrder(order: HistoryOrder | undefined): HistoryOrder {
  if (order === undefined || order === null) return "strict";
  if (order === "strict" || order === "lenient") return order;
  throw new ValidationError([issue("not_allowed_value", "/order", '"strict" or "lenient"', typeof order)]);
}

/** Everything that has to be known of the messages so far. */
export interface TurnState<Ids extends IdSet = IdSet> {
  readonly order: HistoryOrder;
  /** Who spoke last. */
  turn: Turn;
  /** Ids of the calls that wait for their results. */
  readonly open: Ids;
  /** Ids of all calls. */
  readonly used: Ids;
}

/** What of a set the rules need. */
export interface IdSet {
  readonly size: number;
  has(id: string): boolean;
  add(id: string): unknown;
  delete(id: string): unknown;
  clear(): void;
}

/** Before the first message. */
export function startOfTurns(order: HistoryOrder): TurnState<Set<string>> {
  return { order, turn: "none", open: new Set(), used: new Set() };
}

const NONE: readonly Issue[] = [];

/**
 * What is wrong with a message at this place; the paths are those within the message.
 * @param goesOn Whether it belongs to the turn of the message before when both have one role.
 */
export function orderIssues(state: TurnState, message: ChatMessage, goesOn: boolean): readonly Issue[] {
  if (message.role === "tool")
    return state.open.has(message.tool_call_id) ? NONE : [notOpen(state, message.tool_call_id)];
  const calls = message.role === "assistant" ? message.tool_calls : undefined;
  const ofCalls = calls === undefined ? NONE : callIssues(state, calls);
  if (isNextTurn(state, message) || isSameTurn(state, message, goesOn)) return ofCalls;
  return [...turnIssues(state, message), ...ofCalls];
}

/** Goes on to a message that has its place. */
export function takeTurn(state: TurnState, message: ChatMessage): void {
  state.turn = message.role;
  if (message.role === "tool") state.open.delete(message.tool_call_id);
  else if (message.role === "assistant" && message.tool_calls !== undefined) openCalls(state, message.tool_calls);
}

/**
 * Goes on to any message and tells what is wrong with it. What is misplaced is told once: calls that were passed over are not open
 * any more, and an orphan result is not a turn.
 */
export function followMessage(state: TurnState, message: ChatMessage, goesOn: boolean): readonly Issue[] {
  const issues = orderIssues(state, message, goesOn);
  if (issues.length === 0) takeTurn(state, message);
  else if (message.role !== "tool") passOver(state, message, issues);
  return issues;
}

function passOver(state: TurnState, message: ChatMessage, issues: readonly Issue[]): void {
  if (issues.some(({ code }) => code === "calls_open")) state.open.clear();
  takeTurn(state, message);
}

function isNextTurn({ order, turn, open }: TurnState, { role }: ChatMessage): boolean {
  return open.size === 0 && (order === "lenient" || alternates(turn, role));
}

/** The system speaks first and at no other time; after that anybody speaks, but nobody twice in a row. */
function alternates(turn: Turn, role: MessageRole): boolean {
  return (turn === "none") === (role === "system") && turn !== role;
}

function isSameTurn({ order, turn }: TurnState, { role }: ChatMessage, goesOn: boolean): boolean {
  return turn === role && (goesOn || order === "lenient");
}

function turnIssues({ order, turn, open }: TurnState, { role }: ChatMessage): readonly Issue[] {
  const issues: Issue[] = [];
  if (open.size > 0) issues.push(issue("calls_open", "", "the results of all open calls first", `${open.size} open`));
  if (order === "strict" && !alternates(turn, role)) issues.push(outOfTurn(turn, role));
  return issues;
}

function outOfTurn(turn: Turn, role: MessageRole): Issue {
  if (turn === "none") return issue("first_not_system", "/role", "system first", role);
  const expected = role === "system" ? "system only at the start" : `another role after ${turn}`;
  return issue("turn_not_expected", "/role", expected, role);
}

function notOpen({ used }: TurnState, id: string): Issue {
  const found = used.has(id) ? "that of a call which is answered or was passed over" : "that of no call so far";
  return issue("call_not_open", "/tool_call_id", "the id of an open call", found);
}

function callIssues({ order, open, used }: TurnState, calls: readonly ToolCall[]): readonly Issue[] {
  const taken = order === "strict" ? used : open;
  if (calls.length === 1 && !taken.has((calls[0] as ToolCall).id)) return NONE;
  const here = new Set<string>();
  return calls.flatMap(({ id }, index) => {
    const isTaken = taken.has(id) || here.has(id);
    here.add(id);
    return isTaken ? [duplicate(index, order)] : NONE;
  });
}

function duplicate(index: number, order: HistoryOrder): Issue {
  const expected = order === "strict" ? "an id that no call of the conversation has" : "an id that no open call has";
  return issue("duplicate_call_id", `/tool_calls/${index}/id`, expected, "that of another call");
}

function openCalls({ open, used }: TurnState, calls: readonly ToolCall[]): void {
  for (const { id } of calls) {
    open.add(id);
    used.add(id);
  }
}
