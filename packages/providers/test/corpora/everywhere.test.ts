/** Recorded requests of every provider go to every provider. */

import { stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import * as ollama from "../../src/ollama/index.js";
import * as openai from "../../src/openai/index.js";
import * as vllm from "../../src/vllm/index.js";
import { PROFILES } from "../profile/profile.js";
import { publishedSchema } from "../profile/published.js";
import { isPresent, recordsOf } from "./records.js";

const PROVIDERS = { openai, vllm, ollama, anthropic };
const NAMES = ["openai", "vllm", "ollama", "anthropic"] as const;

/** What a request needs that the recorded one may not have had. */
const OPTIONS = { model: "a-model", max_tokens: 1000 };

/** Blocks of Anthropic's own tools go back as they came, and may hold empty lists. */
const IN_NATIVE_BLOCK = /\/content\/content is an empty list$/;

describe.runIf(isPresent("requests to everywhere"))("recorded requests", () => {
  it.each(NAMES)("to %s become good requests to all four", (from) => {
    const records = recordsOf(`${from}.request`);
    for (const to of NAMES) {
      const faultsBySchema = publishedSchema(to);
      let reported = 0;
      for (const { body: recorded, source } of records) {
        const imported = PROVIDERS[from].importRequest(recorded);
        const conversation = { ...imported, options: { ...OPTIONS, ...imported.options } };
        const { body, report } = PROVIDERS[to].toRequest(conversation);
        const written = JSON.parse(stringifyJson(body));
        const faults = PROFILES[to](written).filter((fault) => !IN_NATIVE_BLOCK.test(fault));
        expect([...faults, ...faultsBySchema(written)], source).toEqual([]);
        if (report.length > 0) reported++;
      }
      console.log(`${from} to ${to}: ${records.length} requests, ${reported} of them with a report`);
    }
  });
});
