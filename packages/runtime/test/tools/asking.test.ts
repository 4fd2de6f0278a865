/** How calls are decided: rules before persons, and no answer that could be one to something else. */

import { ToolAvailabilityContext, ToolPermission, ToolRequestMessage } from "@parlance/builders";
import { encode, type ToolRequestMessage as Request } from "@parlance/core";
import { describe, expect, it } from "vitest";
import {
  type ApprovalAnswer,
  type AskForApproval,
  type CallToDecide,
  createToolRegistry,
  type DecideOptions,
  decideCalls,
} from "../../src/tools/index.js";
import { deferred, recorder, requestOf, SECRET, store, tool, turn } from "./fixtures.js";

const run = tool("run", () => undefined, {
  traits: { category: "terminal", risk_level: "high", pattern_arguments: ["command"] },
});
const look = tool("look", () => undefined, { traits: { risk_level: "safe" } });
const registry = createToolRegistry([run, look]);

function decide(request: Request, options: Partial<DecideOptions> = {}): Promise<Request> {
  return decideCalls(request, { registry, ...options });
}

function approvalsOf(request: Request): readonly string[] {
  return request.data.tool_calls.map(({ approval: { status, decided_by } }) =>
    decided_by === undefined ? status : `${status} by ${decided_by}`,
  );
}

function yes(call_id: string): ApprovalAnswer {
  return { call_id, decision: "approve", decided_by: "ann" };
}

const nobody: AskForApproval = () => {
  throw new Error("nobody is asked");
};

describe("rules", () => {
  it("deny what cannot run without asking anybody, and say which rule it was", async () => {
    const context = ToolAvailabilityContext.readOnly();
    const typed = tool("typed", () => undefined, { parameters: { type: "object", required: ["path"] } });
    const decided = await decideCalls(requestOf(["1", "nowhere"], ["2", "run"], ["3", "typed"], ["4", "__proto__"]), {
      registry: createToolRegistry([run, typed]),
      context,
      ask: nobody,
    });
    expect(approvalsOf(decided)).toEqual([
      "denied by unknown_tool",
      "denied by no_terminal_tools",
      "denied by invalid_arguments",
      "denied by unknown_tool",
    ]);
    expect(decided.data.tool_calls[1]?.approval.reason).toBe("This tool may not be used here.");
  });

  it("rules of the application come before permissions: they approve, deny, or have somebody asked", async () => {
    const asked: string[] = [];
    const decided = await decide(requestOf(["1", "run"], ["2", "look"], ["3", "look"], ["4", "look"]), {
      policy: ({ id }) => {
        if (id === "1") return { decision: "approve", rule: "trusted" };
        if (id === "2") return { decision: "deny", rule: "quiet_hours", reason: "Later." };
        return id === "3" ? { decision: "ask", rule: "always_ask" } : undefined;
      },
      ask: (calls) => {
        asked.push(...calls.map(({ call, rule }) => `${call.id} by ${rule}`));
        return calls.map(({ call }) => yes(call.id));
      },
    });
    expect(asked).toEqual(["3 by always_ask"]);
    expect(approvalsOf(decided)).toEqual([
      "auto_approved by trusted",
      "denied by quiet_hours",
      "approved by ann",
      "auto_approved by risk_level",
    ]);
  });

  it("rules of the application cannot open what the context forbids", async () => {
    const context = ToolAvailabilityContext.withTools("look");
    const decided = await decide(requestOf(["1", "run"]), {
      context,
      policy: () => ({ decision: "approve", rule: "everything" }),
    });
    expect(approvalsOf(decided)).toEqual(["denied by not_an_enabled_tool"]);
  });

  it("let calls run that a permission of the session covers, and its uses are counted once they are stored", async () => {
    const permission = ToolPermission.patternAutoApproval("run", { kind: "command_prefix", value: "npm test" });
    const context = ToolAvailabilityContext.with(ToolAvailabilityContext.default(), {
      session_permissions: { run: permission },
    });
    const log: (string | number)[] = [];
    const decided = await decide(
      requestOf(
        ["1", "run", { command: "npm test" }],
        ["2", "run", { command: "npm test unit" }],
        ["3", "run", { command: "npm test && rm -rf ~" }],
      ),
      {
        context,
        onDirty: () => void log.push("stored"),
        onPermissionUsed: ({ tool_id, use_count }) => void log.push(tool_id, use_count),
      },
    );
    expect(approvalsOf(decided)).toEqual([
      "auto_approved by session_permission",
      "auto_approved by session_permission",
      "pending",
    ]);
    expect(log).toEqual(["stored", "run", 2]);
  });

  it("let a permission cover calls only until it runs out", async () => {
    const permission = ToolPermission.timeLimitedAutoApproval("run", 60_000, { now: () => 0 });
    const context = ToolAvailabilityContext.with(ToolAvailabilityContext.default(), {
      session_permissions: { run: permission },
    });
    const statuses = await Promise.all(
      [59_999, 60_000].map(async (now) =>
        approvalsOf(await decide(requestOf(["1", "run"]), { context, now: () => now })),
      ),
    );
    expect(statuses.flat()).toEqual(["auto_approved by session_permission", "pending"]);
  });

  it("rules that have nothing to say of a call leave it to the permissions", async () => {
    const silent = (): Promise<undefined> => Promise.resolve(null as unknown as undefined);
    expect(approvalsOf(await decide(requestOf(["1", "look"]), { policy: silent }))).toEqual([
      "auto_approved by risk_level",
    ]);
  });

  it("rules that fail or answer nonsense decide nothing, and the failure is the caller's to see", async () => {
    const { messages, onDirty } = store();
    const failure = new Error("policy server down");
    const request = requestOf(["1", "look"], ["2", "run"]);
    const failing = decide(request, {
      onDirty,
      policy: async ({ name }) => (name === "run" ? Promise.reject(failure) : undefined),
    });
    await expect(failing).rejects.toBe(failure);
    const misspelt = { decision: "aprove", rule: SECRET } as unknown as { decision: "approve"; rule: string };
    await expect(decide(request, { onDirty, policy: () => misspelt })).rejects.toMatchObject({
      issues: [{ code: "not_allowed_value", path: "/policy/decision" }],
    });
    for (const decision of [
      ["approve"],
      Object("approve"),
      { toString: () => "approve" },
      Symbol("approve"),
      true,
      null,
    ])
      await expect(
        decide(request, { onDirty, policy: () => ({ decision, rule: "x" }) as never }),
      ).rejects.toMatchObject({
        issues: [{ code: "not_allowed_value", path: "/policy/decision" }],
      });
    for (const said of ["approve", true, ["approve"], () => "approve"])
      await expect(decide(request, { onDirty, policy: () => said as never })).rejects.toMatchObject({
        code: "invalid",
      });
    const nameless = { decision: "approve" } as unknown as { decision: "approve"; rule: string };
    await expect(decide(request, { onDirty, policy: () => nameless })).rejects.toMatchObject({ code: "invalid" });
    const inherited = { decision: "constructor", rule: "x" } as unknown as { decision: "approve"; rule: string };
    await expect(decide(request, { onDirty, policy: () => inherited })).rejects.toMatchObject({ code: "invalid" });
    expect(messages).toEqual([]);
  });
});

