/** Tool calls of a request of `/api/chat`, where ids are often missing, read so that each result finds its call. */

import { ToolCall } from "@parlance/builders";
import type { JsonObject, JsonValue } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import type { Members } from "../shared/answer/unread.js";
import { callIdMaker, dropRest, eachOf, inPlace, objectOf, presentMembersOf, refuse } from "../shared/importing.js";
import type { ReportWriter } from "../shared/report-writer.js";

/** Ids of nine letters and digits, which every provider takes; the same in each reading of the same request. */
export function countedIds(): () => string {
  let made = 0;
  return () => `call${String(++made).padStart(5, "0")}`;
}

export class ImportedCalls {
  readonly #report: ReportWriter;
  readonly #makeId: () => string;
  /** The tools of all calls so far, by id. */
  readonly #tools = new Map<string, string>();
  /** The last calls, as far as no result has answered them yet. */
  #open: readonly ToolCall[] = [];

  /** @param messages All of them: no id that is made is one of theirs. */
  constructor(messages: readonly JsonValue[], newId: () => string, report: ReportWriter) {
    this.#report = report;
    this.#makeId = callIdMaker(messages, newId);
  }

  /** The calls of one message of the assistant. */
  asked(given: readonly JsonValue[], path: string): readonly ToolCall[] {
    const calls = eachOf(given, path, (call, place) => this.#call(objectOf(call, place), place));
    if (calls.length > 0) this.#open = calls;
    for (const { id, name } of calls) this.#tools.set(id, name);
    return calls;
  }

  /** The id of the call that a result answers: the one that it names, or else the first open one of its tool, or of any tool. */
  answered(members: Members, path: string): string {
    const tool = members.text("tool_name");
    const id = members.text("tool_call_id") || this.#openId(tool, `${path}/tool_call_id`);
    this.#open = this.#open.filter((one) => one.id !== id);
    if (tool !== undefined && this.#tools.get(id) !== tool)
      this.#report.add(
        "member_dropped",
        "dropped",
        `${path}/tool_name`,
        "the call before this result is not of that tool",
      );
    return id;
  }

  #openId(tool: string | undefined, path: string): string {
    const call = this.#open.find(({ name }) => tool === undefined || name === tool);
    if (call === undefined) return this.#newId(path);
    this.#report.add(
      "id_synthesised",
      "synthesised",
      path,
      "a result without an id answers the first call that is open",
    );
    return call.id;
  }

  #call(object: JsonObject, path: string): ToolCall {
    const members = presentMembersOf(object);
    const called = presentMembersOf(objectOf(members.any("function"), `${path}/function`));
    const name = called.text("name") || refuse("missing_property", `${path}/function/name`, "the name of a tool");
    const text = argumentsText(called.any("arguments"));
    called.skip("index");
    if (object.type === "function") members.skip("type");
    const id = members.text("id") || this.#newId(`${path}/id`);
    dropRest(called, `${path}/function`, this.#report);
    dropRest(members, path, this.#report);
    return inPlace(path, () => ToolCall.fromText(id, name, text), { name: "/function/name" });
  }

  #newId(path: string): string {
    this.#report.add("id_synthesised", "synthesised", path, "every call has an id in the contract");
    return this.#makeId();
  }
}

function argumentsText(given: JsonValue | undefined): string {
  if (given === undefined) return "{}";
  return typeof given === "string" ? given : stringifyJson(given);
}
