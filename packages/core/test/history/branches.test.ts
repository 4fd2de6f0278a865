/** How stored messages follow each other, and which branch is the active one. */

import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { branches, decode, type InvalidMessage, type Message } from "../../src/index.js";

const NAMES = "abcdefgh";

/** The UUID of a message that is called by a letter. */
function uuid(name: string): string {
  return `7d2f4c86-52b1-4c5e-9a39-0f6f1b8a4c${name.charCodeAt(0).toString(16)}`;
}

interface Links {
  readonly parent?: string;
  readonly conversation?: string;
}

function said(name: string, { parent, conversation }: Links = {}, rest: object = {}): Message {
  const message = {
    type: "text",
    schema_version: 2,
    id: uuid(name),
    created_at: "2026-11-22T10:00:00.000Z",
    ...(conversation === undefined ? {} : { conversation_id: conversation }),
    ...(parent === undefined ? {} : { parent_id: parent }),
    data: { role: "user", parts: [{ type: "text", text: name }] },
    ...rest,
  };
  return decode(JSON.stringify(message), { logger: { warn: () => undefined } });
}

function child(name: string, parent: string): Message {
  return said(name, { parent: uuid(parent) });
}

function control(name: string, data: object, links: Links = {}): Message {
  return said(name, links, { type: "system_control", data: { control: data } });
}

function switched(name: string, to: string, links?: Links): Message {
  return control(name, { type: "branch_switch", from: "main", to }, links);
}

/** The one conversation of a list: its branches and the active one as places. */
function placesIn(messages: readonly Message[]): { readonly all: number[][]; readonly active: readonly number[] } {
  const { conversations } = branches(messages);
  expect(conversations).toHaveLength(1);
  const [only] = conversations;
  return { all: (only?.branches ?? []).map((one) => [...one.indexes()]), active: only?.active.indexes() ?? [] };
}

describe("branches of stored messages", () => {
  it("there are no branches where there are no messages", () => {
    expect(branches([])).toEqual({ conversations: [], problems: [] });
  });

  it("messages that name no parent are one branch, in the order of the list", () => {
    expect(placesIn([said("a"), said("b"), said("c")])).toEqual({ all: [[0, 1, 2]], active: [0, 1, 2] });
  });

  it("a branch leads from a message that follows none to one that nothing follows, and the last branch is active", () => {
    const messages = [said("a"), child("b", "a"), child("c", "b"), child("d", "a"), child("e", "d")];
    expect(placesIn(messages)).toEqual({
      all: [
        [0, 1, 2],
        [0, 3, 4],
      ],
      active: [0, 3, 4],
    });
  });

  it("a branch gives its messages, its leaf and its length", () => {
    const messages = [said("a"), child("b", "a"), child("c", "a")];
    const [branch] = branches(messages).conversations[0]?.branches ?? [];
    expect(branch?.messages()).toEqual([messages[0], messages[1]]);
    expect(branch?.leaf).toBe(messages[1]);
    expect(branch?.length).toBe(2);
  });

  it("every message without a parent begins a branch, once another has a parent", () => {
    expect(placesIn([said("a"), said("b"), child("c", "a")]).all).toEqual([[1], [0, 2]]);
  });

  it("a parent may stand after what follows it", () => {
    expect(placesIn([child("b", "a"), said("a")])).toEqual({ all: [[1, 0]], active: [1, 0] });
  });

  it("parents are found by UUIDs in other letters, and by other ids only as they are written", () => {
    const upper = said("b", { parent: uuid("a").toUpperCase() });
    expect(placesIn([said("a"), upper]).all).toEqual([[0, 1]]);
    expect(branches([said("a"), said("b", { parent: "A" })]).problems).toEqual([{ code: "unknown_parent", index: 1 }]);
  });

  it("each conversation has branches of its own", () => {
    const messages = [
      said("a", { conversation: "one" }),
      said("b", { conversation: "two" }),
      said("c", { conversation: "one", parent: uuid("a") }),
      said("d", { conversation: "two" }),
      said("e"),
    ];
    const { conversations } = branches(messages);
    expect(conversations.map((one) => [one.conversation_id, one.active.indexes()])).toEqual([
      ["one", [0, 2]],
      ["two", [1, 3]],
      [undefined, [4]],
    ]);
  });

  it("a branch has the last version of a message that was stored again, in the place of the first", () => {
    const again = said("a", {}, { data: { role: "user", parts: [{ type: "text", text: "a, edited" }] } });
    expect(placesIn([said("a"), child("b", "a"), again]).all).toEqual([[2, 1]]);
  });

  it("a branch goes through messages of types that this version does not know", () => {
    const unknown = said("b", { parent: uuid("a") }, { type: "acme_note" });
    expect(unknown.type).toBe("unknown");
    expect(placesIn([said("a"), unknown, child("c", "b")]).all).toEqual([[0, 1, 2]]);
  });

  it("what is no message is in no branch", () => {
    const { conversations, problems } = branches([null, 7, "a", [], {}, said("a")] as never);
    expect(conversations.map((one) => one.active.indexes())).toEqual([[5]]);
    expect(problems).toEqual([]);
  });

  it("broken records and chat messages are in no branch", () => {
    const broken: InvalidMessage = { type: "invalid", issues: [], original: "{" };
    const { conversations } = branches([said("a"), broken, { role: "user", content: "hi" }, child("b", "a")]);
    expect(conversations.map((one) => one.active.indexes())).toEqual([[0, 3]]);
  });
});

