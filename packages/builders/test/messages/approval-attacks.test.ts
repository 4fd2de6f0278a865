/** Attacks on approvals: whatever is done to a message, only what was approved may run. */

import { CURRENT_VERSION, decode } from "@parlance/core";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToolCall, ToolRequestMessage, ToolRequestMessageBuilder } from "../../src/index.js";
import { samplesOf } from "../samples.js";
import { ID, NOW, twoCalls } from "./fixtures.js";

const { approve, autoApprove, deny, mayExecute } = ToolRequestMessage;

const APPROVED = approve(twoCalls(), "call_1", { decided_by: "ann" });

/** Plain data that an attacker, a bug or a hand with an editor can change. */
interface Thawed {
  type: unknown;
  schema_version: unknown;
  data: { tool_calls: Record<string, unknown>[] };
}

/** An approved message after somebody tampered with it; `[0]` is the approved call, `[1]` is pending. */
function tampered(change: (calls: [Record<string, unknown>, Record<string, unknown>], message: Thawed) => void): never {
  const thawed = JSON.parse(JSON.stringify(APPROVED)) as Thawed;
  change(thawed.data.tool_calls as [Record<string, unknown>, Record<string, unknown>], thawed);
  return thawed as never;
}

const approvalOf = (call: Record<string, unknown>) => call.approval as Record<string, unknown>;

describe("calls that were approved", () => {
  it("what was approved may run as it is, read back from storage, copied, and as plain JSON", () => {
    for (const message of [
      APPROVED,
      ToolRequestMessage.decode(ToolRequestMessage.encode(APPROVED)),
      structuredClone(APPROVED),
      tampered(() => undefined),
    ]) {
      expect(mayExecute(message, "call_1")).toBe(true);
      expect(mayExecute(message, "call_2")).toBe(false);
    }
  });

  it("what was approved may run with its names in another order", () => {
    const reordered = tampered(([call]) => {
      call.arguments = { content: "hi", path: "a.ts" };
    });
    expect(mayExecute(reordered, "call_1")).toBe(true);
  });

  it("what a rule approved may run as well as what a person approved", () => {
    expect(mayExecute(autoApprove(twoCalls(), "call_2", { rule: "risk" }), "call_2")).toBe(true);
  });

  it("what was approved with digits beyond doubles may run as long as the digits are there", () => {
    const call = ToolCall.fromText("a", "run", '{"id":12345678901234567890}');
    const approved = approve(ToolRequestMessage.create([call]), "a", { decided_by: "ann" });
    const stored = ToolRequestMessage.encode(approved);
    expect(mayExecute(ToolRequestMessage.decode(stored), "a")).toBe(true);
    expect(mayExecute(structuredClone(approved), "a")).toBe(false);
    expect(mayExecute(decode(stored, { freeze: false, logger: SILENT }) as ToolRequestMessage, "a")).toBe(false);
    expect(mayExecute(ToolRequestMessage.decode(stored.replace("890}", "891}")), "a")).toBe(false);
  });
});

const SILENT = { warn: () => undefined };

