/** Decisions on tool calls: what they record, that they are final, and what a message as a whole says. */

import { ToolRequestMessage as CoreRequest, CURRENT_VERSION, decode } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { ToolCall, ToolRequestMessage } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, issuesOf, placesOf, SECRET } from "../refusal.js";
import { ID, NOW, twoCalls } from "./fixtures.js";

const { approve, autoApprove, cancel, deny, expire, hashOf, mayExecute } = ToolRequestMessage;

const LATER = { now: () => Date.parse("2026-11-21T10:00:05.000Z") };
const ANN = { decided_by: "ann", ...LATER };

/** Of `["write_file",{"content":"hi","path":"a.ts"}]`. */
const HASH_1 = "dc896b4ad6bd031d18a99bc67390a8080939197b77233e510195328a7b926130";

/** What a JavaScript caller may pass where TypeScript would refuse it. */
const untyped = { approve, deny, autoApprove, expire, cancel } as unknown as Record<
  "approve" | "deny" | "autoApprove" | "expire" | "cancel",
  (...given: unknown[]) => ToolRequestMessage
>;

/** The approvals of a message's calls. */
function approvals(message: ToolRequestMessage): readonly unknown[] {
  return message.data.tool_calls.map(({ approval }) => approval);
}

describe("the user is able to approve or deny each tool call", () => {
  it("approving records who, when, why, and the hash of what was approved", () => {
    const approved = approve(twoCalls(), "call_1", { ...ANN, reason: "looks right" });
    expect(approvals(approved)).toEqual([
      {
        status: "approved",
        decided_by: "ann",
        decided_at: "2026-11-21T10:00:05.000Z",
        reason: "looks right",
        hash: HASH_1,
        call_id: "call_1",
      },
      { status: "pending" },
    ]);
  });

  it.each([
    ["denied", deny(twoCalls(), "call_1", ANN), "ann"],
    ["auto_approved", autoApprove(twoCalls(), "call_1", { rule: "risk", ...LATER }), "risk"],
    ["expired", expire(twoCalls(), "call_1", { ...LATER, decided_by: "timer" }), "timer"],
    ["cancelled", cancel(twoCalls(), "call_1", { ...LATER, decided_by: "ann" }), "ann"],
  ])("%s is recorded in the same way", (status, message, decided_by) => {
    expect(approvals(message)[0]).toEqual({
      status,
      decided_by,
      decided_at: "2026-11-21T10:00:05.000Z",
      hash: HASH_1,
      call_id: "call_1",
    });
  });

  it("an expired or withdrawn call needs nobody who decided", () => {
    expect(approvals(expire(twoCalls(), "call_1", LATER))[0]).not.toHaveProperty("decided_by");
    expect(approvals(cancel(twoCalls(), "call_1"))[0]).toMatchObject({ status: "cancelled" });
  });

  it("a decider is recorded exactly, whatever a name may hold", () => {
    for (const decided_by of ["__proto__", "approved", "a\u0000b", "\ud83d", "\u202eann", " "]) {
      const read = ToolRequestMessage.decode(
        ToolRequestMessage.encode(approve(twoCalls(), "call_1", { ...ANN, decided_by })),
      );
      expect(approvals(read)[0]).toEqual({
        status: "approved",
        decided_by,
        decided_at: "2026-11-21T10:00:05.000Z",
        hash: HASH_1,
        call_id: "call_1",
      });
    }
  });

  it("gives a new message with the same id and time, and leaves the old one as it was", () => {
    const before = twoCalls();
    const after = approve(before, "call_1", ANN);
    expect([after.id, after.created_at]).toEqual([ID, NOW]);
    expect(approvals(before)).toEqual([{ status: "pending" }, { status: "pending" }]);
    expect(isDeeplyFrozen(after)).toBe(true);
    expect(CoreRequest.is(after)).toBe(true);
  });

  it("keeps what nobody knows of the message, with every digit", () => {
    const text = `{"type":"tool_request","schema_version":${CURRENT_VERSION},"id":"${ID}","created_at":"${NOW}","data":{"tool_calls":[{"id":"a","name":"run","arguments":{"n":12345678901234567890},"approval":{"status":"pending","ui":9007199254740993},"x":1e400}],"later":true},"metadata":{"m":0.1234567890123456789},"future":[1]}`;
    const decided = deny(ToolRequestMessage.decode(text), "a", { ...ANN, reason: "no" });
    const written = ToolRequestMessage.encode(decided);
    for (const kept of [
      '"n":12345678901234567890',
      '"ui":9007199254740993',
      '"x":1e400',
      '"later":true',
      '"m":0.1234567890123456789',
      '"future":[1]',
      '"reason":"no"',
    ]) {
      expect(written).toContain(kept);
    }
  });

  it("takes messages that are not frozen, and shares nothing with them", () => {
    const thawed = structuredClone(twoCalls()) as unknown as { data: { tool_calls: { arguments: object }[] } };
    const decided = approve(thawed as unknown as ToolRequestMessage, "call_1", ANN);
    Object.assign(thawed.data.tool_calls[0]?.arguments ?? {}, { path: "evil.ts" });
    expect(mayExecute(decided, "call_1")).toBe(true);
    expect(decided.data.tool_calls[0]?.arguments).toEqual({ path: "a.ts", content: "hi" });
  });
});

