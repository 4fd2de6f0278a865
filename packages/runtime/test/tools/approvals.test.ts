/** Approvals that do not hold: whatever is done to a message, only what was decided on runs. */

import { ToolAvailabilityContext, ToolDefinition, ToolRequestMessage } from "@parlance/builders";
import { decode, encode } from "@parlance/core";
import type { JsonObject } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import {
  createReplayLedger,
  createTool,
  createToolRegistry,
  decideCalls,
  executeCalls,
  type Tool,
  type ToolRegistry,
} from "../../src/tools/index.js";
import { approved, codesOf, execute, recorder, requestOf, SECRET, statusesOf, store, tool } from "./fixtures.js";

/** A tool that counts its runs. */
function counter() {
  const runs: unknown[] = [];
  return { runs, tool: tool("rm", (args) => void runs.push(args)) };
}

/** The message as somebody who can write the store leaves it. */
function edited(request: ToolRequestMessage, edit: (calls: { [name: string]: unknown }[]) => void): ToolRequestMessage {
  const wire = JSON.parse(encode(request)) as { data: { tool_calls: { [name: string]: unknown }[] } };
  edit(wire.data.tool_calls);
  return decode(JSON.stringify(wire)) as ToolRequestMessage;
}

describe("an approval", () => {
  it("does not hold for arguments or a name that were changed after it", async () => {
    const { runs, tool: rm } = counter();
    const other = tool("rmdir", (args) => void runs.push(args));
    const request = approved(requestOf(["1", "rm", { path: "a" }], ["2", "rm", { path: "b" }]));
    const changed = edited(request, ([first, second]) => {
      if (first) first.arguments = { path: SECRET };
      if (second) second.name = "rmdir";
    });
    const results = await execute(changed, [rm, other]);
    expect(runs).toEqual([]);
    expect(statusesOf(results)).toEqual(["denied", "denied"]);
    expect(codesOf(results)).toEqual(["approval_not_valid", "approval_not_valid"]);
    expect(results.map((result) => encode(result)).join()).not.toContain(SECRET);
  });

  it("does not hold beside another call of the same request", async () => {
    const { runs, tool: rm } = counter();
    const first = ToolRequestMessage.approve(requestOf(["1", "rm", { path: "a" }], ["2", "rm", { path: "b" }]), "1", {
      decided_by: "ann",
    });
    const copied = edited(first, ([one, two]) => {
      if (one && two) two.approval = one.approval;
    });
    const results = await execute(copied, [rm]);
    expect(runs).toEqual([{ path: "a" }]);
    expect(codesOf(results)).toEqual([undefined, "approval_not_valid"]);
  });

  it("does not hold beside another call that is the same but for its id", async () => {
    const { runs, tool: rm } = counter();
    const request = requestOf(["1", "rm", { path: "a" }], ["2", "rm", { path: "a" }]);
    const first = await decideCalls(request, {
      registry: createToolRegistry([rm]),
      ask: () => [{ call_id: "1", decision: "approve", decided_by: "ann" }],
    });
    const copied = edited(first, ([one, two]) => {
      if (one && two) two.approval = one.approval;
    });
    const results = await execute(copied, [rm]);
    expect(runs).toEqual([{ path: "a" }]);
    expect(codesOf(results)).toEqual([undefined, "approval_not_valid"]);
  });

  it("does not come along when its calls are put into another request", async () => {
    const { runs, tool: rm } = counter();
    const request = approved(requestOf(["1", "rm", { path: "a" }]));
    const again = ToolRequestMessage.create(request.data.tool_calls);
    await expect(execute(again, [rm])).rejects.toMatchObject({
      issues: [{ code: "calls_pending", path: "/data/tool_calls/0/approval/status" }],
    });
    expect(runs).toEqual([]);
  });

  it("an approval without a hash is history, such as one of version 1 or one that somebody wrote into the store", async () => {
    const { runs, tool: rm } = counter();
    const forged = edited(requestOf(["1", "rm"], ["2", "rm"]), (calls) => {
      for (const call of calls) call.approval = { status: "approved", decided_by: "ann" };
      if (calls[1]) calls[1].approval = { status: "auto_approved", hash: "0".repeat(64) };
    });
    const results = await execute(forged, [rm]);
    expect(runs).toEqual([]);
    expect(codesOf(results)).toEqual(["approval_not_valid", "approval_not_valid"]);
  });

  it("an approval of a version 1 request executes nothing", async () => {
    const { runs, tool: rm } = counter();
    const old = decode(
      JSON.stringify({
        type: "tool_request",
        id: "22222222-2222-4222-8222-222222222222",
        created_at: "2024-01-01T00:00:00.000Z",
        data: { tool_calls: [{ id: "1", name: "rm", arguments: {} }], approval_status: "approved" },
      }),
    ) as ToolRequestMessage;
    const results = await execute(old, [rm]);
    expect([statusesOf(results), codesOf(results), runs]).toEqual([["denied"], ["approval_not_valid"], []]);
  });

  it("is never given to a call with a defect, and none that is written beside one counts", async () => {
    const { runs, tool: rm } = counter();
    const request = edited(requestOf(["1", "rm"], ["2", "rm"]), ([first, second]) => {
      if (first) Object.assign(first, { defect: "truncated", arguments_text: '{"path":"/"' });
      if (second)
        Object.assign(second, {
          defect: "invalid",
          approval: approved(requestOf(["2", "rm"])).data.tool_calls[0]?.approval,
        });
    });
    const decided = await decideCalls(request, {
      registry: createToolRegistry([rm]),
      ask: () => {
        throw new Error("nobody is asked");
      },
    });
    expect(decided.data.tool_calls[0]?.approval).toMatchObject({ status: "denied", decided_by: "defect" });
    const results = await execute(decided, [rm]);
    expect([codesOf(results), runs]).toEqual([["defect", "defect"], []]);
    expect(results.map(({ data }) => data.error?.message)).toEqual([
      "The call was cut off before it was complete.",
      "The arguments are not a JSON object.",
    ]);
  });

  it("is final: a decided call is not decided again, whatever the policy says now", async () => {
    const { tool: rm } = counter();
    const denied = ToolRequestMessage.deny(requestOf(["1", "rm"]), "1", { decided_by: "ann" });
    const { messages, onDirty } = store();
    const decided = await decideCalls(denied, {
      registry: createToolRegistry([rm]),
      policy: () => ({ decision: "approve", rule: "everything" }),
      onDirty,
    });
    expect(decided).toBe(denied);
    expect(messages).toEqual([]);
  });

  it("does not hold for numbers whose digits are lost", async () => {
    const { runs, tool: rm } = counter();
    const text = encode(requestOf(["1", "rm", { id: 0 }])).replace('"id":0', '"id":12345678901234567891');
    const read = decode(text, { logger: recorder() }) as ToolRequestMessage;
    const lost = decode(text, { freeze: false, logger: recorder() }) as ToolRequestMessage;
    const options = {
      registry: createToolRegistry([rm]),
      policy: () => ({ decision: "approve", rule: "all" }) as const,
    };
    // Of the first one the tool would read another number, of the second nobody knows which it was.
    const decided = [await decideCalls(read, options), await decideCalls(lost, options)];
    expect(decided.map(({ data }) => data.tool_calls[0]?.approval.decided_by)).toEqual([
      "invalid_arguments",
      "lost_digits",
    ]);
    expect(runs).toEqual([]);
  });

  it("does not outlive its tool, nor the permission to use it", async () => {
    const { runs, tool: rm } = counter();
    const request = approved(requestOf(["1", "rm"]));
    const vanished = await execute(request, []);
    const context = ToolAvailabilityContext.with(ToolAvailabilityContext.default(), { disabled_tool_ids: ["rm"] });
    const forbidden = await execute(request, [rm], { context });
    expect(runs).toEqual([]);
    expect([...statusesOf(vanished), ...statusesOf(forbidden)]).toEqual(["error", "denied"]);
    expect([...codesOf(vanished), ...codesOf(forbidden)]).toEqual(["unknown_tool", "disabled_tool"]);
  });

  it("does not help arguments that the tool takes no more", async () => {
    const runs: unknown[] = [];
    const parameters = { type: "object", properties: { path: { type: "string", maxLength: 1 } }, required: ["path"] };
    const stricter = tool("rm", (args) => void runs.push(args), { parameters });
    const results = await execute(approved(requestOf(["1", "rm", { path: SECRET }], ["2", "rm", { path: "a" }])), [
      stricter,
    ]);
    expect(codesOf(results)).toEqual(["invalid_arguments", undefined]);
    expect(runs).toEqual([{ path: "a" }]);
    expect(results[0]?.data.error?.message).toBe(
      "The arguments are not what the tool takes.\n/arguments/path: expected to NOT have more than 1 characters, found string",
    );
  });
});

