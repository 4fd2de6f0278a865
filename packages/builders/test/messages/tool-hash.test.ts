/** What an approval says of the tool that was shown and of the call that it was given for, and that it is held to both. */

import { CURRENT_VERSION, decode, type JsonObject } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { ToolCall, ToolDefinition, ToolRequestMessage } from "../../src/index.js";
import { errorOf, expectNoSecret, issuesOf, SECRET } from "../refusal.js";
import { ID, NOW, twoCalls } from "./fixtures.js";

const { approve, autoApprove, cancel, deny, expire, mayExecute, toolHash } = ToolRequestMessage;

const PARAMETERS: JsonObject = {
  type: "object",
  properties: { path: { type: "string" }, content: { type: "string" } },
};

/** What was shown. */
const WRITE = { name: "write_file", description: "Writes a file.", parameters: PARAMETERS };

/** Of `["write_file","Writes a file.",{"properties":{"content":{"type":"string"},"path":{"type":"string"}},"type":"object"}]`. */
const WRITE_HASH = "1142c58854d45fb9ef450b8147949ad1d5470ff9d69bef3a3d310200e05b7f40";

const APPROVED = approve(twoCalls(), "call_1", { decided_by: "ann", definition: WRITE });

describe("the hash of a tool", () => {
  it.each([
    ["its name, description and parameters", WRITE, WRITE_HASH],
    [
      "another description",
      { ...WRITE, description: "Writes any file." },
      "b06715b39d2eed9dcfa43c59cd64f9a9f99ccc389ce0dcc2813ea9c4c9570d34",
    ],
    [
      "null for a description that is absent",
      { name: "run", parameters: { type: "object" } },
      "16e6f38b79cd58789c162ce45c8187960dff7101e6fdd5b41a42caadca727478",
    ],
    [
      "null for a description that is null",
      { name: "run", description: null, parameters: { type: "object" } },
      "16e6f38b79cd58789c162ce45c8187960dff7101e6fdd5b41a42caadca727478",
    ],
    [
      "half of a surrogate pair as its escape",
      { name: "run", description: "\ud83d", parameters: { type: "object" } },
      "6c5338b8c71e99f5148e75311d0c596f05451064f0f015fe1c201abaa69df38e",
    ],
  ])("is the SHA-256 of the canonical text: %s", (_, definition, hash) => {
    expect(toolHash(definition)).toBe(hash);
  });

  it("has digits beyond doubles as they came, and others in one spelling", () => {
    const text =
      '{"name":"r\u00fcn","description":"\u00e9 \\"\ud83d\ude00\\"\\n","parameters":{"x":[1e400,0.10,1E2],"type":"object","maxProperties":12345678901234567890}}';
    expect(toolHash(ToolDefinition.decode(text))).toBe(
      "ac1fb26d32c095769a1fafd0456d986ce15032d24a486c95bed9d603083396bf",
    );
  });

  it("cannot be made of parameters whose digits are lost", () => {
    const text = JSON.stringify(twoCalls()).replace('"hi"', "12345678901234567890");
    const message = decode(text, { freeze: false, logger: { warn: () => undefined } }) as ToolRequestMessage;
    const parameters = message.data.tool_calls[0]?.arguments ?? {};
    expect(issuesOf(() => toolHash({ name: "run", parameters }))).toMatchObject([{ code: "inexact_number" }]);
  });

  it("does not depend on the order of names, on `strict`, or on what nobody knows", () => {
    const { name, description } = WRITE;
    const parameters = { properties: { content: { type: "string" }, path: { type: "string" } }, type: "object" };
    expect(toolHash({ parameters, name, description })).toBe(WRITE_HASH);
    expect(toolHash({ ...WRITE, strict: false, future: 1 } as typeof WRITE)).toBe(WRITE_HASH);
  });

  it.each([
    ["nothing", undefined, ["wrong_type "]],
    ["null", null, ["wrong_type "]],
    ["an empty object", {}, ["wrong_type /name", "wrong_type /parameters"]],
    [
      "parts of other kinds",
      { name: 7, description: [], parameters: [] },
      ["wrong_type /name", "wrong_type /description", "wrong_type /parameters"],
    ],
  ])("cannot be made of %s", (_, definition, issues) => {
    expect(issuesOf(() => toolHash(definition as never)).map(({ code, path }) => `${code} ${path}`)).toEqual(issues);
  });
});