describe("a decision is final", () => {
  const decisions = {
    approved: approve(twoCalls(), "call_1", ANN),
    denied: deny(twoCalls(), "call_1", ANN),
    auto_approved: autoApprove(twoCalls(), "call_1", { rule: "r" }),
    expired: expire(twoCalls(), "call_1"),
    cancelled: cancel(twoCalls(), "call_1"),
  };
  const attempts = {
    approve: (message: ToolRequestMessage) => approve(message, "call_1", ANN),
    deny: (message: ToolRequestMessage) => deny(message, "call_1", ANN),
    autoApprove: (message: ToolRequestMessage) => autoApprove(message, "call_1", { rule: "r" }),
    expire: (message: ToolRequestMessage) => expire(message, "call_1"),
    cancel: (message: ToolRequestMessage) => cancel(message, "call_1"),
  };

  it.each(Object.entries(decisions))("nothing follows on %s", (_, decided) => {
    for (const attempt of Object.values(attempts)) {
      expect(issuesOf(() => attempt(decided))).toEqual([
        {
          code: "already_decided",
          path: "/data/tool_calls/0/approval/status",
          keyword: "",
          expected: "pending",
          found: "a decision",
        },
      ]);
    }
  });

  it("a decision is final also after it was stored and read again", () => {
    const read = ToolRequestMessage.decode(ToolRequestMessage.encode(decisions.denied));
    expect(placesOf(() => approve(read, "call_1", ANN))).toEqual([
      "/data/tool_calls/0/approval/status: already_decided",
    ]);
  });

  it("a decision leaves the other calls to be decided", () => {
    const both = deny(decisions.approved, "call_2", ANN);
    expect(approvals(both)).toMatchObject([{ status: "approved" }, { status: "denied" }]);
  });
});

