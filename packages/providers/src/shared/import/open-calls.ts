/** Finds the calls that results answer, in a request that somebody else made. */

import type { ToolCall } from "@parlance/builders";
import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import type { Members } from "../answer/unread.js";
import type { ReportWriter } from "../report/report-writer.js";

/** How a provider writes results. */
export interface ResultForm {
  /** The member that may say which tool a result is of. */
  readonly tool: "name" | "tool_name";
  /** Whether results name the calls that they answer; where they do not, their order says it. */
  readonly hasIds: boolean;
}

/** Calls that are given out one by one. */
interface Queue {
  readonly calls: ToolCall[];
  next: number;
}

/** The calls of all tools, where a result names none. */
const ANY = undefined;

/**
 * The calls of the last turn that no result names: each result without an id answers the first of its tool that is left. Messages with
 * calls that directly follow one another are one turn.
 */
export class OpenCalls {
  readonly #makeId: () => string;
  readonly #report: ReportWriter;
  /** By the index of each message: the ids that results name, from its turn's calls to those of the next turn. */
  readonly #named: readonly ReadonlySet<string>[];
  /** By tool; each call is in the queue of its tool and in that of all. */
  readonly #open = new Map<string | undefined, Queue>();
  readonly #answered = new Set<ToolCall>();
  /** The tools of all calls so far, by id. */
  readonly #tools = new Map<string, string>();
  #turn: ReadonlySet<string> | undefined;

  /**
   * @param messages All of the request, read or not.
   * @param makeId For results that answer no call.
   */
  constructor(messages: readonly JsonValue[], makeId: () => string, report: ReportWriter) {
    this.#named = namedIds(messages);
    this.#makeId = makeId;
    this.#report = report;
  }

  /** @param at The index of the message that the calls are of. */
  asked(calls: readonly ToolCall[], at: number): void {
    if (calls.length === 0) return;
    const named = this.#named[at];
    if (named !== this.#turn) this.#open.clear();
    this.#turn = named;
    for (const call of calls) {
      this.#tools.set(call.id, call.name);
      if (named?.has(call.id) !== true) for (const tool of [ANY, call.name]) this.#queueOf(tool).calls.push(call);
    }
  }

  /**
   * The id of the call that a result answers: the one that it names, or else that of the first open call of its tool, or of any tool
   * where it names none. A result that answers no call gets an id of its own.
   *
   * @param path JSON Pointer of the result.
   */
  answered(result: Members, path: string, form: ResultForm): string {
    const tool = result.text(form.tool);
    const id = result.text("tool_call_id") || this.#openId(tool, `${path}/tool_call_id`, form);
    if (tool !== undefined && this.#tools.get(id) !== tool) {
      const reason = "the call before this result is not of that tool";
      this.#report.add("member_dropped", "dropped", `${path}/${form.tool}`, reason);
    }
    return id;
  }

  #openId(tool: string | undefined, path: string, { hasIds }: ResultForm): string {
    const call = this.#take(tool) ?? (hasIds ? undefined : this.#take(ANY));
    if (call === undefined) {
      this.#report.add("id_synthesised", "synthesised", path, "a result without an id answers no call that is open");
      return this.#makeId();
    }
    const reason = "a result without an id answers the first call that is open";
    if (hasIds) this.#report.add("id_synthesised", "synthesised", path, reason);
    return call.id;
  }

  #take(tool: string | undefined): ToolCall | undefined {
    const queue = this.#queueOf(tool);
    for (;;) {
      const call = queue.calls[queue.next];
      if (call === undefined) return undefined;
      queue.next++;
      if (this.#answered.has(call)) continue;
      this.#answered.add(call);
      return call;
    }
  }

  #queueOf(tool: string | undefined): Queue {
    const known = this.#open.get(tool) ?? { calls: [], next: 0 };
    this.#open.set(tool, known);
    return known;
  }
}

function namedIds(messages: readonly JsonValue[]): readonly ReadonlySet<string>[] {
  let named = new Set<string>();
  let wasAsking = false;
  return messages.map((message) => {
    const isAsking = isJsonObject(message) && hasCalls(message);
    if (isAsking && !wasAsking) named = new Set();
    wasAsking = isAsking;
    if (isJsonObject(message) && typeof message.tool_call_id === "string") named.add(message.tool_call_id);
    return named;
  });
}

/** Some servers write no call as one without a name. */
function hasCalls({ tool_calls, function_call }: JsonObject): boolean {
  const calls = Array.isArray(tool_calls) ? tool_calls.filter(isJsonObject) : [];
  const called = [function_call, ...calls.map((call) => call.function ?? call.custom)];
  return called.filter(isJsonObject).some(({ name }) => typeof name === "string" && name !== "");
}
