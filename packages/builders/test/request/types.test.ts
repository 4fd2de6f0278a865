/** What TypeScript knows of requests and their builder. */

import type { ChatMessage, FileContext, Issue } from "@parlance/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import { AgentRequest, AgentRequestBuilder, type AgentRequestPatch, type BuildResult } from "../../src/index.js";

describe("types", () => {
  it("a request is readonly at every level", () => {
    const request = AgentRequest.simple("x");
    expectTypeOf(request).toEqualTypeOf<AgentRequest>();
    expectTypeOf<AgentRequest["history"]>().toEqualTypeOf<readonly ChatMessage[] | undefined>();
    expectTypeOf<AgentRequest["attached_files"]>().toEqualTypeOf<readonly FileContext[] | undefined>();
    // @ts-expect-error: a field cannot be set
    expect(() => (request.message = "y")).toThrow(TypeError);
  });

  it("every step of the builder gives the builder", () => {
    const builder = AgentRequestBuilder.create();
    expectTypeOf(builder.withMessage("x").withoutTools().withFile).toEqualTypeOf<AgentRequestBuilder["withFile"]>();
    expectTypeOf(builder.withMessage("x").withMaxIterations(1)).toEqualTypeOf<AgentRequestBuilder>();
    expectTypeOf(builder.build).returns.toEqualTypeOf<AgentRequest>();
    expectTypeOf(builder.tryBuild).returns.toEqualTypeOf<BuildResult<AgentRequest>>();
  });

  it("the result of trying narrows to the value or the issues", () => {
    const result = AgentRequestBuilder.create().tryBuild();
    if (result.ok) expectTypeOf(result.value).toEqualTypeOf<AgentRequest>();
    else expectTypeOf(result.issues).toEqualTypeOf<readonly Issue[]>();
  });

  it("a patch has every field but the identity, and may clear any of them", () => {
    type Field = "message" | "conversation_id" | "history" | "attached_files" | "system_prompt" | "tool_context";
    expectTypeOf<keyof AgentRequestPatch>().toEqualTypeOf<
      Field | "inference_options" | "enable_tools" | "max_iterations"
    >();
    expectTypeOf<AgentRequestPatch["system_prompt"]>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<AgentRequestPatch["history"]>().toEqualTypeOf<Iterable<ChatMessage> | null | undefined>();
  });

  it("only checks that answer at once fit", () => {
    // @ts-expect-error: a promise is not an answer
    AgentRequestBuilder.create().tryBuild({ isNewRequest: async () => true });
  });
});
