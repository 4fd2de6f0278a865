/** Recorded conversations that are read from a provider and written to the same one are what they were, but for what the reports name. */

import type { ToolCall, ToolChatMessage } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { loadProvider } from "../../src/load-provider.js";
import { PROVIDER_NAMES, type ProviderName } from "../../src/shared/provider-names.js";
import type { ReportEntry } from "../../src/shared/report/report.js";
import { isPresent, type Json, objectOf, objectsIn, recordsOf } from "./records.js";

/** What a request needs that the recorded one may not have had. */
const OPTIONS = { model: "a-model", max_tokens: 1000 };

/** A report that names everything would excuse everything. */
const MOST_NAMED: Readonly<Record<ProviderName, number>> = { openai: 222, vllm: 0, ollama: 0, anthropic: 20 };

/** A member of a recorded message that a report names; "" for the whole message. */
interface Named {
  /** The index of the message. */
  readonly at: number;
  readonly member: string;
}

/** The place of the system text that stands beside the messages. */
const SYSTEM = -1;

describe.runIf(isPresent("conversations there and back"))("a recorded conversation", () => {
  it.each(PROVIDER_NAMES)(
    "a recorded conversation of %s that is read and written to it again is equal as JSON, but for what the reports name",
    async (name) => {
      const { importRequest, toRequest } = await loadProvider(name);
      const counts = { messages: 0, named: 0 };
      for (const { body, source } of recordsOf(`${name}.request`)) {
        const request = objectOf(body);
        const given = objectsIn(request.messages);
        const imported = importRequest(body);
        const conversation = { ...imported, options: { ...OPTIONS, ...imported.options } };
        const back = toRequest(conversation, { system: "in_place" });
        // Where the first chat message of each recorded message stands.
        const firsts = given.map(
          (_, at) => importRequest({ ...request, messages: given.slice(0, at) }).messages.length,
        );
        const named = [
          ...imported.report.flatMap((entry) => namedIn(entry, (index) => index)),
          ...back.report.flatMap((entry) =>
            namedIn(entry, (index) => firsts.filter((first) => first <= index).length - 1),
          ),
        ];
        const written = objectOf(back.body);
        expect(missing(given, objectsIn(written.messages), named), source).toEqual([]);
        if (!named.some(({ at }) => at === SYSTEM)) expect(said(written.system), source).toEqual(said(request.system));
        counts.messages += given.length;
        counts.named += new Set(named.map(({ at, member }) => `${at} ${member}`)).size;
      }
      console.log(`${name}: ${counts.messages} messages, of which ${counts.named} members are named`);
      expect(counts.named).toBeLessThanOrEqual(MOST_NAMED[name]);
    },
  );
});

describe.runIf(isPresent("answers there and back"))("a recorded answer", () => {
  it("a recorded answer of Anthropic is sent back block by block as it came, but for what it says is unread", async () => {
    const { fromResponse, toRequest } = await loadProvider("anthropic");
    const counts = { answers: 0, changed: 0, blocks: 0 };
    for (const { body, source } of recordsOf("anthropic.response")) {
      const given = objectsIn(objectOf(body).content);
      if (given.length === 0) continue;
      const { messages, unread } = fromResponse(body);
      const asked = { role: "user", content: "Go on." } as const;
      const results = messages.flatMap(({ data }) => ("tool_calls" in data ? data.tool_calls.map(resultOf) : []));
      const next = results.length > 0 ? results : [asked];
      const sent = toRequest({ messages: [asked, ...messages, ...next], options: OPTIONS });
      counts.answers++;
      counts.changed += sent.report.length === 0 ? 0 : 1;
      if (sent.report.length > 0) continue;
      const left = given.map((block, at) => without(block, Object.keys(objectOf(objectOf(unread.content)[at]))));
      const wanted = left.filter((block) => Object.keys(block).length > 0);
      const [, answer] = objectsIn(objectOf(sent.body).messages);
      expect(spelt(answer?.content), source).toEqual(spelt(wanted));
      counts.blocks += wanted.length;
    }
    console.log("anthropic, answers:", counts);
    expect(counts.changed).toBeLessThanOrEqual(MOST_CHANGED);
  });
});

/** One with a text of nothing but white space, and one with reasoning that nobody signed: the provider refuses both. */
const MOST_CHANGED = 2;

function resultOf({ id }: ToolCall): ToolChatMessage {
  return { role: "tool", tool_call_id: id, content: "Done.", is_error: false };
}

/** @param indexOf Which recorded message a message of the report's conversation is from. */
function namedIn({ path, code }: ReportEntry, indexOf: (index: number) => number): readonly Named[] {
  const [, list, index, member = ""] = path.split("/");
  if (list === "system") return [{ at: SYSTEM, member: "" }];
  if (list !== "messages") return [];
  const at = indexOf(Number(index));
  // What went into the message before is there and not here; what was made up is nowhere before.
  if (code === "messages_merged") return [at - 1, at].map((one) => ({ at: one, member: "" }));
  // The result, which comes right after its call, has the other id as well.
  if (code === "id_renamed") return [at, at + 1].map((one) => ({ at: one, member: "" }));
  return code === "result_synthesised" ? [] : [{ at, member }];
}

/** Members that are read into another one. */
const BESIDE: Readonly<Record<string, readonly string[]>> = { content: ["reasoning", "reasoning_content"] };

/** The recorded messages that do not come again, in their order, without the members that are named. */
function missing(given: readonly Json[], written: readonly Json[], named: readonly Named[]): readonly unknown[] {
  let next = 0;
  return given.flatMap((message, at) => {
    const members = named.filter((one) => one.at === at).flatMap(({ member }) => [member, ...(BESIDE[member] ?? [])]);
    if (members.includes("")) return [];
    const wanted = JSON.stringify(spelt(without(message, members)));
    const found = written.findIndex(
      (one, index) => index >= next && JSON.stringify(spelt(without(one, members))) === wanted,
    );
    if (found < 0) return [message];
    next = found + 1;
    return [];
  });
}

function without(message: Json, members: readonly string[]): Json {
  return Object.fromEntries(Object.entries(message).filter(([name]) => !members.includes(name)));
}

/** One spelling of what has several: a text is a list of that text alone, and what is null, false or empty says nothing. */
function spelt(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelt);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    if (member === null || NOTHING[name] === JSON.stringify(member)) return [];
    if (name === "content") return [[name, said(member)] as const];
    return [[name, name === "role" && member === "developer" ? "system" : spelt(member)] as const];
  });
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const NOTHING: Readonly<Record<string, string>> = {
  content: '""',
  reasoning: '""',
  is_error: "false",
  tool_calls: "[]",
};

/** Undefined for nothing at all. */
function said(content: unknown): unknown {
  if (Array.isArray(content) && content.length === 0) return undefined;
  return typeof content === "string" ? [{ text: content, type: "text" }] : spelt(content);
}
