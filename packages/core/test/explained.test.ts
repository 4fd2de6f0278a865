/** What the explaining walk says of a refused value is what ajv says: the same verdict, the same places, rules and words. */

import { nearlyValid } from "@parlance/sampler";
import { propertyCases, propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Issue } from "../src/errors/issue.js";
import { explain } from "../src/explain.js";
import type { TableNode } from "../src/runtime/table-node.js";
import { ajvIssues } from "./ajv-reference/ajv-issues.js";
import { damagedCopy } from "./damaged-copy.js";
import { GENERATED } from "./versions.js";

/** With its damaged copies a full run looks at more than a million values. */
const RUNS = propertyRuns(160);
const COPIES = propertyRuns(52);

const DIALECT = "https://json-schema.org/draft/2020-12/schema";
const CASES = GENERATED.flatMap(({ version, bundle, table }) => {
  const whole = { $schema: DIALECT, ...bundle };
  return Object.keys(table).map((name) => ({
    version,
    name,
    table,
    bundle: whole,
    definitions: bundle.$defs,
  }));
});

describe("what is said of a value", () => {
  it.each(propertyCases(CASES))(
    "is what ajv says: $name of version $version",
    ({ name, bundle, table, ...version }) => {
      const node = table[name] as TableNode;
      const isSame = (value: unknown): void => {
        const reference = ajvIssues(version, name, value);
        const issues = explain(node, value);
        if (issues.at(-1)?.code === "more_issues") expect(reference.length).toBeGreaterThan(100);
        else expect(comparable(issues)).toEqual(comparable(reference));
      };
      const areSame = (value: unknown, first: number): void => {
        isSame(value);
        for (let nth = 0; nth < COPIES; nth++) isSame(damagedCopy(value, first + nth));
      };
      fc.assert(fc.property(nearlyValid(bundle, name), fc.nat(), areSame), { numRuns: RUNS });
    },
  );
});

/** Without the two kinds of difference that there may be. */
function comparable(issues: readonly Issue[]): readonly Issue[] {
  return issues.filter((issue) => !isOfMistypedItems(issue, issues)).map(withoutNull);
}

/** Items of the wrong type are equal or not in themselves; ajv compares only those of the right type. */
function isOfMistypedItems({ code, path }: Issue, issues: readonly Issue[]): boolean {
  if (code !== "not_unique") return false;
  return issues.some((one) => one.code === "wrong_type" && one.path.replace(/\/\d+$/, "") === path);
}

/** Where a property need not be there and refers to an integer, ajv asks for a number or null first, and then for an integer. */
function withoutNull(issue: Issue): Issue {
  const { code, expected } = issue;
  return code === "wrong_type"
    ? { ...issue, expected: expected.replace(/^(?:integer|number)(?: or null)?$/, "integer") }
    : issue;
}
