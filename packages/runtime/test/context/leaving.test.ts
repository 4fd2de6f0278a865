/** What leaves a conversation that is over its budget, in which order and why. */

import { describe, expect, it } from "vitest";
import { buildContext } from "../../src/context/index.js";
import { BY_LETTERS, overflowOf, within } from "./budgets.js";
import { at, file, id, request, resource, result, stored, text } from "./given.js";

describe("what leaves", () => {
  const session = [
    text("user", "one", 1),
    text("assistant", "two", 2),
    text("user", "three", 3),
    request(["c1", "c2"], 4),
    result("c1", "x", 5),
    result("c2", "y", 6),
    text("assistant", "four", 7),
    text("user", "five", 8),
    request(["c3"], 9),
    result("c3", "z", 10),
    request(["c4"], 11),
    result("c4", "z", 12),
  ];

  it("is nothing when all of it fits, to the token", async () => {
    const { tokens, removed } = await buildContext(session, BY_LETTERS);
    expect(removed).toEqual([]);
    const exact = await within(tokens, session);
    expect([exact.removed, exact.tokens]).toEqual([[], tokens]);
    expect((await within(tokens - 1, session)).removed).toHaveLength(1);
  });

  it("are whole turns, the oldest first, then rounds of the newest turn, a call never without its results", async () => {
    const { tokens } = await buildContext(session, BY_LETTERS);
    const gone = async (less: number) =>
      (await within(tokens - less, session)).removed.map(({ code, paths }) => `${code} ${paths.join(" ")}`);
    const first = "old_turn /messages/0 /messages/1";
    const second = "old_turn /messages/2 /messages/3 /messages/4 /messages/5 /messages/6";
    expect(await gone(1)).toEqual([first]);
    expect(await gone(15)).toEqual([first, second]);
    expect(await gone(133)).toEqual([first, second, "old_round /messages/8 /messages/9"]);
  });

  it("never is what the user said last with what came with it, nor the last step", async () => {
    const built = await within(94, [
      ...session.slice(0, 7),
      file("a.ts", "let a", 20),
      text("user", "five", 8),
      ...session.slice(8),
    ]);
    expect(built.conversation.messages.map(({ role }) => role)).toEqual(["user", "user", "assistant", "tool"]);
    expect(built.origins).toEqual([[7], [8], [11], [12]]);
    expect(built.conversation.messages[0]?.content).toContain("let a");
  });

  it("never is a file or an image that came after the last step, which the model has not seen yet", async () => {
    const answered = session.slice(0, 3).concat(text("assistant", "four", 4));
    const picture = stored("image", { source: { type: "url", url: "https://example.com/a.png" } }, 6);
    const alone = [...answered, file("a.ts", "let a", 5), picture, resource("a:1", "x", 7)];
    const { origins, removed } = await within(1700, alone);
    expect(origins).toEqual([[2], [3], [4], [5]]);
    expect(removed.map(({ code }) => code)).toEqual(["old_turn", "unused_material"]);
    const error = await overflowOf(within(10, alone));
    expect(error.required.map(({ path }) => path)).toEqual([
      "/messages/5",
      "/messages/4",
      "/messages/2",
      "/messages/3",
    ]);
  });

  it("is a resource before the step that it came after", async () => {
    const messages = [text("user", "one", 1), request(["c1"], 2), result("c1", "x", 3), resource("a:1", "x", 4)];
    const { origins, removed } = await within(60, messages);
    expect([origins, removed.map(({ paths }) => paths)]).toEqual([[[0], [1], [2]], [["/messages/3"]]]);
    const error = await overflowOf(within(10, session));
    expect(error.required.map(({ path }) => path)).toEqual(["/messages/10", "/messages/7"]);
  });

  it("is what came before the user had said anything together with what the model made of it", async () => {
    const messages = [
      resource("a:1", "x", 1),
      text("assistant", "a", 2),
      text("user", "b", 3),
      text("assistant", "c", 4),
      text("user", "d", 5),
    ];
    const gone = async (less: number) => {
      const { tokens } = await buildContext(messages, BY_LETTERS);
      return (await within(tokens - less, messages)).removed.map(({ code, paths }) => `${code} ${paths.join(" ")}`);
    };
    expect(await gone(1)).toEqual(["old_turn /messages/0 /messages/1"]);
    const files = [file("a", "x", 1), text("assistant", "a", 2), file("b", "x", 3)];
    expect((await within(45, files)).origins).toEqual([[1], [2]]);
  });

  it("goes by the last use of a material, whatever case its id is in, and not by a use before it came", async () => {
    const letters = (number: number) => id(number).replaceAll("0", "a");
    const withLetters = (number: number, extra: object = {}) => ({
      ...resource(`a:${number}`, "x", number, extra),
      id: letters(number),
    });
    const messages = [
      withLetters(11, { annotations: { priority: 0.4 } }),
      withLetters(12),
      withLetters(13, { annotations: { priority: 0.3 } }),
      text("user", "a", 20),
    ];
    const accessed = new Map([
      [letters(11), at(5)],
      [letters(13).toUpperCase(), at(30)],
    ]);
    const { tokens } = await buildContext(messages, BY_LETTERS);
    const gone = await within(20, messages, { accessed });
    expect(gone.removed.map(({ paths }) => paths[0])).toEqual(["/messages/0", "/messages/1", "/messages/2"]);
    const upper = messages.map((message) => ("id" in message ? { ...message, id: message.id.toUpperCase() } : message));
    const { removed } = await within(tokens - 1, upper as never, {
      accessed: new Map([...accessed, [letters(11), at(31)]]),
    });
    expect(removed.map(({ paths }) => paths[0])).toEqual(["/messages/1"]);
  });

  it("takes a clock that went back for the time that it showed before", async () => {
    const messages = [
      resource("a:1", "x", 10),
      text("user", "a", 50),
      text("assistant", "b", 20),
      text("user", "c", 21),
      text("assistant", "d", 22),
      text("user", "e", 23),
    ];
    const { tokens } = await buildContext(messages, BY_LETTERS);
    const used = { accessed: new Map([[id(10), at(30)]]) };
    expect((await within(tokens - 1, messages, used)).removed.map(({ paths }) => paths)).toEqual([["/messages/0"]]);
  });

  it("goes from the newest turn's own materials before its rounds", async () => {
    const late = [...session.slice(7, 10), resource("a:b", "late", 20), ...session.slice(10)];
    const { tokens } = await buildContext(late, BY_LETTERS);
    expect((await within(tokens - 1, late)).removed.map(({ code, paths }) => [code, paths])).toEqual([
      ["unused_material", ["/messages/3"]],
    ]);
  });

  it("are resources that came with what the user said last when nothing else is left, the unused ones first", async () => {
    const used = new Map([[id(9), at(30)]]);
    const messages = [
      ...session.slice(0, 7),
      resource("a:1", "x", 8),
      resource("a:2", "x", 9),
      resource("a:3", "x", 10, { annotations: { priority: 0.1 } }),
      resource("a:4", "x", 11, { annotations: { priority: 1 } }),
      text("user", "five", 12),
    ];
    const { removed } = await within(8, messages, { accessed: used });
    expect(removed.slice(2).map(({ code, paths }) => `${code} ${paths.join(" ")}`)).toEqual([
      "new_material /messages/9",
      "new_material /messages/7",
      "new_material /messages/8",
      "required_material /messages/10",
    ]);
  });

  it("is said of both messages where two were made one", async () => {
    const messages = [
      text("user", "a"),
      text("assistant", "b", 2),
      request(["c"], 3),
      result("c", "d", 4),
      text("user", "e", 5),
    ];
    const { removed, origins } = await within(6, messages);
    expect(removed).toMatchObject([
      { code: "old_turn", paths: ["/messages/0", "/messages/1", "/messages/2", "/messages/3"] },
    ]);
    expect(origins).toEqual([[4]]);
  });

  it("leaves instructions in the middle of the conversation where they are", async () => {
    const messages = [text("user", "a"), text("system", "rule", 2), text("assistant", "b", 3), text("user", "c", 4)];
    const { conversation } = await within(14, messages);
    expect(conversation.messages).toEqual([
      { role: "system", content: "rule" },
      { role: "user", content: "c" },
    ]);
  });

  it("is one line of the log for all turns, however many there are", async () => {
    const warnings: unknown[] = [];
    const many = Array.from({ length: 100 }, (_, index) => [
      text("user", "a", index),
      text("assistant", "b", 120 + index),
    ]);
    const logger = { warn: (warning: unknown) => warnings.push(warning) };
    const { removed } = await within(10, many.flat(), { logger });
    expect(removed).toHaveLength(99);
    expect(warnings).toEqual([
      {
        code: "context_removed",
        path: "/messages/0",
        message:
          "198 messages with 990 tokens left out of the context to fit the budget: the oldest turns leave first.",
      },
    ]);
  });
});
