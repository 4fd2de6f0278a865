/** `--json`: every command that reports does so in one JSON document, without content. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CURRENT_VERSION } from "@parlance/core";
import { expect, it } from "vitest";
import { CURRENT_TEXT, CUT, FUTURE, NO_PARTS, V1_TEXT } from "./support/messages.js";
import { temporaryFolder } from "./support/run.js";
import { runHere } from "./support/run-here.js";

const folder = temporaryFolder();
writeFileSync(join(folder, "history"), `${V1_TEXT}\n${CURRENT_TEXT}\n${FUTURE}\n${NO_PARTS}\n`);

it("the report of migrate sums up on standard error what was done", async () => {
  const { code, stdout, stderr } = await runHere(
    ["migrate", "history", "-o", "out", "--rejects", "rejects", "--json"],
    {
      cwd: folder,
    },
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(JSON.parse(stderr)).toEqual({
    input: "history",
    output: "out",
    rejects: "rejects",
    version: CURRENT_VERSION,
    format: "ndjson",
    bytes: 563,
    late_bytes: 0,
    records: 4,
    changed: { "1": 1 },
    unchanged: 1,
    unknown: 1,
    invalid: 1,
    notes: [],
    warnings: [{ code: "unknown_type", count: 1, line: 3, path: "/type" }],
    first_invalid: [
      { line: 4, code: "invalid", issues: [expect.objectContaining({ path: "/data/parts", code: "too_few" })] },
    ],
    damaged: 0,
    first_damaged: [],
  });
});

it("the report of inspect has what is said of each record, and its content only when it is asked for", async () => {
  const { code, stdout } = await runHere(["inspect", "history", "--json"], { cwd: folder });
  expect(code).toBe(1);
  expect(stdout).not.toContain("Hello");
  expect(JSON.parse(stdout)).toMatchObject({
    files: [
      {
        file: "history",
        entries: [
          { record: 1, line: 1, state: "valid", type: "text", version: 1, about: "user, 1 part" },
          { record: 2, line: 2, state: "valid", type: "text", version: CURRENT_VERSION, about: "assistant, 1 part" },
          { record: 3, line: 3, state: "unknown", type: "hologram", id: "h-1" },
          { record: 4, line: 4, state: "invalid", type: "text", code: "invalid" },
        ],
        records: 4,
        unknown: 1,
        invalid: 1,
      },
    ],
  });
  const content = (await runHere(["inspect", "history", "--json", "--content"], { cwd: folder })).stdout;
  expect(JSON.parse(content).files[0].entries[0].content).toBe(V1_TEXT);
});

it("the report of import and export tells what was changed, what was refused, and what was written", async () => {
  const input = '{"model":"m","messages":[{"role":"user","content":"s3cret"}]}\n';
  const good = await runHere(["import", "--from", "openai", "-", "--json"], { input });
  expect(JSON.parse(good.stderr)).toEqual({
    report: [
      {
        file: "<stdin>",
        line: 1,
        path: "/model",
        action: "dropped",
        code: "not_in_messages",
        reason: "stored messages hold what was said only",
      },
    ],
    converted: true,
    written: 1,
    skipped: 0,
    invalid: 0,
    empty: 0,
    lossy: 0,
  });
  const bad = await runHere(["export", "--to", "vllm", "-", "--json"], { input: `${good.stdout}${CUT}` });
  expect({ code: bad.code, stdout: bad.stdout }).toEqual({ code: 1, stdout: "" });
  expect(JSON.parse(bad.stderr)).toMatchObject({
    report: [{ line: 2, action: "refused", code: "not_json" }],
    converted: false,
    written: 0,
    invalid: 1,
    error: "<stdin> is not converted: 1 invalid",
  });
});

it("the report of migrate counts damage of the array itself apart from records", async () => {
  writeFileSync(join(folder, "cut"), `[${CURRENT_TEXT}`);
  const array_not_closed = { line: 1, code: "array_not_closed", issues: [expect.anything()] };
  for (const rejects of [[], ["--rejects", "rejects"]]) {
    const { code, stderr } = await runHere(["migrate", "cut", "-o", "out", "--json", ...rejects], { cwd: folder });
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({
      records: 1,
      unchanged: 1,
      invalid: 0,
      first_invalid: [],
      damaged: 1,
      first_damaged: [array_not_closed],
    });
  }
});

it("the report of repair counts damage of the array itself apart from records", async () => {
  const { code, stderr } = await runHere(["repair", "cut", "-o", "out", "--json"], { cwd: folder });
  expect(code).toBe(1);
  expect(JSON.parse(stderr)).toMatchObject({ report: [{ code: "array_not_closed" }], invalid: 0, damaged: 1 });
});

/** A file that cannot be opened after one that can. */
const MISSING = "cannot read missing: no such file or directory";

it.each([
  ["inspect", ["inspect", "--json"]],
  ["validate", ["validate", "--json"]],
])(
  "the report of %s is whole where a file, a folder or a pattern leads nowhere, and goes on with the next",
  async (_, args) => {
    mkdirSync(join(folder, "empty"), { recursive: true });
    const given = ["history", "missing", "empty", "nothing*", "history"];
    const { code, stdout, stderr } = await runHere([...args, ...given], { cwd: folder });
    expect(code).toBe(2);
    const nothing = "nothing matches the pattern nothing*";
    const empty = "empty has no .json, .jsonl or .ndjson file in it";
    expect(JSON.parse(stdout).files).toMatchObject([
      { file: "history", records: 4 },
      { file: "missing", error: MISSING },
      { file: "empty", error: empty },
      { file: "nothing*", error: nothing },
      { file: "history", records: 4 },
    ]);
    expect(stderr).toBe([MISSING, empty, nothing].map((line) => `parlance: ${line}\n`).join(""));
  },
);

it.each([
  ["import", ["import", "--from", "openai", "good.json", "missing"]],
  ["export", ["export", "--to", "vllm", "history", "missing"]],
  ["import of nothing else", ["import", "--from", "openai", "missing"]],
])("the report of %s is whole where a file cannot be read", async (_, args) => {
  writeFileSync(join(folder, "good.json"), '{"model":"m","messages":[{"role":"user","content":"Hi"}]}');
  const { code, stdout, stderr } = await runHere([...args, "--json"], { cwd: folder });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(JSON.parse(stderr)).toMatchObject({ converted: false, written: 0, error: MISSING });
});

it("the report of import is whole where what it made cannot be written", async () => {
  const { code, stderr } = await runHere(["import", "--from", "openai", "good.json", "-o", "good.json/out", "--json"], {
    cwd: folder,
  });
  expect(code).toBe(2);
  expect(JSON.parse(stderr)).toMatchObject({ converted: false, error: expect.stringContaining("cannot write") });
});

it.each([
  ["migrate", ["migrate", "missing", "-o", "never"], { version: CURRENT_VERSION }],
  ["repair", ["repair", "missing", "-o", "never"], { report: [] }],
])("the report of %s is whole where the file cannot be read", async (_, args, more) => {
  const { code, stdout, stderr } = await runHere([...args, "--json"], { cwd: folder });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(JSON.parse(stderr)).toMatchObject({ ...more, error: MISSING });
});
