/** Repair of stored messages in branches: each branch is repaired by itself, and no message gets another parent. */

import { branches, decodeHistory, type Message, semanticIssues } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { loadProvider, toChatMessages } from "../../src/index.js";
import { call, stored } from "./given.js";

/** The UUID that `stored` gives a number. */
function id(number: number): string {
  return (stored("text", { role: "user", parts: [{ type: "text", text: "x" }] }, number) as Message & { id: string })
    .id;
}

function under(parent: number, message: never): never {
  return { ...(message as object), parent_id: id(parent) } as never;
}

const user = (text: string, number: number) =>
  stored("text", { role: "user", parts: [{ type: "text", text }] }, number);
const asks = (number: number, ...ids: readonly string[]) =>
  stored("tool_request", { tool_calls: ids.map((one) => call(one)) }, number);
const result = (call_id: string, output: string, number: number) =>
  stored("tool_result", { tool_call_id: call_id, status: "success", output }, number);
const [BROKEN] = decodeHistory("{").messages as never[];

/** Two attempts at one question, stored as they went: in each a call lacks its result, and the second uses an id again. */
const MESSAGES: readonly never[] = [
  user("What is in a and b?", 1),
  under(1, asks(2, "call_a", "call_b")),
  under(1, asks(3, "call_b", "call_c")),
  under(2, result("call_a", "first a", 4)),
  BROKEN as never,
  under(3, result("call_b", "second b", 5)),
  under(4, user("Go on.", 6)),
  under(5, result("call_a", "of the other branch", 7)),
  under(7, user("And c?", 8)),
];

const NO_RESULT = "The call has not run: nobody has decided yet whether it may.";

describe("repair over branches", () => {
  const [first, second] = branches(MESSAGES).conversations[0]?.branches ?? [];

  it("a call without a result gets one in its own branch, whatever the others hold", () => {
    expect(first?.indexes()).toEqual([0, 1, 3, 6]);
    const { messages, origins } = toChatMessages(first?.messages() ?? []);
    expect(messages).toMatchObject([
      { role: "user", content: "What is in a and b?" },
      { role: "assistant", tool_calls: [{ id: "call_a" }, { id: "call_b" }] },
      { role: "tool", tool_call_id: "call_a", content: "first a" },
      { role: "tool", tool_call_id: "call_b", content: NO_RESULT, is_error: true },
      { role: "user", content: "Go on." },
    ]);
    expect(origins).toEqual([[0], [1], [2], [], [3]]);
  });

  it("a result of a call of another branch answers nothing, and an id that another branch has is not renamed", () => {
    expect(second?.indexes()).toEqual([0, 2, 5, 7, 8]);
    const { messages, report } = toChatMessages(second?.messages() ?? []);
    expect(messages).toMatchObject([
      { role: "user" },
      { role: "assistant", tool_calls: [{ id: "call_b" }, { id: "call_c" }] },
      { role: "tool", tool_call_id: "call_b", content: "second b" },
      { role: "tool", tool_call_id: "call_c", content: NO_RESULT, is_error: true },
      { role: "user", content: "And c?" },
    ]);
    expect(report.map(({ path, code }) => `${path}: ${code}`).sort()).toEqual([
      "/messages/1/data/tool_calls/1: result_synthesised",
      "/messages/3: orphan_dropped",
    ]);
  });

  it("the whole list is repaired along the active branch, with the places that it has there", () => {
    const { messages, origins, report } = toChatMessages(MESSAGES);
    expect(messages).toEqual(toChatMessages(second?.messages() ?? []).messages);
    expect(origins).toEqual([[0], [2], [5], [], [8]]);
    expect(report.map(({ path, code }) => `${path}: ${code}`).sort()).toEqual([
      "/messages/1: other_branch_dropped",
      "/messages/2/data/tool_calls/1: result_synthesised",
      "/messages/3: other_branch_dropped",
      "/messages/4: message_dropped",
      "/messages/6: other_branch_dropped",
      "/messages/7: orphan_dropped",
    ]);
  });

  it("no stored message is changed by it, and each follows the one that it says", () => {
    const before = structuredClone(MESSAGES);
    toChatMessages(MESSAGES);
    expect(MESSAGES).toEqual(before);
    for (const branch of [first, second]) {
      const chain = branch?.messages() ?? [];
      const parents = chain.map((message) => (message.type === "unknown" ? undefined : message.parent_id));
      const ids = chain.map((message) => (message.type === "unknown" ? undefined : message.id));
      expect(parents.slice(1)).toEqual(ids.slice(0, -1));
    }
  });
});

describe("a branch with a record that could not be read", () => {
  const lost = JSON.stringify({ type: "text", id: id(2), parent_id: id(1), data: 5 });
  const [damaged] = decodeHistory(lost).messages as never[];
  const messages: readonly never[] = [
    user("One?", 1),
    damaged as never,
    under(1, user("On the other branch.", 3)),
    under(2, user("On this branch.", 4)),
  ];

  it("is sent as one that goes on past it, and nothing of another branch", async () => {
    const { toRequest } = await loadProvider("openai");
    const { body, report } = toRequest({ messages, options: { model: "m" } });
    expect((body as unknown as { readonly messages: unknown }).messages).toEqual([
      { role: "user", content: "One?" },
      { role: "user", content: "On this branch." },
    ]);
    expect(report.map(({ code, path }) => `${path}: ${code}`)).toEqual([
      "/messages/2: other_branch_dropped",
      "/messages/1: message_dropped",
    ]);
  });

  it("hides nothing of where it belongs, and all else, from those who look at the conversation", () => {
    const { given } = toChatMessages(messages);
    expect(given[1]).toEqual({ type: "invalid", issues: [], original: { id: id(2), parent_id: id(1) } });
  });

  it("is whole for the checks over a list, too", () => {
    expect(semanticIssues(messages)).toEqual([]);
  });
});
