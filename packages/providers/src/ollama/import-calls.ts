/** Tool calls of a request of `/api/chat`, where ids are often missing, read so that each result finds its call. */

import { ToolCall } from "@parlance/builders";
import type { JsonObject, JsonValue } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import { isEmptyCall } from "../shared/answer/empty-call.js";
import type { Members } from "../shared/answer/unread.js";
import { OpenCalls, type ResultForm } from "../shared/import/open-calls.js";
import {
  callIdMaker,
  dropRest,
  eachOf,
  inPlace,
  presentMembersOf,
  refuseValue,
  requiredObject,
} from "../shared/import/values.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import { argumentsSaid } from "./arguments-said.js";

/** Ids of nine letters and digits, which every provider takes; the same in each reading of the same request. */
export function countedIds(): () => string {
  let made = 0;
  return () => `call${String(++made).padStart(5, "0")}`;
}

/** Results may name the tool in place of the call. */
const FORM: ResultForm = { tool: "tool_name", hasIds: true };

export class ImportedCalls {
  readonly #report: ReportWriter;
  readonly #makeId: () => string;
  readonly #open: OpenCalls;

  /** @param messages All of them: no id that is made is one of theirs. */
  constructor(messages: readonly JsonValue[], newId: () => string, report: ReportWriter) {
    this.#report = report;
    this.#makeId = callIdMaker(messages, newId);
    this.#open = new OpenCalls(messages, this.#makeId, report);
  }

  /**
   * The calls of one message of the assistant.
   * @param at The index of the message.
   */
  asked(given: readonly JsonValue[], path: string, at: number): readonly ToolCall[] {
    const calls = eachOf(given, path, (call, place, position) =>
      this.#call(requiredObject(call, place), place, position),
    ).flat();
    this.#open.asked(calls, at);
    return calls;
  }

  /** The id of the call that a result answers. */
  answered(members: Members, path: string): string {
    return this.#open.answered(members, path, FORM);
  }

  /** Nothing for a call whose members are all empty, which some servers write for none. */
  #call(object: JsonObject, path: string, position: number): readonly ToolCall[] {
    const members = presentMembersOf(object);
    const given = members.text("id") ?? "";
    const called = presentMembersOf(
      requiredObject(members.any("function") ?? (given === "" ? {} : undefined), `${path}/function`),
    );
    const word = called.text("name");
    const args = called.any("arguments");
    // Calls are counted anew when they are sent.
    called.is("index", position);
    members.is("type", "function");
    dropRest(called, `${path}/function`, this.#report);
    if (isEmptyCall({ id: given, name: word, arguments: argumentsSaid(args) })) {
      dropRest(members, path, this.#report);
      return [];
    }
    const name = word || refuseValue("missing_property", `${path}/function/name`, "the name of a tool");
    const id = given || this.#newId(`${path}/id`);
    dropRest(members, path, this.#report);
    return [inPlace(path, () => ToolCall.fromText(id, name, argumentsText(args)), { name: "/function/name" })];
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
