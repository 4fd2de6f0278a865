/** A migration plan can be stored, sent and read again: nothing in it is code, and it says what it takes. */

import { describe, expect, it } from "vitest";
import { DOWNGRADE, UPGRADE } from "../../packages/core/src/generated/migrations/v1-to-v2.gen.js";
import { scale, valueTable } from "../../packages/core/src/runtime/migration/codecs.js";
import { eachItem } from "../../packages/core/src/runtime/migration/each.js";
import { joinTexts, splitText } from "../../packages/core/src/runtime/migration/parts.js";
import type { MigrationPlan } from "../../packages/core/src/runtime/migration/plan.js";
import { type MigrationMeans, PlannedMigration } from "../../packages/core/src/runtime/migration/planned.js";
import { gatherItems, gatherValue, spreadValue } from "../../packages/core/src/runtime/migration/spread.js";
import { translate } from "../../packages/core/src/runtime/migration/translate.js";

const TYPES = Object.keys(UPGRADE.plan.messages);

/** Everything is valid, and every operation is there. */
const MEANS: MigrationMeans = {
  verdicts: { messages: Object.fromEntries(TYPES.map((type) => [type, () => true])), roots: {} },
  operations: { eachItem, gatherItems, gatherValue, joinTexts, splitText, spread: spreadValue, translate },
  translations: { mapValue: valueTable, scale },
};

const OLDER = {
  type: "tool_result",
  schema_version: 1,
  id: "7d2f4c86-52b1-4c5e-9a39-0f6f1b8a4c11",
  created_at: "2026-11-21T10:00:00.000Z",
  data: { tool_call_id: "call_1", is_error: true, error_message: "exit status 1", duration: 1.001 },
};

const NEWER = {
  ...OLDER,
  schema_version: 2,
  data: {
    tool_call_id: "call_1",
    status: "error",
    error: { message: "exit status 1" },
    execution: { duration_ms: 1001 },
  },
};

/** The plan as a program has it that read it from a file. */
function stored(plan: MigrationPlan): MigrationPlan {
  return JSON.parse(JSON.stringify(plan)) as MigrationPlan;
}

describe("a plan that was written as JSON and read again", () => {
  it("is the same", () => {
    expect(stored(UPGRADE.plan)).toEqual(UPGRADE.plan);
    expect(stored(DOWNGRADE.plan)).toEqual(DOWNGRADE.plan);
  });

  it("takes a message up, and down again", () => {
    const up = new PlannedMigration(stored(UPGRADE.plan), MEANS).migrate("messages", "tool_result", OLDER);
    expect(up).toEqual({ value: NEWER, notes: [] });
    const down = new PlannedMigration(stored(DOWNGRADE.plan), MEANS).migrate("messages", "tool_result", NEWER);
    expect(down).toEqual({ value: OLDER, notes: [] });
  });
});

describe("a migration that was made without something that its plan takes", () => {
  it.each([
    [{ ...MEANS, operations: {} }, "a migration was made without the operation translate"],
    [{ ...MEANS, translations: {} }, "a migration was made without what mapValue needs"],
    [{ ...MEANS, verdicts: { messages: {}, roots: {} } }, "a migration was made without what tool_result needs"],
  ])("says what is missing", (means: MigrationMeans, message) => {
    const migration = new PlannedMigration(UPGRADE.plan, means);
    expect(() => migration.migrate("messages", "tool_result", OLDER)).toThrow(message);
  });
});