describe("a decision that rules or a person make", () => {
  /** By `shasum -a 256` of `["rm","Does rm.",{"type":"object"}]`. */
  const TOOL_HASH = "d5f8347b212c6b95a677956a12876ba0fe26f21c4cd6a20eb2ad2bd6d70f36cb";

  it("names its call and the tool that was looked at, and nothing where there is no such tool", async () => {
    const { tool: rm } = counter();
    const request = requestOf(["1", "rm"], ["2", "rm"], ["3", "rm"], ["4", "rm"], ["5", "gone"], ["6", "rm"]);
    const decided = await decideCalls(request, {
      registry: createToolRegistry([rm]),
      policy: ({ id }) => {
        if (id === "1") return { decision: "approve", rule: "first" };
        return id === "2" ? { decision: "deny", rule: "second" } : undefined;
      },
      ask: () => [
        { call_id: "3", decision: "approve", decided_by: "ann" },
        { call_id: "4", decision: "deny", decided_by: "ann" },
      ],
    });
    expect(
      decided.data.tool_calls.map(({ approval }) => [approval.status, approval.call_id, approval.tool_hash]),
    ).toEqual([
      ["auto_approved", "1", TOOL_HASH],
      ["denied", "2", TOOL_HASH],
      ["approved", "3", TOOL_HASH],
      ["denied", "4", TOOL_HASH],
      ["denied", "5", undefined],
      ["expired", "6", undefined],
    ]);
  });

  it("a decision by permission names its call and the tool, too", async () => {
    const safe = tool("rm", () => 1, { traits: { risk_level: "safe" } });
    const decided = await decideCalls(requestOf(["1", "rm"]), { registry: createToolRegistry([safe]) });
    expect(decided.data.tool_calls[0]?.approval).toMatchObject({ call_id: "1", tool_hash: TOOL_HASH });
  });
});

