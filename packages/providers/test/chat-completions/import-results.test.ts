/** Results in requests that somebody else made, which do not say, or not all of them, which calls they answer. */

import { describe, expect, it } from "vitest";
import * as ollama from "../../src/ollama/index.js";
import * as openai from "../../src/openai/index.js";
import * as vllm from "../../src/vllm/index.js";

const PROVIDERS = { openai, vllm, ollama };

const call = (id: string, name = "f") => ({ id, type: "function", function: { name, arguments: "{}" } });
const asked = (...calls: readonly object[]) => ({ role: "assistant", content: null, tool_calls: calls });
const result = (tool_call_id?: unknown, name?: string) => ({
  role: "tool",
  content: "1",
  ...(tool_call_id === undefined ? {} : { tool_call_id }),
  ...(name === undefined ? {} : { name, tool_name: name }),
});

describe.each(["openai", "vllm", "ollama"] as const)("results without ids in a request to %s", (name) => {
  /** The ids that the results have, and where the report says that they were made up. */
  function read(...messages: readonly object[]): readonly [readonly string[], readonly string[]] {
    let made = 0;
    const newId = (): string => `new${++made}`;
    const imported = PROVIDERS[name].importRequest({ messages }, { newId });
    const ids = imported.messages.flatMap((message) => (message.role === "tool" ? [message.tool_call_id] : []));
    const report = imported.report.filter(({ code }) => code === "id_synthesised").map(({ path }) => path);
    return [ids, report];
  }

  it("answer the open calls in their order", () => {
    expect(read(asked(call("a"), call("b"), call("c")), result(), result(""), result(null))).toEqual([
      ["a", "b", "c"],
      ["/messages/1/tool_call_id", "/messages/2/tool_call_id", "/messages/3/tool_call_id"],
    ]);
  });

  it("leave to a result that names its call what it names, also where that comes later", () => {
    expect(read(asked(call("a"), call("b"), call("c")), result(), result("a"), result())).toEqual([
      ["b", "a", "c"],
      ["/messages/1/tool_call_id", "/messages/3/tool_call_id"],
    ]);
  });

  it("answer the first open call of the tool that they name", () => {
    const turn = asked(call("a", "f"), call("b", "g"), call("c", "g"));
    expect(read(turn, result(undefined, "g"), result(), result())[0]).toEqual(["b", "a", "c"]);
  });

  it("get ids of their own where there are more of them than calls, and before any call", () => {
    expect(read(result(), asked(call("a")), result(), result(), result(undefined, "g"))).toEqual([
      ["new1", "a", "new2", "new3"],
      ["/messages/0/tool_call_id", "/messages/2/tool_call_id", "/messages/3/tool_call_id", "/messages/4/tool_call_id"],
    ]);
  });

  it("get ids that nothing in the request has", () => {
    expect(read(asked(call("new1")), result("new1"), result(), result("new3"))[0]).toEqual(["new1", "new2", "new3"]);
  });

  it("answer calls of the last turn alone, which may be told in several messages", () => {
    const user = { role: "user", content: "Again." };
    expect(read(asked(call("a")), user, asked(call("b")), asked(call("c")), result(), result())[0]).toEqual(["b", "c"]);
  });

  it("answer calls with ids that come again in each turn", () => {
    const turn = [asked(call("a"), call("b")), result(), result("b")];
    expect(read(...turn, ...turn)[0]).toEqual(["a", "b", "a", "b"]);
  });

  it("answer calls without ids", () => {
    const nameless = { type: "function", function: { name: "f", arguments: "{}" } };
    expect(read(asked(nameless, nameless), result(), result())).toEqual([
      ["new1", "new2"],
      [
        "/messages/0/tool_calls/0/id",
        "/messages/0/tool_calls/1/id",
        "/messages/1/tool_call_id",
        "/messages/2/tool_call_id",
      ],
    ]);
  });
});

describe.each(["openai", "vllm"] as const)("results of the old form in a request to %s", (name) => {
  const { importRequest } = PROVIDERS[name];
  const asks = (tool: string) => ({
    role: "assistant",
    content: null,
    function_call: { name: tool, arguments: "{}" },
  });

  function read(...messages: readonly object[]): readonly unknown[] {
    let made = 0;
    const imported = importRequest({ messages }, { newId: () => `new${++made}` });
    const ids = imported.messages.flatMap((message) => (message.role === "tool" ? [message.tool_call_id] : []));
    return [ids, imported.report.map(({ code, path }) => `${code} ${path}`)];
  }

  it("answer the call before them, whose order alone says it", () => {
    expect(read(asks("f"), { role: "function", name: "f", content: "1" })).toEqual([
      ["new1"],
      ["id_synthesised /messages/0/function_call"],
    ]);
  });

  it("answer the call before them also under another name, which is told", () => {
    expect(read(asks("f"), { role: "function", name: "g", content: "1" })).toEqual([
      ["new1"],
      ["id_synthesised /messages/0/function_call", "member_dropped /messages/1/name"],
    ]);
  });

  it.each([
    ["the old form", { function_call: { name: "", arguments: "" } }],
    ["a list", { tool_calls: [{ id: "", function: { name: "", arguments: "" } }] }],
  ])("answer calls before a message with an empty call in %s", (_, empty) => {
    const nothing = { role: "assistant", content: "Wait.", ...empty };
    expect(read(asked(call("a"), call("b")), nothing, result(), result("a"))[0]).toEqual(["b", "a"]);
  });

  it("get ids of their own where there is no call, and the request is read", () => {
    expect(read({ role: "function", name: "f", content: "1" })).toEqual([
      ["new1"],
      ["id_synthesised /messages/0/tool_call_id", "member_dropped /messages/0/name"],
    ]);
  });
});

describe("an id of a result that is not text in a request to OpenAI", () => {
  it("is told as lost, and the result answers the open call", () => {
    const { messages, report } = openai.importRequest({ messages: [asked(call("a")), result(7)] });
    expect(messages[1]).toEqual({ role: "tool", tool_call_id: "a", content: "1", is_error: false });
    expect(report.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "id_synthesised /messages/1/tool_call_id",
      "member_dropped /messages/1/tool_call_id",
    ]);
  });
});