describe("a person", () => {
  it("a person who is not there leaves calls pending, to be asked about later", async () => {
    const decided = await decide(requestOf(["1", "run"], ["2", "look"]));
    expect(approvalsOf(decided)).toEqual(["pending", "auto_approved by risk_level"]);
    const later = await decide(decided, { ask: () => [yes("1")] });
    expect(approvalsOf(later)).toEqual(["approved by ann", "auto_approved by risk_level"]);
  });

  it("sees exactly what runs: frozen calls that nothing can change while they are looked at", async () => {
    const seen: boolean[] = [];
    await decide(requestOf(["1", "run", { command: { words: ["ls"] } }]), {
      ask: (calls, asking) => {
        const one = calls[0] as CallToDecide;
        seen.push(Object.isFrozen(calls), Object.isFrozen(one), Object.isFrozen(one.call), Object.isFrozen(asking));
        const { words } = one.call.arguments.command as { words: string[] };
        seen.push(Object.isFrozen(words));
        return [];
      },
    });
    expect(seen).toEqual([true, true, true, true, true]);
  });

  it("a person who leaves a call out has not decided on it: it expires", async () => {
    const decided = await decide(requestOf(["1", "run"], ["2", "run"]), { ask: () => [yes("2")] });
    expect(approvalsOf(decided)).toEqual(["expired", "approved by ann"]);
  });

  it.each<[string, unknown, readonly string[]]>([
    ["to a call that was not asked about", [yes("1"), yes("9")], ["/answers/1/call_id unknown_call"]],
    ["to a call that a rule had decided", [yes("1"), yes("3")], ["/answers/1/call_id unknown_call"]],
    ["twice to one call, even the same", [yes("1"), yes("1")], ["/answers/1/call_id answered_twice"]],
    [
      "twice to one call, in doubt",
      [yes("1"), { ...yes("1"), decision: "deny" }],
      ["/answers/1/call_id answered_twice"],
    ],
    ["that is neither yes nor no", [{ ...yes("1"), decision: "approved" }], ["/answers/0/decision not_allowed_value"]],
    ["that is truthy", [{ ...yes("1"), decision: true }], ["/answers/0/decision not_allowed_value"]],
    ["of nobody", [{ call_id: "1", decision: "approve" }], ["/answers/0/decided_by no_decider"]],
    ["with a reason that is not text", [{ ...yes("1"), reason: 1 }], ["/answers/0/reason wrong_type"]],
    ["that is not a list", yes("1"), ["/answers wrong_type"]],
    ["that is nothing", undefined, [" not_json_value"]],
    ["that is not an object", ["1", null], ["/answers/0 wrong_type", "/answers/1 wrong_type"]],
    [
      "that cannot be read",
      [
        new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error(SECRET);
            },
          },
        ),
      ],
      ["* not_json_value"],
    ],
  ])("cannot give an answer %s: nothing is decided then", async (_, answers, places) => {
    const { messages, onDirty } = store();
    const request = requestOf(["1", "run"], ["2", "run"], ["3", "look"]);
    const error: unknown = await decide(request, { onDirty, ask: () => answers as ApprovalAnswer[] }).catch(
      (thrown) => thrown,
    );
    const issues = (error as { issues?: readonly { path: string; code: string }[] }).issues ?? [];
    if (places[0] === "* not_json_value") expect(issues[0]?.code).toBe("not_json_value");
    else expect(issues.map(({ path, code }) => `${path} ${code}`)).toEqual(places);
    expect(String((error as Error).stack)).not.toContain(SECRET);
    // Only what the rules decided is stored.
    expect(messages.map((message) => approvalsOf(message as Request))).toEqual([
      ["pending", "pending", "auto_approved by risk_level"],
    ]);
  });

  it("a person whose name or reason cannot be stored decides nothing, also not on the other calls", async () => {
    const { messages, onDirty } = store();
    const request = requestOf(["1", "run"], ["2", "run"]);
    const answers = [yes("1"), { ...yes("2"), decided_by: "n".repeat(257) }];
    await expect(decide(request, { onDirty, ask: () => answers })).rejects.toMatchObject({
      issues: [{ path: "/data/tool_calls/1/approval/decided_by" }],
    });
    expect(messages).toEqual([]);
  });

  it("a dialog that fails is not an answer: the failure is the caller's to see, and the calls stay pending", async () => {
    const { messages, onDirty } = store();
    const failure = new Error("no terminal");
    const request = requestOf(["1", "run"], ["2", "look"]);
    await expect(decide(request, { onDirty, ask: () => Promise.reject(failure) })).rejects.toBe(failure);
    expect(messages.map((message) => approvalsOf(message as Request))).toEqual([
      ["pending", "auto_approved by risk_level"],
    ]);
  });

  it("a person who never answers lets the calls expire when the time is over, and a late answer decides nothing", async () => {
    const logger = recorder();
    const late = deferred<readonly ApprovalAnswer[]>();
    const signals: AbortSignal[] = [];
    const decided = await decide(requestOf(["1", "run"]), {
      logger,
      approval_timeout_ms: 5,
      ask: (_, { signal }) => {
        signals.push(signal);
        return late.promise;
      },
    });
    expect(approvalsOf(decided)).toEqual(["expired"]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    late.resolve([yes("1")]);
    await turn();
    expect(approvalsOf(decided)).toEqual(["expired"]);
    expect(logger.warnings.map(({ code }) => code)).toEqual(["late_answer"]);
  });

  it("a person who is asked one by one has the whole time for each question", async () => {
    const waits: number[] = [];
    const decided = await decide(requestOf(["1", "run"], ["2", "run"]), {
      asking: "one_by_one",
      approval_timeout_ms: 60_000,
      wait: (milliseconds, signal) => {
        waits.push(milliseconds);
        return waits.length === 1
          ? Promise.resolve()
          : new Promise((_, reject) => signal.addEventListener("abort", reject));
      },
      ask: ([one]) => (one?.call.id === "1" ? new Promise(() => undefined) : [yes("2")]),
    });
    expect(waits).toEqual([60_000, 60_000]);
    expect(approvalsOf(decided)).toEqual(["expired", "approved by ann"]);
  });
});