describe("an approval does not let run", () => {
  it.each<[string, never]>([
    [
      "a call with an edited argument",
      tampered(([call]) => {
        call.arguments = { path: "/etc/passwd", content: "hi" };
      }),
    ],
    [
      "a call with one more argument",
      tampered(([call]) => {
        call.arguments = { path: "a.ts", content: "hi", force: true };
      }),
    ],
    [
      "a call with one argument less",
      tampered(([call]) => {
        call.arguments = { path: "a.ts" };
      }),
    ],
    [
      "a call with an argument named `__proto__`",
      tampered(([call]) => {
        call.arguments = JSON.parse('{"path":"a.ts","content":"hi","__proto__":{"force":true}}');
      }),
    ],
    [
      "another tool",
      tampered(([call]) => {
        call.name = "delete_file";
      }),
    ],
    [
      "a tool whose name only looks the same",
      tampered(([call]) => {
        call.name = "wr\u0456te_file";
      }),
    ],
    [
      "a call that became defective",
      tampered(([call]) => {
        call.defect = "truncated";
      }),
    ],
    [
      "a call whose hash was taken away, as in approvals of version 1",
      tampered(([call]) => {
        delete approvalOf(call).hash;
      }),
    ],
    [
      "a call whose hash is null",
      tampered(([call]) => {
        approvalOf(call).hash = null;
      }),
    ],
    [
      "a call whose hash is in capitals",
      tampered(([call]) => {
        approvalOf(call).hash = String(approvalOf(call).hash).toUpperCase();
      }),
    ],
    [
      "a call whose hash was cut",
      tampered(([call]) => {
        approvalOf(call).hash = String(approvalOf(call).hash).slice(0, 32);
      }),
    ],
    [
      "a status that nobody knows",
      tampered(([call]) => {
        approvalOf(call).status = "approved_forever";
      }),
    ],
    [
      "a status in capitals",
      tampered(([call]) => {
        approvalOf(call).status = "APPROVED";
      }),
    ],
    [
      "a list of statuses",
      tampered(([call]) => {
        approvalOf(call).status = ["approved"];
      }),
    ],
    ...(["pending", "denied", "expired", "cancelled"] as const).map((status): [string, never] => [
      `a call that is ${status}, whatever its hash`,
      tampered(([call]) => {
        approvalOf(call).status = status;
      }),
    ]),
    [
      "a second call with the same id",
      tampered(([call, other]) => {
        other.id = call.id;
      }),
    ],
    [
      "a copy of the approved call",
      tampered(([call], message) => {
        message.data.tool_calls.push(structuredClone(call));
      }),
    ],
    [
      "a message of another type",
      tampered((_, message) => {
        message.type = "text";
      }),
    ],
    [
      "a message without a version, which is one of version 1",
      tampered((_, message) => {
        delete (message as Partial<Thawed>).schema_version;
      }),
    ],
  ])("%s", (_, message) => {
    expect(mayExecute(message, "call_1")).toBe(false);
  });

  it("another call that it was copied to", () => {
    const moved = tampered(([call, other]) => {
      other.approval = structuredClone(call.approval);
    });
    expect(mayExecute(moved, "call_2")).toBe(false);
    expect(mayExecute(moved, "call_1")).toBe(true);
  });

  it("a call that traded ids with the approved one", () => {
    const traded = tampered(([call, other]) => {
      [call.approval, other.approval] = [other.approval, call.approval];
    });
    expect([mayExecute(traded, "call_1"), mayExecute(traded, "call_2")]).toEqual([false, false]);
  });

  it("a call of a new request with the same ids", () => {
    const next = ToolRequestMessage.create([ToolCall.create("call_1", "run", { command: "rm -rf /" })]);
    expect(mayExecute(next, "call_1")).toBe(false);
    const replayed = structuredClone(next) as unknown as Thawed;
    Object.assign(replayed.data.tool_calls[0] ?? {}, { approval: APPROVED.data.tool_calls[0]?.approval });
    expect(mayExecute(replayed as never, "call_1")).toBe(false);
  });

  it("a call of a version 1 request that was approved for all its calls", () => {
    const text = `{"type":"tool_request","id":"${ID}","created_at":"${NOW}","data":{"tool_calls":[{"id":"a","name":"run","arguments":{}}],"approval_status":"approved"}}`;
    const message = ToolRequestMessage.decode(text);
    expect(ToolRequestMessage.approvalStatus(message)).toBe("approved");
    expect(mayExecute(message, "a")).toBe(false);
  });

  it("arguments that were changed in place after the decision", () => {
    const thawed = tampered(() => undefined) as unknown as Thawed;
    expect(mayExecute(thawed as never, "call_1")).toBe(true);
    Object.assign(thawed.data.tool_calls[0]?.arguments as object, { path: "b.ts" });
    expect(mayExecute(thawed as never, "call_1")).toBe(false);
  });

  it("arguments that differ each time they are read", () => {
    let reads = 0;
    const shifty = tampered(([call]) => {
      Object.defineProperty(call, "arguments", {
        enumerable: true,
        get: () => ({ path: ++reads === 1 ? "b.ts" : "a.ts", content: "hi" }),
      });
    });
    expect(mayExecute(shifty, "call_1")).toBe(false);
  });

  it("anything that is not a message, and never throws", () => {
    const throwing = new Proxy(
      {},
      {
        get: () => {
          throw new Error("no");
        },
        ownKeys: () => {
          throw new Error("no");
        },
      },
    );
    for (const wrong of [null, undefined, 7, "x", [], {}, throwing, { data: null }, { ...APPROVED, id: "x" }]) {
      expect(mayExecute(wrong as never, "call_1")).toBe(false);
    }
    expect(mayExecute(APPROVED, undefined as never)).toBe(false);
    expect(mayExecute(APPROVED, "toString")).toBe(false);
    expect(mayExecute(APPROVED, "0")).toBe(false);
  });

  it("a call that inherits its approval", () => {
    const inherited = tampered(([call]) => {
      const approval = call.approval as object;
      call.approval = Object.create(approval);
    });
    expect(mayExecute(inherited, "call_1")).toBe(false);
  });
});

describe("an approval of arguments with text beyond ASCII", () => {
  const approvedText = (text: string) =>
    approve(ToolRequestMessage.create([ToolCall.create("a", "run", { text })]), "a", { decided_by: "ann" });

  it.each([
    ["composed and decomposed letters", "\u00e9", "e\u0301"],
    ["letters that only look the same", "a", "\u0430"],
    ["half of a surrogate pair and its replacement", "\ud800", "\ufffd"],
    ["text and the same text with an invisible character", "ls", "ls\u200b"],
    ["text and the same text in another direction", "abc", "\u202eabc"],
  ])("tells apart %s", (_, approved, other) => {
    const message = approvedText(approved);
    expect(mayExecute(ToolRequestMessage.decode(ToolRequestMessage.encode(message)), "a")).toBe(true);
    const edited = JSON.parse(JSON.stringify(message)) as Thawed;
    Object.assign(edited.data.tool_calls[0]?.arguments as object, { text: other });
    expect(mayExecute(edited as never, "a")).toBe(false);
  });
});