describe("a broken record between messages that name it and its parent", () => {
  const broken = (name: string, parent?: string, rest: object = {}): InvalidMessage => ({
    type: "invalid",
    issues: [],
    original: { type: "text", id: uuid(name), ...(parent === undefined ? {} : { parent_id: uuid(parent) }), ...rest },
  });
  const placesAround = (...messages: readonly (Message | InvalidMessage)[]) => {
    const { conversations, problems } = branches(messages);
    return { all: conversations[0]?.branches.map((one) => one.indexes()), problems };
  };

  it("holds its branch together, whatever stands before it in the list", () => {
    const messages = [said("a"), child("b", "a"), broken("c", "b"), broken("d", "c"), child("e", "a"), child("f", "d")];
    expect(placesAround(...messages)).toEqual({
      all: [
        [0, 4],
        [0, 1, 5],
      ],
      problems: [],
    });
  });

  it("begins the branches of the messages that follow it where it follows none", () => {
    expect(placesAround(broken("a"), child("b", "a"), child("c", "a"))).toEqual({ all: [[1], [2]], problems: [] });
  });

  it("is in nobody's way where the message came again and could be read", () => {
    expect(placesAround(said("a"), broken("b"), child("b", "a"), child("c", "b"))).toEqual({
      all: [[0, 2, 3]],
      problems: [],
    });
  });

  it("says nothing of another conversation", () => {
    const other = broken("b", "a", { conversation_id: "other" });
    expect(placesAround(said("a"), other, child("c", "b")).problems).toEqual([{ code: "unknown_parent", index: 2 }]);
  });

  it.each([
    ["follows itself", [broken("b", "b")]],
    ["follows one that follows it", [broken("b", "d"), broken("d", "b")]],
    ["follows a message that is not there", [broken("b", "z")]],
    ["cannot be read at all", [{ type: "invalid", issues: [], original: "{" } as InvalidMessage]],
  ])("leaves the parent of the next message unknown where it %s", (_, records) => {
    const messages = [said("a"), ...records, child("c", "b")];
    const problems = [{ code: "unknown_parent", index: messages.length - 1 }];
    expect(placesAround(...messages)).toEqual({ all: [[0, messages.length - 1]], problems });
  });

  it("a hundred thousand of them in one chain, with as many messages on the last, are taken in their stride", () => {
    const chain = Array.from({ length: 100_000 }, (_, at) => ({
      id: `b${at}`,
      parent_id: at === 0 ? "a" : `b${at - 1}`,
    }));
    const records = chain.map((original): InvalidMessage => ({ type: "invalid", issues: [], original }));
    const fan = chain.map(({ id }) => ({ ...said("a"), id: `m${id}`, parent_id: "b99999" }) as Message);
    const root = { ...said("a"), id: "a" } as Message;
    expect(branches([root, ...records, ...fan]).conversations[0]?.branches[0]?.length).toBe(2);
  });
});

