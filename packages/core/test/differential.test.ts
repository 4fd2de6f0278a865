/** The same verdict from the generated predicates, from the generated validators, from ajv and from hyperjump on the published schemas. */
import { registerSchema, type SchemaObject, validate } from "@hyperjump/json-schema/draft-2020-12";
import { arbitraryOf, nearlyValid } from "@parlance/sampler";
import { propertyCases, propertyRuns } from "@parlance/sampler/properties";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CURRENT, GENERATED, type GeneratedVersion } from "./versions.js";

type Verdict = (value: unknown) => boolean;

const DIALECT = { $schema: "https://json-schema.org/draft/2020-12/schema" };

/** Hyperjump takes about a hundred times as long as the others. */
const RUNS = propertyRuns(120);
const SLOW_RUNS = propertyRuns(12);

const CASES = GENERATED.flatMap((version) => Object.keys(version.bundle.$defs).map((name) => ({ ...version, name })));

const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: false, logger: false });
for (const { version, bundle } of GENERATED) ajv.addSchema({ ...DIALECT, ...bundle }, `v${version}`);

function ajvVerdict({ version }: GeneratedVersion, name: string): Verdict {
  const compiled = ajv.compile({ $ref: `v${version}#/$defs/${name}` });
  return (value) => compiled(value) === true;
}

async function hyperjumpVerdict({ bundle, version }: GeneratedVersion, name: string): Promise<Verdict> {
  const uri = `https://differential.invalid/v${version}/${name}`;
  registerSchema({ ...DIALECT, ...bundle, $ref: `#/$defs/${name}` } as SchemaObject, uri);
  const compiled = await validate(uri);
  return (value) => compiled(value as never).valid;
}

function predicateOf({ predicates }: GeneratedVersion, name: string): Verdict {
  const predicate = predicates[`is${name}`];
  if (predicate === undefined) throw new Error(`there is no predicate is${name}`);
  return predicate;
}

describe("the verdict on a payload", () => {
  it.each(CASES)(
    "is the predicate's, the validator's and ajv's alike: $name of version $version",
    ({ name, ...version }) => {
      const isValid = ajvVerdict(version, name);
      const isFast = predicateOf(version, name);
      const isExplained = (value: unknown): boolean => version.errorsOf(name, value).length === 0;
      const same = (value: unknown): void => {
        const verdict = isValid(value);
        const others = { predicate: isFast(value), validator: isExplained(value) };
        expect(others).toStrictEqual({ predicate: verdict, validator: verdict });
      };
      fc.assert(fc.property(nearlyValid(version.bundle, name), same), { numRuns: RUNS });
      fc.assert(
        fc.property(arbitraryOf(version.bundle, name), (value) => isValid(value) && isFast(value)),
        { numRuns: Math.ceil(RUNS / 4) },
      );
    },
  );

  it.each(propertyCases(CASES))("is hyperjump's too: $name of version $version", async ({ name, ...version }) => {
    const isFast = predicateOf(version, name);
    const isValid = await hyperjumpVerdict(version, name);
    const inputs = fc.oneof(
      { weight: 3, arbitrary: nearlyValid(version.bundle, name) },
      arbitraryOf(version.bundle, name),
    );
    fc.assert(
      fc.property(inputs, (value) => isFast(value) === isValid(value)),
      { numRuns: SLOW_RUNS },
    );
  });

  it("finds two equal items even when they are named like a member of every object", () => {
    const two = { enabled_tool_ids: ["__proto__", "__proto__"] };
    expect(CURRENT.predicates.isToolAvailabilityContext?.(two)).toBe(false);
    expect(CURRENT.errorsOf("ToolAvailabilityContext", two)).toHaveLength(1);
  });

  it.each(GENERATED)("comes both ways for what is tried (messages of version $version)", ({ bundle, ...version }) => {
    const isFast = predicateOf({ bundle, ...version }, "Message");
    const samples = fc.sample(nearlyValid(bundle, "Message"), { numRuns: 1000, seed: 20261121 });
    const accepted = samples.filter(isFast).length;
    expect(accepted).toBeGreaterThan(150);
    expect(accepted).toBeLessThan(850);
  });
});
