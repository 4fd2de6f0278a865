/** Providers by name: which there are, and that all have the same functions. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { loadProvider, PROVIDER_NAMES } from "@parlance/providers";
import { describe, expect, it } from "vitest";

const SOURCE = join(import.meta.dirname, "../src");

it("every folder with an entry is a provider that can be loaded by its name", () => {
  const entries = readdirSync(SOURCE).filter((name) => existsSync(join(SOURCE, name, "index.ts")));
  expect([...PROVIDER_NAMES].sort()).toEqual(entries.sort());
});

describe.each(PROVIDER_NAMES)("%s", (name) => {
  it("is loaded by its name, and is what its own entry exports", async () => {
    const provider = await loadProvider(name);
    expect(provider).toBe(await import(`@parlance/providers/${name}`));
    expect(Object.keys(provider).sort()).toEqual([
      "errorFromResponse",
      "fromResponse",
      "fromStream",
      "importRequest",
      "toRequest",
    ]);
  });
});

it.each(["shared", "../../core/dist", "__proto__", ""])(
  "refuses %j, which is not a provider, and does not repeat it",
  async (name) => {
    await expect(loadProvider(name as "openai")).rejects.toMatchObject({
      code: "unknown_provider",
      message: "expected one of openai, vllm, ollama, anthropic",
    });
  },
);
