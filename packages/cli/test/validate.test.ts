/** `parlance validate`: the table, the broken records, strict reading, JSON output. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CURRENT_VERSION } from "@parlance/core";
import { describe, expect, it } from "vitest";
import {
  CURRENT_NUMBER,
  CURRENT_RESULT,
  CURRENT_TEXT,
  CUT,
  FUTURE,
  NEWER_NUMBER,
  NO_PARTS,
  V1_TEXT,
} from "./support/messages.js";
import { temporaryFolder } from "./support/run.js";
import { runHere } from "./support/run-here.js";

const folder = temporaryFolder();

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

function validate(args: readonly string[], input?: string): ReturnType<typeof runHere> {
  return runHere(["validate", ...args], input === undefined ? { cwd: folder } : { cwd: folder, input });
}

it("prints a table of types, versions, unknown and invalid", async () => {
  const name = file(
    "table.ndjson",
    [V1_TEXT, CURRENT_TEXT, CURRENT_TEXT, CURRENT_RESULT, FUTURE, NO_PARTS, CUT].join("\n"),
  );
  const { code, stdout, stderr } = await validate([name]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toBe(
    `invalid  table.ndjson:6  /data/parts  minItems  expected at least 1 item, found 0 items
invalid  table.ndjson:7  (record)  not_json  the text ends too early at column 114
table.ndjson  NDJSON, 7 records, 1.1 kB  2 invalid
  type             version 1  version ${CURRENT_VERSION}  unknown  invalid  total
  text                     1          2        -        1      4
  tool_result              -          1        -        -      1
  hologram                 -          -        1        -      1
  (no known type)          -          -        -        1      1
`,
  );
});

it("exits with 0 when all records are valid or unknown", async () => {
  expect((await validate([file("good.ndjson", `${V1_TEXT}\n${CURRENT_TEXT}\n${FUTURE}\n`)])).code).toBe(0);
});

describe("finds out by looking how a file holds its records", async () => {
  const pretty = (text: string): string => JSON.stringify(JSON.parse(text), null, 2);
  const CASES: readonly (readonly [string, string | Uint8Array, string, number])[] = [
    ["one message on one line", CURRENT_TEXT, "one line", 1],
    ["one message over several lines", pretty(CURRENT_TEXT), "one message", 1],
    [
      "messages over several lines, one after the other",
      `${pretty(CURRENT_TEXT)}\n${pretty(V1_TEXT)}`,
      "messages one after the other",
      2,
    ],
    ["a JSON array on one line", `[${CURRENT_TEXT},${V1_TEXT}]`, "JSON array", 2],
    ["a JSON array over several lines", `[\n  ${pretty(CURRENT_TEXT)},\n  ${pretty(V1_TEXT)}\n]\n`, "JSON array", 2],
    ["an empty JSON array", "[]\n", "JSON array", 0],
    ["NDJSON", `${CURRENT_TEXT}\n${V1_TEXT}\n`, "NDJSON", 2],
    ["NDJSON without a line break at the end", `${CURRENT_TEXT}\n${V1_TEXT}`, "NDJSON", 2],
    ["NDJSON with a byte order mark", `\ufeff${CURRENT_TEXT}\n${V1_TEXT}\n`, "NDJSON", 2],
    ["NDJSON with carriage returns and blank lines", `\r\n${CURRENT_TEXT}\r\n\r\n   \r\n${V1_TEXT}\r\n`, "NDJSON", 2],
    ["an array with a byte order mark", `\ufeff[${CURRENT_TEXT}]`, "JSON array", 1],
    ["nothing at all", "", "empty", 0],
    ["only blank lines", "\n \r\n\t\n", "empty", 0],
    ["only a byte order mark", "\ufeff", "empty", 0],
  ];
  const names = CASES.map(([, content], index) => file(`layout-${index}`, content));
  const { code, stdout } = await validate(names);

  it("validate takes every record of each way to hold them", () => {
    expect(code).toBe(0);
  });

  it.each(CASES.map(([title, , format, records], index) => [title, format, records, index] as const))(
    "%s",
    (_, format, records, index) => {
      const lines = stdout.split("\n").filter((line) => line.startsWith(`layout-${index}  `));
      const noun = records === 1 ? "record" : "records";
      expect(lines).toEqual([expect.stringMatching(`^layout-${index}  ${format}, ${records} ${noun}, .* valid$`)]);
    },
  );
});

it("reads standard input as -", async () => {
  const { code, stdout } = await validate(["-"], `${CURRENT_TEXT}\n`);
  expect(code).toBe(0);
  expect(stdout).toContain("<stdin>  one line, 1 record");
});

it("reads standard input once, and does not take the second - for an empty history", async () => {
  const { code, stdout, stderr } = await validate(["-", "-"], `${CURRENT_TEXT}\n`);
  expect(code).toBe(2);
  expect(stdout).not.toContain("empty");
  expect(stderr).toBe("parlance: standard input can be read only once\n");
});

it("goes through all files, and the worst of them decides the exit code", async () => {
  const good = file("a.ndjson", CURRENT_TEXT);
  const bad = file("b.ndjson", NO_PARTS);
  const both = await validate([good, bad]);
  expect(both.code).toBe(1);
  expect(both.stdout).toContain("a.ndjson  one line, 1 record");
  expect(both.stdout).toContain("b.ndjson  one line, 1 record");
  const missing = await validate([bad, "missing.ndjson", good]);
  expect(missing.code).toBe(2);
  expect(missing.stdout).toContain("a.ndjson  one line, 1 record");
  expect(missing.stderr).toBe("parlance: cannot read missing.ndjson: no such file or directory\n");
});

it("refuses with --strict what JSON parsers disagree on", async () => {
  const twice = CURRENT_TEXT.replace('"role"', '"role":"user","role"');
  const name = file("twice.ndjson", `${twice}\n`);
  expect((await validate([name])).code).toBe(0);
  const strict = await validate(["--strict", name]);
  expect(strict.code).toBe(1);
  expect(strict.stdout).toContain("invalid  twice.ndjson:1  (record)  duplicate_key");
});

it("names the line inside a record that goes over several lines", async () => {
  const broken = `[\n  ${CURRENT_TEXT},\n  {\n    "type": "text",\n    "schema_version": oops\n  }\n]`;
  const { code, stdout } = await validate([file("inside.json", broken)]);
  expect(code).toBe(1);
  expect(stdout).toContain("invalid  inside.json:5  (record)  not_json");
});

it("says that an array was cut off, and where", async () => {
  const { code, stdout } = await validate([file("cut.json", `[\n${CURRENT_TEXT},\n${CURRENT_TEXT}\n`)]);
  expect(code).toBe(1);
  expect(stdout).toContain("invalid  cut.json:4  (record)  array_not_closed");
  expect(stdout).toContain("cut.json  JSON array, 2 records, 377 B  damaged");
});

it("finds the next record after one that was cut off inside an array", async () => {
  const { stdout } = await validate([
    file("resume.json", `[\n${CURRENT_TEXT},\n${CUT}\n${CURRENT_TEXT},\n${CURRENT_TEXT}\n]\n`),
  ]);
  expect(stdout).toContain("invalid  resume.json:3  (record)  not_json");
  expect(stdout).toContain("resume.json  JSON array, 4 records");
  expect(stdout).toMatch(/text +3 +- +- +3\n/);
});

it("calls a file damaged that goes on after the end of an array, and finds the messages there", async () => {
  const { code, stdout } = await validate([file("after.json", `[${CURRENT_TEXT}]\n${CURRENT_TEXT}\n`)]);
  expect(code).toBe(1);
  expect(stdout).toContain("after.json  JSON array, 2 records");
  expect(stdout).toMatch(/text +2 +- +- +2\n/);
  expect(stdout).toContain("invalid  after.json:2  (record)  outside_array");
});

it.each([
  ["a comma after the last element", `[${CURRENT_TEXT},\n]`, "2  (record)  extra_comma"],
  ["a comma before the first element", `[,${CURRENT_TEXT}]`, "1  (record)  extra_comma"],
  ["two commas", `[${CURRENT_TEXT},,${CURRENT_TEXT}]`, "1  (record)  extra_comma"],
  ["a comma alone", "[,]", "1  (record)  extra_comma"],
  ["no comma between two elements", `[${CURRENT_TEXT}\n${CURRENT_TEXT}]`, "2  (record)  missing_comma"],
])("calls an array damaged that is not JSON: %s", async (_, content, place) => {
  const { code, stdout } = await validate([file("commas.json", content)]);
  expect(code).toBe(1);
  expect(stdout).toContain(`invalid  commas.json:${place}`);
  expect(stdout).toContain("damaged");
});

it("counts the versions beyond ten together, so that no file can make the table as wide as it is long", async () => {
  const lines = Array.from({ length: 30 }, (_, index) =>
    CURRENT_TEXT.replace(CURRENT_NUMBER, `"schema_version":${CURRENT_VERSION + index}`),
  );
  const name = file("versions.ndjson", lines.join("\n"));
  expect((await validate([name])).stdout).toMatch(
    new RegExp(` version ${CURRENT_VERSION + 9} {2}version other {2}unknown`),
  );
  const { types } = JSON.parse((await validate(["--json", name])).stdout).files[0];
  expect(types[0].versions).toMatchObject({ [CURRENT_VERSION]: 1, [CURRENT_VERSION + 9]: 1, other: 20 });
});

it("counts messages with unknown parts or controls, which are valid", async () => {
  const part = CURRENT_TEXT.replace('{"type":"text","text":"Hi"}', '{"type":"sketch"},{"type":"sketch"}');
  const control = CURRENT_RESULT.replace("tool_result", "system_control").replace(
    /"data":.*$/,
    '"data":{"control":{"type":"reboot"}}}',
  );
  const name = file("partly.ndjson", `${part}\n${CURRENT_TEXT}\n${control}\n`);
  const { code, stdout } = await validate([name]);
  expect(code).toBe(0);
  expect(stdout).toContain("\n  2 messages with parts or controls of an unknown type\n");
  expect(JSON.parse((await validate(["--json", name])).stdout).files[0]).toMatchObject({
    unknown: 0,
    partly_unknown: 2,
  });
});

it("prints one JSON document with --json", async () => {
  const name = file("json.ndjson", `${V1_TEXT}\n${NO_PARTS}\n${FUTURE}\n`);
  const { code, stdout } = await validate(["--json", name]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    files: [
      {
        file: "json.ndjson",
        invalid_records: [
          {
            line: 2,
            record: 2,
            code: "invalid",
            issues: [
              {
                line: 2,
                path: "/data/parts",
                code: "too_few",
                rule: "minItems",
                detail: "expected at least 1 item, found 0 items",
              },
            ],
          },
        ],
        valid: false,
        format: "ndjson",
        bytes: 376,
        records: 3,
        unknown: 1,
        partly_unknown: 0,
        invalid: 1,
        types: [
          { type: "text", versions: { "1": 1 }, unknown: 0, invalid: 1 },
          { type: "hologram", versions: {}, unknown: 1, invalid: 0 },
        ],
      },
    ],
    valid: false,
  });
});

it("keeps --json one document where a file is missing", async () => {
  const { code, stdout } = await validate(["--json", file("fine.ndjson", CURRENT_TEXT), "missing"]);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    files: [
      { valid: true },
      { file: "missing", valid: false, error: "cannot read missing: no such file or directory" },
    ],
    valid: false,
  });
});

describe("a file with records none of which is known is not valid, and it is said what it looks like", () => {
  const codex = '{"timestamp":"t","type":"response_item","payload":{"type":"message"}}';
  const claude = '{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"s3cret"}}';
  const summary = '{"type":"summary","summary":"s3cret","leafUuid":"u"}';
  it.each([
    ["a session log of Codex", `${codex}\n${codex}\n`, "a session log of Codex"],
    ["a session log of Claude Code", `${summary}\n${claude}\n`, "a session log of Claude Code"],
    ["messages of LangChain", '[{"type":"human","data":{"content":"s3cret"}}]', "messages of LangChain"],
    ["items of the Responses API", '{"type":"function_call","call_id":"c"}', "the Responses API of OpenAI"],
    ["UIMessages", '[{"role":"user","parts":[{"type":"text","text":"s3cret"}]}]', "UIMessages of the AI SDK"],
    ["a request", '{"model":"m","messages":[{"role":"user","content":"s3cret"}]}', "requests of a provider"],
  ])("%s", async (_, content, looks) => {
    const { code, stdout } = await validate([file("foreign", content)]);
    expect(code).toBe(1);
    expect(stdout).toContain(`\nhint: it looks like ${looks}`);
    expect(stdout).not.toContain("s3cret");
  });

  it("a file without a known record is not valid also where it looks like nothing", async () => {
    const name = file("foreign", `${FUTURE}\n${FUTURE}\n`);
    const { code, stdout } = await validate([name]);
    expect(code).toBe(1);
    expect(stdout).toBe(`foreign  NDJSON, 2 records, 164 B  no known record
hint: no record is of a type that this version of parlance knows
  type      unknown  invalid  total
  hologram        2        -      2
`);
    expect(JSON.parse((await validate(["--json", name])).stdout)).toMatchObject({
      files: [{ valid: false, unknown: 2, hint: "no record is of a type that this version of parlance knows" }],
      valid: false,
    });
  });

  it("a file with one known record is valid", async () => {
    expect((await validate([file("known", `${FUTURE}\n${CURRENT_TEXT}\n`)])).code).toBe(0);
    expect((await validate([file("newer", CURRENT_TEXT.replace(CURRENT_NUMBER, NEWER_NUMBER))])).code).toBe(0);
    expect((await validate([file("nothing", "\n")])).code).toBe(0);
  });
});

it("refuses with --fail-on-unknown a single record, part or control of an unknown type", async () => {
  const part = CURRENT_TEXT.replace('{"type":"text","text":"Hi"}', '{"type":"sketch"}');
  const records = [[FUTURE, CURRENT_TEXT], [part], [CURRENT_TEXT]].map((lines, index) =>
    file(`u${index}`, lines.join("\n")),
  );
  const codes: unknown[] = [];
  for (const name of records) codes.push((await validate(["--fail-on-unknown", name])).code);
  expect(codes).toEqual([1, 1, 0]);
  const { stdout } = await validate(["--fail-on-unknown", "--json", ...records]);
  expect(JSON.parse(stdout)).toMatchObject({
    files: [{ valid: false }, { valid: false }, { valid: true }],
    valid: false,
  });
  expect((await validate(["--fail-on-unknown", "u0"])).stdout).toContain("  1 unknown\n");
});

describe("with --semantic", () => {
  const text = (number: number, envelope: object): string =>
    JSON.stringify({
      type: "text",
      schema_version: CURRENT_VERSION,
      id: `00000000-0000-4000-8000-00000000000${number}`,
      created_at: "2026-01-01T00:00:00.000Z",
      ...envelope,
      data: { role: "user", parts: [{ type: "text", text: "Hi." }] },
    });
  const LINES = [
    text(1, { created_at: "2026-02-30T00:00:00.000Z" }),
    FUTURE,
    NO_PARTS,
    text(2, { created_at: "2026-02-31T00:00:00.000Z", parent_id: null }),
    V1_TEXT.replace(/"created_at":"[^"]*"/, '"created_at":"2026-04-31T00:00:00.000Z"'),
    text(3, { parent_id: "nobody" }),
  ].join("\n");

  it("counts what no schema can say, with the first line of each, and refuses no more than before", async () => {
    const name = file("semantic.ndjson", LINES);
    const { code, stdout } = await validate(["--semantic", name]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/ {2}impossible_date {2}3 places, first in line 1 at \/created_at\n/);
    expect(stdout).toMatch(/ {2}unknown_parent {2}1 place, first in line 6 at \/parent_id\n$/);
    expect((await validate([name])).stdout).not.toContain("impossible_date");
    expect((await validate(["--semantic", file("odd.ndjson", `${text(1, { parent_id: "nobody" })}\n`)])).code).toBe(0);
  });

  it("says so when there is nothing to count, and prints the counts as JSON", async () => {
    expect((await validate(["--semantic", file("even.ndjson", CURRENT_TEXT)])).stdout).toContain(
      "  semantic checks found nothing\n",
    );
    const { stdout } = await validate(["--semantic", "--json", file("semantic.ndjson", LINES)]);
    expect(JSON.parse(stdout).files[0].semantic).toEqual([
      { code: "impossible_date", line: 1, path: "/created_at", count: 3 },
      { code: "unknown_parent", line: 6, path: "/parent_id", count: 1 },
    ]);
  });
});
