/** `parlance repair`: what a repair of a history does, for files, with each change explained and nothing lost. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CURRENT_VERSION } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { CUT, V1_TEXT } from "./support/messages.js";
import { run, temporaryFolder } from "./support/run.js";
import { runHere } from "./support/run-here.js";

const folder = temporaryFolder();

const history = (...messages: readonly string[]): string =>
  `{"schema_version":${CURRENT_VERSION},"id":"00000000-0000-4000-8000-000000000009","created_at":"2026-01-01T00:00:00.000Z","messages":[${messages.join(",")}],"metadata":{"n":12345678901234567890}}`;
const USER = '{"role":"user","content":"s3cret"}';
const CALL = '{"role":"assistant","tool_calls":[{"id":"call_1","name":"weather","arguments":{}}]}';
const RESULT = '{"role":"tool","tool_call_id":"call_1","content":"rain","is_error":false}';
const ORPHAN = '{"role":"tool","tool_call_id":"call_9","content":"s3cret","is_error":false}';

const LATE = history(CALL, USER, RESULT);
const ARRANGED = history(CALL, RESULT, USER);
const ORDERLY = history(USER, CALL, RESULT);
const WITH_ORPHAN = history(USER, ORPHAN);
const MOVED = "/messages/2  result_moved  a result that came late was moved to its call";

function repair(content: string, ...options: readonly string[]): ReturnType<typeof runHere> {
  writeFileSync(join(folder, "in"), content);
  return runHere(["repair", "in", ...options], { cwd: folder });
}

const contentOf = (name: string): string => readFileSync(join(folder, name), "utf8");

it("repairs histories in place, tells each change, and keeps every other byte", async () => {
  const before = `${ORDERLY}\r\n${LATE}\n\n${V1_TEXT}\n`;
  writeFileSync(join(folder, "in"), before);
  const { code, stdout, stderr } = run(["repair", "in", "-o", "in"], { cwd: folder });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(contentOf("in")).toBe(`${ORDERLY}\r\n${ARRANGED}\n\n${V1_TEXT}\n`);
  expect(stderr).toBe(`in:2  ${MOVED}
in -> in  2 histories
        1  repaired
        1  in order, unchanged
        1  not histories, kept as they are
`);
  expect((await repair(contentOf("in"), "-o", "in")).stderr).not.toContain("repaired");
});

it("keeps the layout of an array, and numbers digit by digit", async () => {
  expect((await repair(`[\n  ${LATE},\n  ${ORDERLY}\n]\n`, "-o", "out")).code).toBe(0);
  expect(contentOf("out")).toBe(`[\n  ${ARRANGED},\n  ${ORDERLY}\n]\n`);
});

it("tells with --dry-run what it would do, and writes nothing", async () => {
  const { code, stderr } = await repair(
    `${LATE}\n${WITH_ORPHAN}\n`,
    "--dry-run",
    "-o",
    "never",
    "--rejects",
    "never-either",
  );
  expect(code).toBe(0);
  expect(stderr).toContain(`in:1  ${MOVED}\nin:2  /messages/1  orphan_dropped  `);
  expect(stderr).toContain("2  to be repaired\n");
  expect(stderr).not.toContain("s3cret");
  expect(contentOf("in")).toBe(`${LATE}\n${WITH_ORPHAN}\n`);
  expect([existsSync(join(folder, "never")), existsSync(join(folder, "never-either"))]).toEqual([false, false]);
});

describe("a result that answers no call", () => {
  it("keeps a history as it was where it would be lost", async () => {
    const { code, stderr } = await repair(`${WITH_ORPHAN}\n${LATE}\n`, "-o", "in");
    expect(code).toBe(1);
    expect(contentOf("in")).toBe(`${WITH_ORPHAN}\n${ARRANGED}\n`);
    expect(stderr).toContain("1  kept as they were, since results would be lost; --rejects FILE keeps those\n");
  });

  it("goes to the rejects, with the reason and every digit", async () => {
    const orphan = ORPHAN.replace('"call_9"', '"call_9","n":12345678901234567890');
    expect((await repair(`${history(USER, orphan)}\n`, "-o", "in", "--rejects", "rejects")).code).toBe(0);
    expect(contentOf("in")).toBe(`${history(USER)}\n`);
    const kept = JSON.parse(contentOf("rejects"));
    expect(kept).toMatchObject({ file: "in", line: 1, code: "orphan_dropped", issues: [{ path: "/messages/1" }] });
    expect(kept.raw).toContain("12345678901234567890");
  });

  it("is left out of a new file, since the old one has it", async () => {
    expect((await repair(`${WITH_ORPHAN}\n`, "-o", "new")).code).toBe(0);
    expect(contentOf("new")).toBe(`${history(USER)}\n`);
  });
});

it("keeps an element of an array that is too large to be read, byte for byte, also where there are rejects", async () => {
  const large = `{"content":"${"x".repeat(65 * 1024 * 1024)}"}`;
  const { code, stderr } = await repair(`[\n  ${large} ,\n  ${WITH_ORPHAN}\n]\n`, "-o", "out", "--rejects", "rejects");
  expect(code).toBe(1);
  expect(stderr).toContain("in:2  (record)  too_large");
  expect(contentOf("out") === `[\n  ${large} ,\n  ${history(USER)}\n]\n`).toBe(true);
  expect(JSON.parse(contentOf("rejects"))).toMatchObject({ line: 3, code: "orphan_dropped" });
});

it("leaves what is broken as it is, names it, and exits with 1", async () => {
  const { code, stderr } = await repair(`${LATE}\n${CUT}`, "-o", "in");
  expect(code).toBe(1);
  expect(contentOf("in")).toBe(`${ARRANGED}\n${CUT}`);
  expect(stderr).toContain("in:2  (record)  not_json");
  expect(stderr).toContain("1  invalid, kept as they were\n");
});

it("exits with 1 where no record is a history, and says how to make one", async () => {
  const { code, stderr } = await repair(`${V1_TEXT}\n`, "-o", "in");
  expect(code).toBe(1);
  expect(stderr).toContain('"parlance import --as history" makes histories');
});

it("reports as one JSON document", async () => {
  const { stderr } = await repair(`${LATE}\n${WITH_ORPHAN}\n${CUT}\n`, "-o", "in", "--json");
  expect(JSON.parse(stderr)).toEqual({
    report: [
      { line: 1, path: "/messages/2", code: "result_moved", reason: MOVED.split("  ")[2], done: true },
      expect.objectContaining({ line: 2, path: "/messages/1", code: "orphan_dropped", done: false }),
      expect.objectContaining({ line: 3, code: "not_json", done: false }),
    ],
    input: "in",
    output: "in",
    dry_run: false,
    histories: 2,
    repaired: 1,
    kept: 1,
    other_records: 0,
    invalid: 1,
    damaged: 0,
    late_bytes: 0,
  });
});