describe("a tool that was changed under its name after it was approved", () => {
  const rmOf = (definition: object, run: () => void): Tool<JsonObject> =>
    createTool({
      definition: ToolDefinition.create({
        name: "rm",
        description: "Removes a file.",
        parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
        ...definition,
      }),
      traits: { category: "other", risk_level: "safe", capabilities: [] },
      execute: () => run(),
    });
  const decide = (one: Tool): Promise<ToolRequestMessage> =>
    decideCalls(requestOf(["1", "rm", { path: "a" }]), { registry: createToolRegistry([one]) });

  it.each([
    ["another description", { description: "Removes a folder." }],
    ["another parameter", { parameters: { type: "object", properties: { path: { type: "string" }, all: {} } } }],
    ["a parameter that the call does not have", { parameters: { type: "object", required: ["x"] } }],
    ["another meaning of a parameter", { parameters: { type: "object", properties: { path: { title: "Folder" } } } }],
  ])("does not run with %s: its result says why", async (_, definition) => {
    const runs: unknown[] = [];
    const request = await decide(rmOf({}, () => void runs.push("before")));
    const [result] = await execute(request, [rmOf(definition, () => void runs.push("after"))]);
    expect(result?.data).toMatchObject({
      status: "denied",
      error: {
        code: "tool_changed",
        message:
          "The tool of this name is not the one that was approved: its description or its parameters have changed.",
        recoverable: true,
      },
    });
    expect(runs).toEqual([]);
  });

  it("has not run, unless it had begun before it was changed, which its result says", async () => {
    const runs: unknown[] = [];
    const before = rmOf({}, () => void runs.push("before"));
    const request = await decide(before);
    const ledger = createReplayLedger();
    await execute(request, [before], { ledger });
    const changed = rmOf({ description: "Removes a folder." }, () => void runs.push("after"));
    expect(codesOf(await execute(request, [changed], { ledger }))).toEqual(["interrupted"]);
    expect(runs).toEqual(["before"]);
  });

  it("runs where only the order of its members is another, or how it is run", async () => {
    const runs: unknown[] = [];
    const request = await decide(rmOf({}, () => void runs.push("before")));
    const parameters = { required: ["path"], properties: { path: { type: "string" } }, type: "object" };
    expect(statusesOf(await execute(request, [rmOf({ parameters }, () => void runs.push("after"))]))).toEqual([
      "success",
    ]);
    expect(runs).toEqual(["after"]);
  });

  it("runs where nobody recorded which tool was approved", async () => {
    const runs: unknown[] = [];
    const request = approved(requestOf(["1", "rm", { path: "a" }]));
    expect(request.data.tool_calls[0]?.approval.tool_hash).toBeUndefined();
    expect(statusesOf(await execute(request, [rmOf({ description: "?" }, () => void runs.push(1))]))).toEqual([
      "success",
    ]);
  });

  it("a tool that was changed while somebody was asked is not the one that was approved", async () => {
    const runs: unknown[] = [];
    let registry = createToolRegistry([rmOf({}, () => void runs.push("before"))]);
    const swapped = rmOf({ description: "Removes everything." }, () => void runs.push("after"));
    const current: ToolRegistry = { ...registry, get: (name) => registry.get(name) };
    const decided = await decideCalls(requestOf(["1", "rm", { path: "a" }]), {
      registry: current,
      policy: () => ({ decision: "ask", rule: "always" }),
      ask: () => {
        registry = createToolRegistry([swapped]);
        return [{ call_id: "1", decision: "approve", decided_by: "ann" }];
      },
    });
    const results = await executeCalls(decided, { registry: current, ledger: createReplayLedger() });
    expect([codesOf(results), runs]).toEqual([["tool_changed"], []]);
  });
});

