/** Everything of the package that is in no entry of its own. Adding an export here makes it API. */

export type { AgentSettings } from "./agent/agent-settings.js";
export type { AgentRound, AgentTurn, AgentTurnStatus } from "./agent/agent-turn.js";
export { createHttpModel } from "./agent/http/http-model.js";
export type { Fetch, FetchedResponse, FetchRequest, HttpModelOptions } from "./agent/http/http-options.js";
export type { Model, ModelEvent, ModelStream } from "./agent/model.js";
export { ModelError, type ModelErrorReason } from "./agent/model-error.js";
export { runAgent } from "./agent/run-agent.js";
export { MissingPeerError } from "./shared/missing-peer-error.js";
export type { Operation } from "./shared/operation.js";
export type { Wait } from "./shared/wait.js";