describe("calling off", () => {
  it("calling off while a person thinks withdraws the calls that are open, keeps the others, and stores it", async () => {
    const { messages, onDirty } = store();
    const logger = recorder();
    const controller = new AbortController();
    const late = deferred<readonly ApprovalAnswer[]>();
    const decided = await decide(requestOf(["1", "run"], ["2", "run"], ["3", "run"], ["4", "look"]), {
      onDirty,
      logger,
      signal: controller.signal,
      asking: "one_by_one",
      ask: ([one]) => {
        if (one?.call.id === "1") return [yes("1")];
        controller.abort(new Error("enough"));
        return late.promise;
      },
    });
    expect(approvalsOf(decided)).toEqual(["approved by ann", "cancelled", "cancelled", "auto_approved by risk_level"]);
    expect(messages.at(-1)).toBe(decided);
    late.resolve([yes("2")]);
    await turn();
    expect(logger.warnings.map(({ code }) => code)).toEqual(["late_answer"]);
    expect(ToolRequestMessage.mayExecute(decided, "2")).toBe(false);
  });

  it("calling off before anything was decided withdraws every call and asks nobody", async () => {
    const decided = await decide(requestOf(["1", "run"], ["2", "look"]), {
      signal: AbortSignal.abort(),
      ask: nobody,
      policy: () => ({ decision: "approve", rule: "all" }),
    });
    expect(approvalsOf(decided)).toEqual(["cancelled", "cancelled"]);
  });

  it("calling off while a policy never answers withdraws what is left", async () => {
    const controller = new AbortController();
    const deciding = decide(requestOf(["1", "look"], ["2", "run"], ["3", "look"]), {
      signal: controller.signal,
      policy: ({ name }) => (name === "run" ? new Promise(() => undefined) : undefined),
      ask: nobody,
    });
    await turn();
    controller.abort();
    expect(approvalsOf(await deciding)).toEqual(["auto_approved by risk_level", "cancelled", "cancelled"]);
  });
});

