/** A turn of an agent: the model and its tools, round by round, from what the user says to the last answer. */

import type { AgentRequest, ParlanceError, ToolRequestMessage, UserChatMessage } from "@parlance/core";
import type { Answer } from "@parlance/providers";
import { ContextOverflowError } from "../context/context-overflow-error.js";
import { type AgentSettings, planTurn, type TurnPlan } from "./agent-settings.js";
import { type AgentRound, type AgentTurn, type AgentTurnStatus, usageOf } from "./agent-turn.js";
import { conversationOf, type SentConversation } from "./conversation.js";
import { exchangeWithModel } from "./exchange.js";
import { cancelCalls, settleCalls } from "./settle-calls.js";
import { prompt, storedTurn, userMessage } from "./start-turn.js";
import { TurnLog } from "./turn-log.js";

/**
 * Takes what the user says to a model that may call tools, until the model is done. Every message is stored by `onDirty` before the next
 * step: what the user says, each answer, decisions on its calls before one runs, each result.
 *
 * Faults of the model, of tools and of the network, and a signal that fires, end or change the turn and never lose a message: the
 * promise resolves, and the messages can be followed by a next request as they are.
 *
 * @throws ValidationError for a wrong request or wrong settings, before anything is done; what `onDirty`, `onEvent`, `policy`, `ask`,
 * `onPermissionUsed`, `ledger` and `countTokens` throw, and nothing further runs then: what was stored can be gone on with by `messages`.
 */
export async function runAgent(request: AgentRequest, settings: AgentSettings): Promise<AgentTurn> {
  const plan = planTurn(request, settings);
  const said = prompt(plan.request);
  const turn: Turn = { plan, said, log: new TurnLog(storedTurn(plan), settings), rounds: [] };
  const { status, error } = await takeCourse(turn);
  return Object.freeze({
    status,
    messages: Object.freeze([...turn.log.messages]),
    ...(error === undefined ? {} : { error }),
    rounds: Object.freeze(turn.rounds),
    usage: usageOf(turn.rounds),
  });
}

interface Turn {
  readonly plan: TurnPlan;
  readonly said: UserChatMessage;
  readonly log: TurnLog;
  readonly rounds: AgentRound[];
}

interface End {
  readonly status: AgentTurnStatus;
  readonly error?: ParlanceError;
}

async function takeCourse(turn: Turn): Promise<End> {
  const { plan, log } = turn;
  if (log.last === undefined) await log.add(userMessage(plan));
  await settleOpenCalls(turn);
  if (isDone(log)) return { status: "completed" };
  for (let iteration = log.requestCount; iteration < plan.max_iterations; iteration++) {
    const end = await takeRound(turn);
    if (end !== undefined) return end;
  }
  return { status: plan.signal.aborted ? "cancelled" : "iteration_limit" };
}

/** @returns Undefined when the model has more to say. */
async function takeRound({ plan, said, log, rounds }: Turn): Promise<End | undefined> {
  const { signal, settings } = plan;
  if (signal.aborted) return { status: "cancelled" };
  const sent = await fitted(() => conversationOf(plan, said, log));
  if (ContextOverflowError.isInstance(sent)) return { status: "failed", error: sent };
  const { report, answer, error } = await exchangeWithModel(sent.conversation, settings, signal);
  rounds.push(Object.freeze({ report, removed: sent.removed, ...(answer === undefined ? {} : { answer }) }));
  const request = await addAnswer(log, answer);
  if (request !== undefined) await (error === undefined ? settleCalls : cancelCalls)(log, request, plan);
  if (error !== undefined) return { status: "failed", error };
  if (signal.aborted) return { status: "cancelled" };
  return request === undefined && answer?.finish_reason !== "pause" ? { status: "completed" } : undefined;
}

/** A conversation that is too long is not a fault of the caller's settings: it grew. */
async function fitted(build: () => Promise<SentConversation>): Promise<SentConversation | ContextOverflowError> {
  try {
    return await build();
  } catch (error) {
    if (ContextOverflowError.isInstance(error)) return error;
    throw error;
  }
}

/** Of a turn that ended early. */
async function settleOpenCalls({ plan, log }: Turn): Promise<void> {
  const { request } = log;
  if (request !== undefined && log.resultsOf(request).length < request.data.tool_calls.length)
    await settleCalls(log, request, plan);
}

/** A turn that is gone on with after the model had its last word. */
function isDone({ last }: TurnLog): boolean {
  return last?.type === "text" && last.data.role === "assistant";
}

/** @returns What the answer asks for. */
async function addAnswer(log: TurnLog, answer: Answer | undefined): Promise<ToolRequestMessage | undefined> {
  for (const message of answer?.messages ?? []) await log.add(message);
  return answer?.messages.find((message) => message.type === "tool_request");
}