describe("what cannot be decided on", () => {
  it("a call that the message does not have", () => {
    expect(placesOf(() => approve(twoCalls(), "call_3", ANN))).toEqual(["/data/tool_calls: unknown_call"]);
    expect(placesOf(() => approve(twoCalls(), "CALL_1", ANN))).toEqual(["/data/tool_calls: unknown_call"]);
  });

  it("an id that several calls have", () => {
    const [call] = twoCalls().data.tool_calls;
    const double = { ...twoCalls(), data: { tool_calls: [call, call] } } as ToolRequestMessage;
    expect(placesOf(() => deny(double, "call_1", ANN))).toEqual(["/data/tool_calls: duplicate_call_id"]);
  });

  it("what is not a tool request", () => {
    for (const wrong of [null, 7, {}, { ...twoCalls(), id: "x" }, { ...twoCalls(), type: "text" }]) {
      expect(issuesOf(() => untyped.approve(wrong, "call_1", ANN)).length).toBeGreaterThan(0);
    }
  });

  it.each(["invalid", "truncated"] as const)(
    "a call with the defect %s cannot be approved, and can be denied",
    (defect) => {
      const call = defect === "invalid" ? ToolCall.fromText("a", "run", "{") : ToolCall.truncated("a", "run", "{");
      const message = ToolRequestMessage.create([call]);
      for (const attempt of [
        () => approve(message, "a", ANN),
        () => autoApprove(message, "a", { rule: "everything" }),
      ]) {
        expect(placesOf(attempt)).toEqual(["/data/tool_calls/0/defect: defect"]);
      }
      expect(approvals(deny(message, "a", ANN))).toMatchObject([{ status: "denied" }]);
      expect(approvals(expire(message, "a"))).toMatchObject([{ status: "expired" }]);
      expect(approvals(cancel(message, "a"))).toMatchObject([{ status: "cancelled" }]);
    },
  );

  it("a call whose digits are lost cannot be approved, and can be denied, without a hash", () => {
    const text = JSON.stringify(twoCalls()).replace('"hi"', "12345678901234567890");
    const lost = decodeUnfrozen(text);
    expect(placesOf(() => approve(lost, "call_1", ANN))).toEqual(["/data/tool_calls/0/arguments: inexact_number"]);
    const denied = deny(lost, "call_1", ANN);
    expect(approvals(denied)[0]).toMatchObject({ status: "denied" });
    expect(approvals(denied)[0]).not.toHaveProperty("hash");
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["an empty object", {}],
    ["a name alone", "ann"],
    ["a decider that is null", { decided_by: null, rule: null }],
    ["a member called `__proto__`", JSON.parse('{"__proto__":{"decided_by":"eve","rule":"eve"}}')],
  ])("a decision that names nobody is refused: %s", (_, decision) => {
    for (const decide of [untyped.approve, untyped.deny, untyped.autoApprove]) {
      expect(issuesOf(() => decide(twoCalls(), "call_1", decision))).toEqual([
        {
          code: "no_decider",
          path: "/data/tool_calls/0/approval/decided_by",
          keyword: "",
          expected: "who or what decided",
          found: "nothing",
        },
      ]);
    }
  });

  it.each<[string, unknown, string]>([
    ["empty", "", "too_short"],
    ["of more characters than a name has", "x".repeat(1_000_000), "too_long"],
    ["a number", 7, "wrong_type"],
    ["a list", ["ann"], "wrong_type"],
    ["an object with a text of its own", { toString: () => "ann" }, "not_json_value"],
  ])("a decision by a decider that is %s is refused", (_, decider, code) => {
    for (const decide of Object.values(untyped)) {
      const codes = issuesOf(() => decide(twoCalls(), "call_1", { decided_by: decider, rule: decider })).map(
        (issue) => issue.code,
      );
      expect(codes).toEqual([code]);
    }
  });

  it("a decision that throws what it holds when it is read is refused without content", () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error(SECRET);
        },
      },
    );
    for (const decide of Object.values(untyped)) {
      const run = () => decide(twoCalls(), "call_1", hostile);
      expect(placesOf(run)).toEqual(["/data/tool_calls/0/approval: not_json_value"]);
      expectNoSecret(errorOf(run));
    }
  });

  it("all problems are told at once, without content", () => {
    const message = ToolRequestMessage.create([ToolCall.fromText("a", SECRET, SECRET)]);
    const run = () => untyped.approve(message, "a", { decided_by: "", reason: 7 });
    expect(placesOf(run)).toEqual([
      "/data/tool_calls/0/defect: defect",
      "/data/tool_calls/0/approval/decided_by: too_short",
      "/data/tool_calls/0/approval/reason: wrong_type",
    ]);
    expectNoSecret(errorOf(run));
    expectNoSecret(errorOf(() => approve(message, SECRET, ANN)));
  });
});

describe("the approval status of a message", () => {
  const decide = {
    pending: (message: ToolRequestMessage) => message,
    approved: (message: ToolRequestMessage, id: string) => approve(message, id, ANN),
    denied: (message: ToolRequestMessage, id: string) => deny(message, id, ANN),
    auto_approved: (message: ToolRequestMessage, id: string) => autoApprove(message, id, { rule: "r" }),
    expired: (message: ToolRequestMessage, id: string) => expire(message, id),
    cancelled: (message: ToolRequestMessage, id: string) => cancel(message, id),
  };
  const statuses = Object.keys(decide) as (keyof typeof decide)[];

  it.each(statuses)("is %s when all its calls are", (status) => {
    const message = decide[status](decide[status](twoCalls(), "call_1"), "call_2");
    expect(ToolRequestMessage.approvalStatus(message)).toBe(status);
  });

  it.each(statuses.slice(1))("is pending while any call is, and another one is %s", (status) => {
    expect(ToolRequestMessage.approvalStatus(decide[status](twoCalls(), "call_1"))).toBe("pending");
    expect(ToolRequestMessage.approvalStatus(decide[status](twoCalls(), "call_2"))).toBe("pending");
  });

  it("is denied when its calls were decided on differently", () => {
    const message = approve(autoApprove(twoCalls(), "call_2", { rule: "r" }), "call_1", ANN);
    expect(ToolRequestMessage.approvalStatus(message)).toBe("denied");
  });

  it("the calls that are still pending can be asked for", () => {
    const message = approve(twoCalls(), "call_1", ANN);
    expect(ToolRequestMessage.pendingCalls(message).map(({ id }) => id)).toEqual(["call_2"]);
    expect(ToolRequestMessage.pendingCalls(deny(message, "call_2", ANN))).toEqual([]);
  });
});

