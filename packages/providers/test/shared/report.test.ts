/** Reports, and the errors that carry them. */

import { inspect } from "node:util";
import { ParlanceError } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { LossyConversionError } from "../../src/shared/errors/lossy-conversion-error.js";
import { ProviderError } from "../../src/shared/errors/provider-error.js";
import { assertLossless, createReport } from "../../src/shared/report/report-writer.js";
import type { Answer } from "../../src/shared/types.js";
import { errorOf, SECRET } from "./given.js";

describe("a report", () => {
  it("lists its entries in the order in which they were added, and never changes afterwards", () => {
    const report = createReport();
    report.add("name_mapped", "rewritten", "/tools/0/name", "because");
    const before = report.entries;
    report.add("part_dropped", "dropped", "/messages/0/content/1", "because");
    expect(before).toEqual([{ code: "name_mapped", action: "rewritten", path: "/tools/0/name", reason: "because" }]);
    expect(report.entries.map(({ code }) => code)).toEqual(["name_mapped", "part_dropped"]);
    expect([Object.isFrozen(before), Object.isFrozen(before[0])]).toEqual([true, true]);
  });

  it("refuses a conversion only when it has an entry and nothing may be lost", () => {
    const report = createReport();
    assertLossless(report.entries, true);
    for (let at = 0; at < 5; at++) report.add("part_dropped", "dropped", `/messages/${at}`, "because");
    assertLossless(report.entries, false);
    assertLossless(report.entries, undefined);
    const error = errorOf(() => assertLossless(report.entries, true));
    expect(error.message).toBe(
      "the conversion is not lossless: /messages/0: part_dropped; /messages/1: part_dropped; /messages/2: part_dropped; and 2 more",
    );
    expect(LossyConversionError.isInstance(error) && error.report).toEqual(report.entries);
    expect([error.code, error.name]).toEqual(["lossy_conversion", "LossyConversionError"]);
    expect(ProviderError.isInstance(error)).toBe(false);
    expect(ParlanceError.isInstance(error)).toBe(true);
  });
});

describe("an error of a provider", () => {
  const partial = { finish_reason: "unknown", unread: { said: SECRET } } as unknown as Answer;
  const error = new ProviderError({
    provider: "anthropic",
    status: 529,
    type: "overloaded_error",
    retry_after_ms: 2000,
    partial,
    details: { error: { message: SECRET } },
  });

  it("says who answered so, with the provider's own word and the status", () => {
    expect(error.message).toBe("anthropic answered with an error (overloaded_error, status 529)");
    expect([error.code, error.provider, error.status, error.type, error.retry_after_ms]).toEqual([
      "provider_error",
      "anthropic",
      529,
      "overloaded_error",
      2000,
    ]);
    expect(new ProviderError({ provider: "ollama" }).message).toBe("ollama answered with an error");
    expect(ProviderError.isInstance(error)).toBe(true);
    expect(ProviderError.isInstance(new ParlanceError("other", "other"))).toBe(false);
  });

  it("has what the provider said, and what came before, only for who asks for it", () => {
    expect(error.details).toEqual({ error: { message: SECRET } });
    expect(error.partial).toBe(partial);
    const shown = `${error}${error.stack}${JSON.stringify(error)}${inspect(error, { showHidden: true, depth: 9 })}`;
    expect(shown).not.toContain(SECRET);
  });

  it("takes no sentence for the word of a provider", () => {
    const talkative = new ProviderError({ provider: "vllm", type: `the prompt was ${SECRET}` });
    expect(talkative.type).toBeUndefined();
    expect(talkative.message).toBe("vllm answered with an error");
  });
});