describe("a store that fails", () => {
  it("ends the operation, so that nothing runs on a decision that was not stored", async () => {
    const full = new Error("disk full");
    const onDirty = () => Promise.reject(full);
    await expect(decide(requestOf(["1", "look"]), { onDirty, ask: nobody })).rejects.toBe(full);
    await expect(decide(requestOf(["1", "run"]), { onDirty, ask: () => [yes("1")] })).rejects.toBe(full);
  });
});

describe("settings that mean nothing", () => {
  it("are refused together before anybody is asked", async () => {
    const wrong = {
      registry: {},
      policy: 1,
      ask: "me",
      asking: "never",
      approval_timeout_ms: 0.5,
      onDirty: "me",
    } as unknown as DecideOptions;
    await expect(decideCalls(requestOf(["1", "run"]), wrong)).rejects.toMatchObject({
      issues: [
        { path: "/registry" },
        { path: "/policy" },
        { path: "/ask" },
        { path: "/asking" },
        { path: "/approval_timeout_ms" },
        { path: "/onDirty" },
      ],
    });
    const context = { allow_terminal_tools: SECRET } as unknown as ToolAvailabilityContext;
    const error: unknown = await decide(requestOf(["1", "run"]), { context }).catch((thrown) => thrown);
    expect(error).toMatchObject({ issues: [{ path: "/context/allow_terminal_tools" }] });
    expect((error as Error).message).not.toContain(SECRET);
    await expect(decide(JSON.parse("{}") as Request)).rejects.toMatchObject({ code: "invalid" });
  });
});

it("decides on a copy of what it was given: a message that is changed meanwhile changes nothing", async () => {
  const given = JSON.parse(encode(requestOf(["1", "run", { command: "ls" }]))) as Request;
  const decided = await decide(given, {
    ask: (calls) => {
      Object.assign(given.data.tool_calls[0]?.arguments ?? {}, { command: "rm -rf /" });
      return calls.map(({ call }) => yes(call.id));
    },
  });
  expect(decided.data.tool_calls[0]?.arguments).toEqual({ command: "ls" });
  expect(ToolRequestMessage.mayExecute(decided, "1", run.definition)).toBe(true);
});
