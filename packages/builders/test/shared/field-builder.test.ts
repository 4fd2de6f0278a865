/** Builders that only set fields, as they are generated from the schemas. */

import { CURRENT_VERSION, MESSAGE_TYPES, ToolResultMessage } from "@parlance/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as builders from "../../src/generated/builders.gen.js";
import { InferenceOptionsBuilder } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, placesOf, SECRET } from "../refusal.js";

/** What a JavaScript caller may pass where TypeScript would refuse it. */
const anything = (value: unknown): never => value as never;

const ID = "00000000-0000-4000-8000-000000000001";

describe("a generated builder", () => {
  it("has a setter for each field that is anybody's to set, and none for what is not", () => {
    const setters = Object.getOwnPropertyNames(builders.ToolResultMessageBuilder.prototype).filter((name) =>
      name.startsWith("with"),
    );
    const own = [
      "withRequestId",
      "withToolCallId",
      "withStatus",
      "withOutput",
      "withOutputText",
      "withParts",
      "withError",
      "withExecution",
    ];
    expect(setters.slice(-own.length)).toEqual(own);
    const ofAll = [
      "withId",
      "withCreatedAt",
      "withConversationId",
      "withParentId",
      "withSource",
      "withProviderState",
      "withMetadata",
    ];
    expect(setters.filter((name) => ofAll.includes(name))).toEqual(ofAll);
    expect(setters.filter((name) => /Type|SchemaVersion|Data$|Residue/.test(name))).toEqual([]);
  });

  it("is there for every message type, requests, tool contexts and inference options", () => {
    const inPascalCase = (type: string): string =>
      type.replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase());
    const ofMessages = MESSAGE_TYPES.map((type) => `${inPascalCase(type)}MessageBuilder`);
    const ofOthers = ["AgentRequestBuilder", "InferenceOptionsBuilder", "ToolAvailabilityContextBuilder"];
    expect(ofMessages).toContain("ToolResultMessageBuilder");
    expect(Object.keys(builders).sort()).toEqual([...ofMessages, ...ofOthers].sort());
  });

  it("gives the value of what was set, deeply frozen", () => {
    const options = InferenceOptionsBuilder.create().withTemperature(0.5).withStop(["END"]).build();
    expect(options).toEqual({ temperature: 0.5, stop: ["END"] });
    expect(isDeeplyFrozen(options)).toBe(true);
    expect(InferenceOptionsBuilder.create().build()).toEqual({});
  });

  it("fills in the defaults of the schema", () => {
    expect(builders.ToolAvailabilityContextBuilder.create().withWorkspacePath("/work").build()).toEqual({
      workspace_path: "/work",
      max_auto_approval_risk_level: "safe",
      allow_terminal_tools: true,
      allow_network_tools: true,
      allow_file_writes: true,
    });
  });

  it("fills in the envelope of a message", () => {
    const surroundings = { now: () => 0, newId: () => ID };
    const message = builders.ToolResultMessageBuilder.create(surroundings)
      .withMetadata({ pinned: true })
      .withToolCallId("call_1")
      .withStatus("success")
      .build();
    expect(message).toEqual({
      type: "tool_result",
      schema_version: CURRENT_VERSION,
      id: ID,
      created_at: "1970-01-01T00:00:00.000Z",
      data: { tool_call_id: "call_1", status: "success" },
      metadata: { pinned: true },
    });
    expect(ToolResultMessage.is(message)).toBe(true);
  });

  it("takes null for nothing, save where null is a value", () => {
    const base = builders.ToolResultMessageBuilder.create().withToolCallId("call_1").withStatus("success");
    expect(base.withOutputText("x").withOutputText(null).build().data).not.toHaveProperty("output_text");
    expect(base.withOutput(null).build().data).toHaveProperty("output", null);
    expect(base.withOutput(1).withOutput(undefined).build().data).not.toHaveProperty("output");
  });

  it("is changed by every call, and what it built before is not", () => {
    const builder = InferenceOptionsBuilder.create();
    expect(builder.withTopK(1)).toBe(builder);
    const before = builder.build();
    builder.withTopK(2);
    builder.withSeed(3);
    expect(builder.build()).toEqual({ top_k: 2, seed: 3 });
    expect(before).toEqual({ top_k: 1 });
  });

  it("is the one of its own class, with the methods of that class", () => {
    class Named extends InferenceOptionsBuilder {
      static override create(): Named {
        return new Named();
      }
      hot(): this {
        return this.withTemperature(2);
      }
    }
    const named = Named.create().withSeed(1).hot().withTopK(1);
    expectTypeOf(named).toEqualTypeOf<Named>();
    expect(named).toBeInstanceOf(Named);
    expect(named.build()).toEqual({ seed: 1, temperature: 2, top_k: 1 });
  });

  it("refuses nothing before it builds, and then tells everything", () => {
    const builder = InferenceOptionsBuilder.create()
      .withTemperature(7)
      .withTopK(anything("many"))
      .withStop(anything([() => 1]))
      .withSeed(anything(Number.NaN));
    expect([...placesOf(() => builder.build())].sort()).toEqual([
      "/seed: not_json_value",
      "/stop: not_json_value",
      "/temperature: too_large",
      "/top_k: wrong_type",
    ]);
    expect(builder.tryBuild()).toMatchObject({ ok: false, issues: { length: 4 } });
    expect(builder.withTemperature(1).withTopK(1).withStop([]).withSeed(1).build()).toEqual({
      temperature: 1,
      top_k: 1,
      stop: [],
      seed: 1,
    });
  });

  it("tells nothing of the content that it refuses", () => {
    const cyclic: Record<string, unknown> = { text: SECRET };
    cyclic.self = cyclic;
    const getter = Object.defineProperty({}, "model", {
      enumerable: true,
      get: () => {
        throw new Error(SECRET);
      },
    });
    for (const value of [SECRET, [SECRET], { [SECRET]: 1 }, cyclic, getter, () => SECRET, Symbol(SECRET)]) {
      const builder = InferenceOptionsBuilder.create().withTopK(anything(value)).withStop(anything(value));
      expectNoSecret(errorOf(() => builder.build()));
    }
  });

  it("cannot be sent or stored by mistake: it holds nothing that a copy would show", () => {
    const builder = InferenceOptionsBuilder.create().withModel(SECRET);
    expect(JSON.stringify(builder)).toBe("{}");
    expect(structuredClone(builder)).toEqual({});
  });
});