describe("an approval in JSON text", () => {
  const TEXT = ToolRequestMessage.encode(
    approve(ToolRequestMessage.create([ToolCall.create("a", "run", { p: "ok" })]), "a", { decided_by: "ann" }),
  );

  it.each([
    ["a second `arguments`", '"arguments":{"p":"ok"}', '"arguments":{"p":"ok"},"arguments":{"p":"evil"}'],
    ["an argument twice", '{"p":"ok"}', '{"p":"ok","p":"evil"}'],
    ["a second name", '"name":"run"', '"name":"run","name":"delete"'],
    ["a second status", '"status":"approved"', '"status":"approved","status":"denied"'],
    ["version 1", `"schema_version":${CURRENT_VERSION}`, '"schema_version":1'],
  ])("does not let run a call after somebody wrote %s into it", (_, found, written) => {
    const edited = TEXT.replace(found, written);
    expect(edited).not.toBe(TEXT);
    expect(mayExecute(ToolRequestMessage.decode(TEXT), "a")).toBe(true);
    expect(mayExecute(ToolRequestMessage.decode(edited), "a")).toBe(false);
  });
});

describe("an approval of huge arguments", () => {
  it.each<[string, object]>([
    ["one long text", { text: "x".repeat(100_000) }],
    ["many members", Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, at]))],
    ["a long list", { list: Array.from({ length: 5_000 }, (_, at) => at) }],
    ["as many levels as fit", nested(251)],
  ])("is bound to all of it: %s", (_, args) => {
    const message = ToolRequestMessage.create([ToolCall.create("a", "run", args as never)]);
    const approved = approve(message, "a", { decided_by: "ann" });
    expect(mayExecute(approved, "a")).toBe(true);
    const edited = JSON.parse(JSON.stringify(approved)) as Thawed;
    changeLast(edited.data.tool_calls[0]?.arguments as Record<string, unknown>);
    expect(mayExecute(edited as never, "a")).toBe(false);
  });

  function nested(levels: number): object {
    return levels === 1 ? { last: 1 } : { deeper: nested(levels - 1) };
  }

  /** Changes what stands at the very end. */
  function changeLast(holder: Record<string, unknown>): void {
    const key = Object.keys(holder).at(-1) as string;
    const member = holder[key];
    if (typeof member === "object" && member !== null) changeLast(member as Record<string, unknown>);
    else holder[key] = "changed";
  }
});

describe("an approval is not carried along", () => {
  it("an approval is not carried into a new request that is made of approved calls", () => {
    const calls = APPROVED.data.tool_calls;
    const builder = () => ToolRequestMessageBuilder.create();
    const requests = [
      ToolRequestMessage.create(calls),
      builder().withToolCalls(calls).build(),
      calls.reduce((made, call) => made.withToolCall(call), builder()).build(),
    ];
    for (const request of requests) {
      expect(mayExecute(request, "call_1")).toBe(false);
      expect(request.data.tool_calls[0]?.approval).toEqual({ status: "pending" });
    }
  });
});

describe("properties of approvals", () => {
  const requests = samplesOf(ToolRequestMessage).map((message) => {
    const calls = message.data.tool_calls.map((call, at) => ({ ...call, id: `call_${at}` }));
    return ToolRequestMessage.create(calls.slice(0, 5));
  });

  it("what is approved may run until its name or arguments change", () => {
    fc.assert(
      fc.property(requests, fc.anything(), (request, junk) => {
        for (const { id, defect } of request.data.tool_calls) {
          if (defect !== undefined) continue;
          const approved = approve(request, id, { decided_by: "ann" });
          const stored = ToolRequestMessage.decode(ToolRequestMessage.encode(approved));
          expect(mayExecute(stored, id)).toBe(true);
          const calls = stored.data.tool_calls.map((call) => ({
            ...call,
            arguments: { ...call.arguments, "\u0000added": typeof junk },
          }));
          expect(mayExecute({ ...stored, data: { ...stored.data, tool_calls: calls } }, id)).toBe(false);
        }
      }),
      { numRuns: propertyRuns(50) },
    );
  });

  it("denying never lets anything run, and no decision changes anything but one approval", () => {
    fc.assert(
      fc.property(requests, (request) => {
        for (const [at, { id }] of request.data.tool_calls.entries()) {
          const denied = deny(request, id, { decided_by: "ann" });
          expect(denied.data.tool_calls.some((call) => mayExecute(denied, call.id))).toBe(false);
          const undone = denied.data.tool_calls.map((call, index) =>
            index === at ? { ...call, approval: { status: "pending" } } : call,
          );
          const back = { ...denied, data: { ...denied.data, tool_calls: undone } } as ToolRequestMessage;
          expect(ToolRequestMessage.equals(back, request)).toBe(true);
        }
      }),
      { numRuns: propertyRuns(50) },
    );
  });
});
