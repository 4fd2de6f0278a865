/** What a caller may not ask of a request, whatever the provider. */

import { ValidationError } from "@parlance/core";
import { describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import * as ollama from "../../src/ollama/index.js";
import * as openai from "../../src/openai/index.js";
import * as vllm from "../../src/vllm/index.js";
import { errorOf } from "./given.js";

const CONVERSATION = { messages: [{ role: "user", content: "Hi." }], options: { model: "m" } } as const;

describe.each(Object.entries({ openai, vllm, ollama, anthropic }))("a request to %s", (_, { toRequest }) => {
  it.each(["content", "__proto__", "sk-live-sentinel42", "", null, 7, true, ["reasoning"], {}])(
    "is refused where reasoning would go back under a name of no server, which is not quoted: %j",
    (reasoning_member) => {
      const error = errorOf(() => toRequest(CONVERSATION, { reasoning_member } as never));
      expect(ValidationError.isInstance(error) && error.issues).toEqual([
        {
          code: "not_allowed_value",
          path: "/options/reasoning_member",
          keyword: "",
          expected: "reasoning or reasoning_content",
          found: "another value",
        },
      ]);
      expect(`${error}${JSON.stringify(error)}`).not.toContain("sentinel");
    },
  );

  it.each([undefined, "reasoning", "reasoning_content"] as const)("takes the names that servers have: %s", (name) => {
    const options = name === undefined ? {} : { reasoning_member: name };
    expect(toRequest(CONVERSATION, options).body).toEqual(toRequest(CONVERSATION).body);
  });
});