describe("a request with two calls of one id", () => {
  it("is refused as a whole, and nothing of it is decided or runs", async () => {
    const { runs, tool: rm } = counter();
    const request = edited(approved(requestOf(["1", "rm"], ["2", "rm"])), (calls) => {
      for (const call of calls) call.id = "1";
    });
    const registry = createToolRegistry([rm]);
    const refusal = { issues: [{ code: "duplicate_call_id", path: "/data/tool_calls/1/id" }] };
    await expect(decideCalls(request, { registry })).rejects.toMatchObject(refusal);
    await expect(executeCalls(request, { registry, ledger: createReplayLedger() })).rejects.toMatchObject(refusal);
    expect(runs).toEqual([]);
  });
});

describe("a message that answers otherwise each time it is read", () => {
  it("is read once: what was checked is what runs", async () => {
    const { runs, tool: rm } = counter();
    const honest = approved(requestOf(["1", "rm", { path: "a" }]));
    let reads = 0;
    const call = { ...honest.data.tool_calls[0] };
    Object.defineProperty(call, "arguments", {
      enumerable: true,
      get: () => (reads++ === 0 ? { path: "a" } : { path: "/" }),
    });
    const shifty = { ...honest, data: { tool_calls: [call] } } as unknown as ToolRequestMessage;
    const results = await execute(shifty, [rm]).catch(() => []);
    expect(runs.every((args) => JSON.stringify(args) === '{"path":"a"}')).toBe(true);
    expect(results.every(({ data }) => data.status !== "success" || runs.length === 1)).toBe(true);
  });
});
