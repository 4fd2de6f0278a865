/** The contract's own bundles: every sample of every definition is valid for ajv, and mutated ones are a mix. */
import { join } from "node:path";
import { buildContracts, bundleOf } from "@parlance/generator";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryOf, nearlyValid } from "../src/index.js";
import { propertyRuns } from "../src/properties.js";
import type { Json } from "../src/schema.js";
import { ajvOf } from "./ajv.js";
import { fieldsIn, fieldsOf } from "./fields.js";

const SCHEMAS = join(import.meta.dirname, "../../../schemas");

interface Case {
  readonly bundle: object;
  readonly version: number;
  readonly name: string;
}

const contracts = await buildContracts(SCHEMAS);
const cases: Case[] = [...contracts].flatMap((contract) => {
  const bundle = bundleOf(contract);
  return [...contract.definitions.keys()].map((name) => ({ bundle, version: contract.version, name }));
});

/** What is stored by itself in the newest version, and what the laws of builders are tried on. */
const STORED = cases.filter(
  ({ version, name }) =>
    version === contracts.length &&
    /Message$|^(ConversationHistory|AgentRequest|ToolPermission)$/.test(name) &&
    !/^Unknown|^Message$/.test(name),
);

/** About as many as the laws of migration take of a type in a full run. */
const SAMPLES = 1000;

describe("the sampler on the contract", () => {
  it.each(cases)("gives only values that ajv takes for $name of version $version", ({ bundle, name }) => {
    const isValid = ajvOf(bundle, name);
    fc.assert(
      fc.property(arbitraryOf(bundle, name), (value) => isValid(value)),
      { numRuns: propertyRuns(25) },
    );
  });

  it.each(STORED)("gives every optional field and every kind of part that $name knows", ({ bundle, name }) => {
    const counts = new Map([...fieldsOf(bundle, name)].map((field) => [field, 0]));
    for (const value of fc.sample(arbitraryOf(bundle, name), { numRuns: SAMPLES, seed: 20261121 }))
      for (const field of fieldsIn(bundle, name, value as Json)) counts.set(field, (counts.get(field) ?? 0) + 1);
    const [rarest] = [...counts].sort(([, one], [, other]) => one - other);
    console.log(`${SAMPLES} of ${name} have each of ${counts.size} fields and kinds; the rarest: ${rarest?.join(" ")}`);
    expect([...counts].filter(([, count]) => count === 0).map(([field]) => field)).toEqual([]);
  });

  it.each([
    [1, "Message"],
    [2, "Message"],
    [2, "AgentRequest"],
    [2, "ConversationHistory"],
  ])("gives both verdicts on nearly valid payloads (version %i, %s)", (version, name) => {
    const bundle = cases.find((each) => each.version === version)?.bundle ?? {};
    const isValid = ajvOf(bundle, name);
    const samples = fc.sample(nearlyValid(bundle, name), { numRuns: 500, seed: 20261121 });
    const share = samples.filter(isValid).length / samples.length;
    console.log(`nearly valid ${name} of version ${version}: ${Math.round(share * 100)} % satisfy the schema`);
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.8);
  });
});