describe("the active branch", () => {
  const FORKED = [said("a"), child("b", "a"), child("c", "a")];

  it("a control switches to the branch of the message that it names, and the last one counts", () => {
    const messages = [...FORKED, switched("x", uuid("c")), switched("y", uuid("b"))];
    expect(placesIn(messages).active).toEqual([0, 1]);
  });

  it("the branch grows on from the message that a control switched to, and its last leaf is active", () => {
    const messages = [...FORKED, switched("x", uuid("b")), child("d", "b"), child("e", "b"), child("f", "c")];
    expect(placesIn(messages).active).toEqual([0, 1, 5]);
  });

  it("a control that names no message leaves the last leaf active", () => {
    expect(placesIn([...FORKED, switched("x", "a-better-idea")]).active).toEqual([0, 2]);
  });

  it("a control that follows no message is in no branch, so it never becomes the active one", () => {
    const mode = control("x", { type: "mode_change", from: "plan", to: "act" });
    expect(placesIn([...FORKED, mode])).toEqual({
      all: [
        [0, 1],
        [0, 2],
      ],
      active: [0, 2],
    });
  });

  it("a control that says which message it follows is in that branch", () => {
    const mode = control("x", { type: "mode_change", from: "plan", to: "act" }, { parent: uuid("c") });
    expect(placesIn([...FORKED, mode]).active).toEqual([0, 2, 3]);
  });
});

describe("a parent that cannot be", () => {
  it("an unknown parent is told by its place, and the message follows the one before", () => {
    const messages = [said("a"), child("b", "a"), child("c", "z"), child("d", "c")];
    expect(placesIn(messages).all).toEqual([[0, 1, 2, 3]]);
    expect(branches(messages).problems).toEqual([{ code: "unknown_parent", index: 2 }]);
  });

  it("an unknown parent is not replaced by a control that follows no message", () => {
    const mode = control("x", { type: "mode_change", from: "plan", to: "act" });
    expect(placesIn([said("a"), mode, child("b", "z")]).all).toEqual([[0, 2]]);
  });

  it("a parent is not looked for in another conversation", () => {
    const messages = [
      said("a", { conversation: "one" }),
      said("b", { conversation: "two" }),
      said("c", { conversation: "two", parent: uuid("a") }),
    ];
    expect(branches(messages).conversations.map((one) => one.active.indexes())).toEqual([[0], [1, 2]]);
  });

  it.each([
    ["the message itself", [child("a", "a"), child("b", "a")], [0, 1], [0]],
    [
      "a message that follows it",
      [child("a", "c"), child("b", "a"), child("c", "b"), child("d", "c")],
      [0, 1, 2, 3],
      [0],
    ],
    ["the message after, where that follows the one before", [child("a", "b"), child("b", "z")], [0, 1], [0, 1]],
  ])(
    "a circle of parents is told where a parent is %s, and the first message of it follows none",
    (_, messages, active, places) => {
      expect(placesIn(messages).active).toEqual(active);
      expect(branches(messages).problems.map(({ index }) => index)).toEqual(places);
    },
  );
});

describe("however messages name each other", () => {
  const links = fc.array(
    fc.record({ name: fc.constantFrom(...NAMES), parent: fc.option(fc.constantFrom(...NAMES, "z")) }),
    { minLength: 1, maxLength: 12 },
  );

  it("every branch ends, begins at a message that follows none, and each message that counts is in one", () => {
    const property = fc.property(links, (list) => {
      const messages = list.map(({ name, parent }) => (parent === null ? said(name) : child(name, parent)));
      const { conversations } = branches(messages);
      const [conversation] = conversations;
      const seen = new Set(conversation?.branches.flatMap((one) => [...one.indexes()]));
      expect(seen.size).toBe(new Set(list.map(({ name }) => name)).size);
      for (const one of conversation?.branches ?? []) {
        expect(one.indexes()).toHaveLength(one.length);
        expect(one.messages().at(-1)).toBe(one.leaf);
      }
      expect(conversation?.branches).toContain(conversation?.active);
    });
    fc.assert(property, { numRuns: propertyRuns(200) });
  });

  it("a hundred thousand messages in one chain, and as many on one parent, are taken in their stride", () => {
    const chain = Array.from({ length: 100_000 }, (_, at) => ({ ...said("a"), id: `${at}`, parent_id: `${at - 1}` }));
    expect(branches(chain as Message[]).conversations[0]?.active.length).toBe(100_000);
    const fan = chain.map((message) => ({ ...message, parent_id: "0" }));
    expect(branches(fan as Message[]).conversations[0]?.branches).toHaveLength(99_999);
  });
});