describe("the hash of a call", () => {
  it.each([
    ['["run",{}]', "run", "{}", "3dff4b87ac25ee93e6157c6d61020ad4f77fc0ea4735850a11c18ac00bc808df"],
    [
      '["write_file",{"content":"hi","path":"a.ts"}]',
      "write_file",
      '{ "path": "a.ts", "content": "hi" }',
      "dc896b4ad6bd031d18a99bc67390a8080939197b77233e510195328a7b926130",
    ],
    [
      "names in the order of their UTF-16 code units",
      "r\u00fcn",
      '{"\ufb03":5,"\u{1f600}":4,"\u00e9":3,"a":2,"Z":1}',
      "c92efc431003fb21465609737e65983b84a0b99e8b3e35ecae46de8a9c2e4f79",
    ],
    [
      "strings and numbers as RFC 8785 writes them, in nested values",
      "run",
      '{"a":{"y":-0.0000000015,"x":[true,null,"\\u0001\\n\\"\\\\\\/"]}}',
      "f953697b2355824c329bafccd7a2074fe1eb5d559c8b1462ce7be89a079edc8f",
    ],
    [
      "digits beyond doubles as they came, and others in one spelling",
      "run",
      '{"list":[1e400,0.10,1E2],"id":12345678901234567890}',
      "cb0e95fbd1f663b0ba37c0d5163a2be47c6f33388b7129cecb4f06de6de847b1",
    ],
    [
      "half of a surrogate pair as its escape",
      "run",
      '{"half":"\\uD83D"}',
      "4e6fcdbdf08052c59720ab5bab6250dbcdae36bc6d40ed32c2328a103de1349c",
    ],
  ])("is the SHA-256 of the canonical text: %s", (_, name, text, hash) => {
    expect(hashOf(ToolCall.fromText("a", name, text))).toBe(hash);
  });

  it("does not depend on the order of names or the spelling of the model", () => {
    const spellings = ['{"a":1,"b":[2]}', ' { "b" : [2.0], "a" : 1e0 } ', '{"\\u0061":1,"b":[2]}'];
    expect(new Set(spellings.map((text) => hashOf(ToolCall.fromText("a", "run", text)))).size).toBe(1);
  });

  it("does not depend on the id, the text of the model or the approval", () => {
    const [call] = approve(twoCalls(), "call_1", ANN).data.tool_calls;
    expect(call && hashOf(call)).toBe(HASH_1);
    expect(hashOf({ name: "write_file", arguments: { content: "hi", path: "a.ts" } })).toBe(HASH_1);
  });

  it("tells apart what a careless joining of name and arguments would not", () => {
    const hashes = [
      hashOf({ name: "run", arguments: {} }),
      hashOf({ name: 'run",{', arguments: {} }),
      hashOf({ name: "ru", arguments: { n: {} } }),
      hashOf({ name: "run", arguments: { "": null } }),
      hashOf({ name: "run", arguments: { a: 1 } }),
      hashOf({ name: "run", arguments: { a: "1" } }),
      hashOf({ name: "run", arguments: { a: [1] } }),
    ];
    expect(new Set(hashes).size).toBe(7);
  });

  it("tells numbers apart that are one double", () => {
    const hashes = ["9007199254740992", "9007199254740993"].map((n) =>
      hashOf(ToolCall.fromText("a", "run", `{"n":${n}}`)),
    );
    expect(new Set(hashes).size).toBe(2);
  });
});

/** The way to lose digits that is documented: decoding without freezing. */
function decodeUnfrozen(text: string): ToolRequestMessage {
  return decode(text, { freeze: false, logger: { warn: () => undefined } }) as ToolRequestMessage;
}
