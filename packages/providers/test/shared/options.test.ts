/** Inference options by a provider's table. */

import { InferenceOptions } from "@parlance/core";
import { expect, it } from "vitest";
import { createReport } from "../../src/shared/report/report-writer.js";
import { type OptionTable, optionMembers } from "../../src/shared/request/options.js";

const TABLE: OptionTable = {
  model: "model",
  temperature: "temperature",
  top_p: "top_p",
  top_k: null,
  min_p: null,
  max_tokens: "max_completion_tokens",
  stop: (stop, note) => {
    if (stop.length > 2) note("option_rewritten", "rewritten", "at most two");
    return { stop: stop.slice(0, 2) };
  },
  seed: "seed",
  frequency_penalty: "frequency_penalty",
  presence_penalty: "presence_penalty",
  repetition_penalty: null,
  reasoning_effort: (effort) => (effort === "none" ? {} : { think: effort }),
  parallel_tool_calls: "parallel_tool_calls",
};

it("writes the options that are set under the provider's names, falsy ones included, and reports what it has not", () => {
  const report = createReport();
  const options = { temperature: 0, top_k: 40, max_tokens: 5, stop: ["a", "b", "c"], parallel_tool_calls: false };
  expect(optionMembers({ ...options, reasoning_effort: "none" }, TABLE, report)).toEqual({
    temperature: 0,
    max_completion_tokens: 5,
    stop: ["a", "b"],
    parallel_tool_calls: false,
  });
  expect(report.entries.map(({ path, code, action }) => `${path}: ${code} ${action}`)).toEqual([
    "/options/top_k: option_dropped dropped",
    "/options/stop: option_rewritten rewritten",
  ]);
});

it("does not send options of a newer version, and says which", () => {
  const report = createReport();
  const options = InferenceOptions.parse({ seed: 1, "secret/of/tomorrow": true });
  expect(optionMembers(options, TABLE, report)).toEqual({ seed: 1 });
  expect(report.entries).toEqual([
    {
      code: "option_dropped",
      action: "dropped",
      path: "/options/secret~1of~1tomorrow",
      reason: "an option that this version does not know is not sent",
    },
  ]);
});