describe("a decision records what it was made on", () => {
  it("a decision records the call and, where it is given, the tool", () => {
    expect(APPROVED.data.tool_calls[0]?.approval).toMatchObject({ call_id: "call_1", tool_hash: WRITE_HASH });
    const approved = approve(twoCalls(), "call_2", { decided_by: "ann" });
    expect(approved.data.tool_calls[1]?.approval).toMatchObject({ call_id: "call_2" });
    expect(approved.data.tool_calls[1]?.approval).not.toHaveProperty("tool_hash");
  });

  it.each([
    ["deny", deny(twoCalls(), "call_1", { decided_by: "ann", definition: WRITE })],
    ["autoApprove", autoApprove(twoCalls(), "call_1", { rule: "risk", definition: WRITE })],
    ["expire", expire(twoCalls(), "call_1", { definition: WRITE })],
    ["cancel", cancel(twoCalls(), "call_1", { definition: WRITE })],
  ])("%s records the call and the tool as well", (_, message) => {
    expect(message.data.tool_calls[0]?.approval).toMatchObject({ call_id: "call_1", tool_hash: WRITE_HASH });
  });

  it("a decision does not record what somebody wrote into an approval that was pending", () => {
    const text = `{"type":"tool_request","schema_version":${CURRENT_VERSION},"id":"${ID}","created_at":"${NOW}","data":{"tool_calls":[{"id":"a","name":"run","arguments":{},"approval":{"status":"pending","call_id":"b","tool_hash":"${WRITE_HASH}"}}]}}`;
    const approved = approve(ToolRequestMessage.decode(text), "a", { decided_by: "ann" });
    expect(approved.data.tool_calls[0]?.approval).toMatchObject({ status: "approved", call_id: "a" });
    expect(approved.data.tool_calls[0]?.approval).not.toHaveProperty("tool_hash");
  });

  it("a decision on a definition that is none is refused without content", () => {
    const run = () => approve(twoCalls(), "call_1", { decided_by: "ann", definition: { name: SECRET } as never });
    expect(issuesOf(run)).toEqual([
      {
        code: "wrong_type",
        path: "/data/tool_calls/0/approval/tool_hash",
        keyword: "",
        expected: "object",
        found: "nothing",
      },
    ]);
    expectNoSecret(errorOf(run));
  });
});

describe("an approval lets run", () => {
  it("the call and the tool that it names, also when it was stored and read", () => {
    for (const message of [APPROVED, ToolRequestMessage.decode(ToolRequestMessage.encode(APPROVED))]) {
      expect(mayExecute(message, "call_1", WRITE)).toBe(true);
      expect(mayExecute(message, "call_1", structuredClone(WRITE))).toBe(true);
    }
  });

  it("no tool that nobody names, where it names one itself", () => {
    expect(mayExecute(APPROVED, "call_1")).toBe(false);
    expect(mayExecute(autoApprove(twoCalls(), "call_1", { rule: "low_risk", definition: WRITE }), "call_1")).toBe(
      false,
    );
  });

  it("any definition where it names no tool", () => {
    expect(mayExecute(approve(twoCalls(), "call_1", { decided_by: "ann" }), "call_1", WRITE)).toBe(true);
  });

  it.each<[string, unknown]>([
    ["with another description", { ...WRITE, description: "Deletes a file." }],
    ["without its description", { name: WRITE.name, parameters: PARAMETERS }],
    ["with one parameter more", { ...WRITE, parameters: { ...PARAMETERS, required: ["path"] } }],
    ["with another default", { ...WRITE, parameters: { ...PARAMETERS, properties: { path: { default: "/" } } } }],
    ["of another name", { ...WRITE, name: "delete_file" }],
    ["that is none", {}],
    ["that is null", null],
    [
      "that cannot be read",
      new Proxy(
        {},
        {
          get: () => {
            throw new Error("no");
          },
        },
      ),
    ],
  ])("no tool %s", (_, definition) => {
    expect(mayExecute(APPROVED, "call_1", definition as never)).toBe(false);
  });

  it("no tool whose digits are lost", () => {
    const text =
      '{"name":"run","description":"Runs.","parameters":{"type":"object","maxProperties":12345678901234567890}}';
    const definition = ToolDefinition.decode(text);
    const approved = approve(ToolRequestMessage.create([ToolCall.create("a", "run", {})]), "a", {
      decided_by: "ann",
      definition,
    });
    expect(mayExecute(approved, "a", definition)).toBe(true);
    expect(mayExecute(approved, "a", structuredClone(definition))).toBe(false);
    expect(mayExecute(approved, "a", ToolDefinition.decode(text.replace("890}", "891}")))).toBe(false);
  });

  it("no other call with the same name and arguments, to which it was moved", () => {
    const twins = ToolRequestMessage.create(["a", "b"].map((id) => ToolCall.create(id, "pay", { euros: 5 })));
    const approved = approve(twins, "a", { decided_by: "ann" });
    const moved = JSON.parse(JSON.stringify(approved)) as { data: { tool_calls: { approval: object }[] } };
    const [first, second] = moved.data.tool_calls as [{ approval: object }, { approval: object }];
    second.approval = first.approval;
    expect([mayExecute(moved as never, "a"), mayExecute(moved as never, "b")]).toEqual([true, false]);
  });

  it("no call of the same name and arguments in another request, to which it was moved under its id", () => {
    const again = ToolRequestMessage.create([ToolCall.create("call_9", "write_file", { path: "a.ts", content: "hi" })]);
    const replayed = JSON.parse(JSON.stringify(again)) as { data: { tool_calls: object[] } };
    Object.assign(replayed.data.tool_calls[0] ?? {}, { approval: APPROVED.data.tool_calls[0]?.approval });
    expect(mayExecute(replayed as never, "call_9", WRITE)).toBe(false);
  });

  it.each(["call_id", "tool_hash"])(
    "what it let run before, where it has no %s, as approvals from before have none",
    (name) => {
      const older = JSON.parse(JSON.stringify(APPROVED)) as {
        data: { tool_calls: { approval: Record<string, unknown> }[] };
      };
      delete older.data.tool_calls[0]?.approval[name];
      expect(mayExecute(older as never, "call_1", WRITE)).toBe(true);
    },
  );
});
