/** Names of tools and ids of calls as providers take them, and back. */

import { ChatMessage } from "@parlance/builders";
import { anyCharacter } from "@parlance/sampler";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createReport } from "../../src/shared/report/report-writer.js";
import { type NameRules, namesFor, originalCallId, originalToolName } from "../../src/shared/request/names.js";
import { call, prepared, STRICT_NAMES, stored, tool } from "./given.js";

/** The map for tools of these names and one assistant that calls them, and the report. */
function mapOf(names: readonly string[], ids: readonly string[], rules: NameRules = STRICT_NAMES) {
  const report = createReport();
  const calls = ids.map((id) => call(id, names[0] ?? "read_file"));
  const messages =
    calls.length === 0 ? [] : [{ message: ChatMessage.createAssistant(null, calls), path: "/messages/0" }];
  const map = namesFor(rules, { messages, tools: names.map((name) => tool(name)) }, report);
  return { map, told: report.entries.map(({ path, code }) => `${path}: ${code}`) };
}

describe("a map of names", () => {
  it("leaves alone what the provider takes, and says nothing", () => {
    const { map, told } = mapOf(["read_file", "a-b", "__proto__", "constructor"], ["call_1"]);
    expect(map.toolName("read_file")).toBe("read_file");
    expect(map.toolName("__proto__")).toBe("__proto__");
    expect(map.callId("call_1")).toBe("call_1");
    expect([map.tool_names, map.call_ids, told]).toEqual([{}, {}, []]);
  });

  it("replaces what is forbidden and adds a hash, in definitions, history and choice alike", () => {
    const conversation = {
      messages: [ChatMessage.createAssistant(null, [call("call_1", "mcp.files/read")])],
      tools: [tool("mcp.files/read")],
      tool_choice: { name: "mcp.files/read" },
    };
    const { prepared: result, told } = prepared(conversation, { names: STRICT_NAMES });
    expect(result.names.toolName("mcp.files/read")).toBe("mcp_files_read_35580e25");
    expect(result.names.tool_names).toEqual({ mcp_files_read_35580e25: "mcp.files/read" });
    expect(told.filter((entry) => entry.endsWith("name_mapped"))).toEqual([
      "/tools/0/name: name_mapped",
      "/tool_choice/name: name_mapped",
      "/messages/0/tool_calls/0/name: name_mapped",
    ]);
  });

  it("gives a name the same replacement in every request of a conversation", () => {
    const { map: early } = mapOf(["mcp.a"], []);
    const { map: late } = mapOf(["mcp.b", "x.y", "mcp.a"], []);
    expect(late.toolName("mcp.a")).toBe(early.toolName("mcp.a"));
  });

  it("never gives two names one replacement, not even that of a tool which is called so", () => {
    const taken = mapOf(["a.b"], []).map.toolName("a.b");
    const { map } = mapOf(["a.b", "a/b", "a_b", taken], []);
    const sent = ["a.b", "a/b", "a_b", taken].map((name) => map.toolName(name));
    expect(new Set(sent).size).toBe(4);
    expect(map.toolName(taken)).toBe(taken);
    expect(sent.map((name) => originalToolName({ ...map, added_nulls: {} }, name))).toEqual([
      "a.b",
      "a/b",
      "a_b",
      taken,
    ]);
  });

  it("shortens ids that are too long, in calls and in their results", () => {
    const id = `chatcmpl-tool-${"0123456789abcdef".repeat(2)}`;
    const conversation = {
      messages: [
        stored("tool_request", { tool_calls: [call(id)] }),
        stored("tool_result", { tool_call_id: id, status: "success", output: 1 }, 2),
      ],
    };
    const { prepared: result, told } = prepared(conversation, { names: STRICT_NAMES });
    const sent = result.names.callId(id);
    expect([sent.length, sent.startsWith("chatcmpl-tool-0123456789")]).toEqual([40, true]);
    expect(originalCallId({ ...result.names, added_nulls: {} }, sent)).toBe(id);
    expect(told).toEqual(["/messages/0/data/tool_calls/0/id: id_mapped", "/messages/1/data/tool_call_id: id_mapped"]);
  });

  it("tells of the id of a result that was added only once, where its call is", () => {
    const conversation = { messages: [ChatMessage.createAssistant(null, [call("functions.read:0")])] };
    expect(prepared(conversation, { names: STRICT_NAMES }).told).toEqual([
      "/messages/0/tool_calls/0: result_synthesised",
      "/messages/0/tool_calls/0/id: id_mapped",
    ]);
  });

  it("sends ids as they are where the provider has no rule, save for what UTF-8 cannot say", () => {
    const { map, told } = mapOf(["a.b"], ["functions.read:0", "b\ud800"], {});
    expect(map.callId("functions.read:0")).toBe("functions.read:0");
    expect(map.callId("b\ud800")).toMatch(/^b__[0-9a-f]{8}$/);
    expect(told).toEqual(["/messages/0/tool_calls/1/id: id_mapped"]);
  });

  it("takes rules that leave little room", () => {
    const { map } = mapOf([], ["call_1", "call_2", "abcDEF123"], { call_id: { characters: "a-zA-Z0-9", max: 9 } });
    const sent = ["call_1", "call_2", "abcDEF123"].map((id) => map.callId(id));
    expect(sent[2]).toBe("abcDEF123");
    expect(new Set(sent).size).toBe(3);
    for (const id of sent) expect(id).toMatch(/^[a-zA-Z0-9]{1,9}$/);
  });

  it("gives back what is not in it as it is", () => {
    const { map } = mapOf(["a.b"], []);
    for (const name of ["toString", "__proto__", "read_file", "a.b"])
      expect(originalToolName({ ...map, added_nulls: {} }, name)).toBe(name);
    expect(originalToolName(undefined, "x")).toBe("x");
  });

  it("fits the rule, tells all names apart and leads back to each, whatever they are", () => {
    const name = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 300 }),
      fc.string({ unit: fc.constantFrom("a", ".", "_", "/"), minLength: 1, maxLength: 6 }),
      fc.constantFrom("\ud800", "\udc00", "x\ud800y", "__proto__", "😀".repeat(80)),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        for (const rules of [STRICT_NAMES, {}]) {
          const { map } = mapOf(names, names, rules);
          const sent = names.map((one) => map.toolName(one));
          expect(new Set(sent).size).toBe(names.length);
          expect(sent.map((one) => originalToolName({ ...map, added_nulls: {} }, one))).toEqual(names);
          expect(names.map((one) => originalCallId({ ...map, added_nulls: {} }, map.callId(one)))).toEqual(names);
          expect(sent.every((one) => !/\p{Surrogate}/u.test(one) && one.length > 0)).toBe(true);
          if (rules === STRICT_NAMES) expect(sent.every((one) => /^[a-zA-Z0-9_-]{1,64}$/.test(one))).toBe(true);
        }
      }),
    );
  });
});
