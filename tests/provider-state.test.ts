/** The page on provider state names each kind that an adapter reads of an answer, or of a request of its provider, and no other. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const VECTORS = join(ROOT, "packages/providers/vectors");

it("docs/provider-state.md has a row for each kind of state that the vectors of the adapters give, and for no other", () => {
  const page = readFileSync(join(ROOT, "docs/provider-state.md"), "utf8");
  const rows = [...page.matchAll(/^\| (\w+) +\| `(\w+)` +\|/gm)].map(([, provider = "", kind = ""]) => ({
    provider: provider.toLowerCase(),
    kind,
  }));
  expect(rows.length).toBeGreaterThan(0);
  expect(inWords(rows)).toEqual(inWords(givenStates()));
});

interface State {
  readonly provider: string;
  readonly kind: string;
}

/** Each once, in the order of the alphabet. */
function inWords(states: readonly State[]): readonly string[] {
  return [...new Set(states.map(({ provider, kind }) => `${provider} ${kind}`))].sort();
}

/** What adapters give, as the vectors expect it; what they are given may be anybody's. */
function givenStates(): readonly State[] {
  const files = readdirSync(VECTORS).filter((name) => name.endsWith(".json"));
  return files.flatMap((name) => {
    const { direction, provider, expected } = JSON.parse(readFileSync(join(VECTORS, name), "utf8"));
    return direction === "to" ? [] : statesIn(expected).filter((state) => state.provider === provider);
  });
}

function statesIn(value: unknown): readonly State[] {
  if (typeof value !== "object" || value === null) return [];
  const { provider_state: own = [] } = value as { readonly provider_state?: readonly State[] };
  return [...own, ...Object.values(value).flatMap(statesIn)];
}
