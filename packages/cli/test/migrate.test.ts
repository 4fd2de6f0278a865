/** `parlance migrate`: what becomes of each record, of the layout, and of what is broken. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CURRENT_VERSION } from "@parlance/core";
import { describe, expect, it } from "vitest";
import {
  CURRENT_NUMBER,
  CURRENT_REASONING,
  CURRENT_RESULT,
  CURRENT_TEXT,
  CUT,
  FUTURE,
  NO_PARTS,
  V1_TEXT,
  V1_TEXT_UPGRADED,
} from "./support/messages.js";
import { type Outcome, run, runRaw, temporaryFolder } from "./support/run.js";
import { runHere, runRawHere } from "./support/run-here.js";

const folder = temporaryFolder();

async function migrate(
  content: string | Uint8Array,
  ...options: readonly string[]
): Promise<Outcome & { readonly output: string }> {
  writeFileSync(join(folder, "in"), content);
  const outcome = await runHere(["migrate", "in", "-o", "out", ...options], { cwd: folder });
  return { ...outcome, output: readFileSync(join(folder, "out"), "utf8") };
}

function rejects(): Record<string, unknown>[] {
  const lines = readFileSync(join(folder, "rejects"), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

it("upgrades old messages and passes all others on byte for byte", async () => {
  const { code, stdout, output } = await migrate(`${V1_TEXT}\n${CURRENT_TEXT}\n${FUTURE}\n`);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(output).toBe(`${V1_TEXT_UPGRADED}\n${CURRENT_TEXT}\n${FUTURE}\n`);
});

it("says at the end what changed, what was noted as lossy and what was unknown", async () => {
  const up = await migrate(`${V1_TEXT}\n${CURRENT_TEXT}\n${FUTURE}\n`);
  expect(up.stderr).toBe(
    `in -> out  NDJSON, 3 records, 410 B
        1  changed from version 1 to version ${CURRENT_VERSION}
        0  noted as lossy
        1  unchanged, byte for byte
        1  unknown to this version of parlance, kept as they are
        1  warned of: unknown_type, first on line 3 at /type
`,
  );
  const down = await migrate(`${CURRENT_TEXT}\n${CURRENT_REASONING}\n`, "--to", "1");
  expect(down.stderr).toContain(`2  changed from version ${CURRENT_VERSION} to version 1`);
  expect(down.stderr).toMatch(/1 {2}noted as lossy: \w+, first on line 2 at \/data\//);
});

it("gives back what was written in the current version after a way down to version 1 and up again", async () => {
  const down = await migrate(`${CURRENT_REASONING}\n${CURRENT_RESULT}\n`, "--to", "1");
  expect(down.code).toBe(0);
  expect(down.output.split("\n").map((line) => line.slice(0, 40))).not.toContain(CURRENT_NUMBER);
  expect((await migrate(down.output)).output).toBe(`${CURRENT_REASONING}\n${CURRENT_RESULT}\n`);
});

describe("keeps the layout of the input", () => {
  const pretty = (text: string, indent: string): string => JSON.stringify(JSON.parse(text), null, indent);
  const CASES: readonly (readonly [string, string, string])[] = [
    [
      "carriage returns and blank lines",
      `${V1_TEXT}\r\n\r\n${CURRENT_TEXT}\r\n`,
      `${V1_TEXT_UPGRADED}\r\n\r\n${CURRENT_TEXT}\r\n`,
    ],
    ["no line break at the end", `${CURRENT_TEXT}\n${V1_TEXT}`, `${CURRENT_TEXT}\n${V1_TEXT_UPGRADED}`],
    ["an array on one line", `[${V1_TEXT},${CURRENT_TEXT}]`, `[${V1_TEXT_UPGRADED},${CURRENT_TEXT}]`],
    [
      "an array with one element a line",
      `[\n${V1_TEXT},\n${CURRENT_TEXT}\n]\n`,
      `[\n${V1_TEXT_UPGRADED},\n${CURRENT_TEXT}\n]\n`,
    ],
    [
      "an indented array",
      pretty(`[${V1_TEXT},${CURRENT_TEXT}]`, "    "),
      pretty(`[${V1_TEXT_UPGRADED},${CURRENT_TEXT}]`, "    "),
    ],
    ["one message over several lines", pretty(V1_TEXT, "\t"), pretty(V1_TEXT_UPGRADED, "\t")],
    ["an empty array", " [ ]\n", " [ ]\n"],
    ["an empty file", "", ""],
    ["a byte order mark, which goes", `\ufeff${V1_TEXT}\n`, `${V1_TEXT_UPGRADED}\n`],
  ];
  for (const [title, input, output] of CASES) {
    it(title, async () => {
      const outcome = await migrate(input);
      expect(outcome.code).toBe(0);
      expect(outcome.output).toBe(output);
    });
  }
});

it("leaves a record as it is that another version would nest too deep to be read, and says so", async () => {
  const old = `{"type":"system_control","id":"0b6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11","created_at":"2026-11-21T10:00:00.000Z","data":{"control_type":"pause","from":${"[".repeat(254)}${"]".repeat(254)}}}\n`;
  const { code, output, stderr } = await migrate(old);
  expect({ code, output }).toEqual({ code: 0, output: old });
  expect(stderr).toContain("1  noted as lossy: too_deep_kept, first on line 1");
});

describe("broken records", () => {
  const BYTES = Buffer.concat([Buffer.from([0xff, 0xfe, 0x00, 0x7b]), Buffer.from("\n")]);
  const LINES = Buffer.concat([Buffer.from(`${V1_TEXT}\n${NO_PARTS}\r\n${CURRENT_TEXT}\n`), BYTES, Buffer.from(CUT)]);

  it("stay in their place, as they were, and make the command exit with 1", async () => {
    writeFileSync(join(folder, "in"), LINES);
    const { code, stderr } = await runHere(["migrate", "in", "-o", "out"], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toContain("3  invalid, kept in place, as they were:");
    expect(stderr).toContain("in:2  /data/parts  minItems");
    const upgraded = LINES.toString("latin1").replace(V1_TEXT, V1_TEXT_UPGRADED);
    expect(readFileSync(join(folder, "out"), "latin1")).toBe(upgraded);
  });

  it("go to the rejects with the reason and every byte, and leave the others in order", async () => {
    writeFileSync(join(folder, "in"), LINES);
    const { code, stderr } = await runHere(["migrate", "in", "-o", "out", "--rejects", "rejects"], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toContain("3  invalid, kept in rejects, with the reason:");
    expect(readFileSync(join(folder, "out"), "utf8")).toBe(`${V1_TEXT_UPGRADED}\n${CURRENT_TEXT}\n`);
    const [empty, bytes, cut] = rejects();
    expect(empty).toEqual({
      file: "in",
      line: 2,
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
      raw: NO_PARTS,
    });
    expect(bytes).toMatchObject({ line: 4, code: "not_utf8", raw_base64: "//4Aew==" });
    expect(cut).toMatchObject({ line: 5, code: "not_json", raw: CUT });
  });

  it("leave an array that is still JSON, wherever they stood in it", async () => {
    for (const order of [
      [NO_PARTS, CURRENT_TEXT, V1_TEXT],
      [CURRENT_TEXT, NO_PARTS, NO_PARTS, V1_TEXT],
      [CURRENT_TEXT, V1_TEXT, NO_PARTS],
    ]) {
      const { output } = await migrate(`[\n  ${order.join(",\n  ")}\n]\n`, "--rejects", "rejects");
      const good = order
        .filter((text) => text !== NO_PARTS)
        .map((text) => (text === V1_TEXT ? V1_TEXT_UPGRADED : text));
      expect(output).toBe(`[\n  ${good.join(",\n  ")}\n]\n`);
    }
    expect((await migrate(`[${NO_PARTS}]`, "--rejects", "rejects")).output).toBe("[]");
  });

  it("broken records of an array that was cut off go too, and the array is closed", async () => {
    const { code, output, stderr } = await migrate(`[\n${CURRENT_TEXT},\n${CUT}`, "--rejects", "rejects");
    expect(code).toBe(1);
    expect(output).toBe(`[\n${CURRENT_TEXT}\n]\n`);
    expect(rejects()).toMatchObject([{ line: 3, code: "not_json", raw: CUT }]);
    expect(stderr).toBe(
      [
        "in -> out  JSON array, 2 records, 303 B",
        "        1  unchanged, byte for byte",
        "        1  invalid, kept in rejects, with the reason:",
        "           in:3  (record)  not_json  the text ends too early at column 114",
        "        1  damage to the array itself, mended in out:",
        "           in:3  (record)  array_not_closed  expected a closing bracket before the end of the file",
        "",
      ].join("\n"),
    );
  });

  it("broken records of a pretty-printed array are taken out one by one, and what stands after the array is taken into it", async () => {
    const lines = (text: string): string => JSON.stringify(JSON.parse(text), null, 2).replaceAll(/^/gm, "  ");
    const cut = lines(CURRENT_TEXT).split("\n").slice(0, 5).join("\n");
    const array = `[\n${lines(CURRENT_TEXT)},\n${cut}\n${lines(V1_TEXT)}\n]\n`;
    const { code, output, stderr } = await migrate(`${array}${V1_TEXT}\n`, "--rejects", "rejects");
    expect(code).toBe(1);
    expect(output).toBe(`[\n${lines(CURRENT_TEXT)},\n${lines(V1_TEXT_UPGRADED)},\n${V1_TEXT_UPGRADED}\n]\n`);
    expect(rejects()).toMatchObject([{ line: 17, code: "not_json", raw: cut.trimStart().replace(/,$/, "") }]);
    expect(stderr).toContain("outside_array");
  });

  it("broken records between arrays one after the other are taken out, and one array is left", async () => {
    const { output, stderr } = await migrate(
      `[${V1_TEXT}]\n[${NO_PARTS}, ${CURRENT_TEXT}]\noops\n`,
      "--rejects",
      "rejects",
    );
    expect(output).toBe(`[${V1_TEXT_UPGRADED}, ${CURRENT_TEXT}]\n`);
    expect(stderr).toContain("damage to the array itself, mended in out");
    expect((await migrate(`[${V1_TEXT}]\n[${NO_PARTS}]\n`)).output).toBe(`[${V1_TEXT_UPGRADED}]\n[${NO_PARTS}]\n`);
  });

  it("broken records that are indented are taken out with their indentation", async () => {
    const { output } = await migrate(`  ${CURRENT_TEXT}  \n  ${CUT}  \n\n\t${V1_TEXT}\n`, "--rejects", "rejects");
    expect(output).toBe(`  ${CURRENT_TEXT}  \n\n\t${V1_TEXT_UPGRADED}\n`);
  });

  it("leave an empty file of rejects where there are none, so that an old one is not mistaken for news", async () => {
    writeFileSync(join(folder, "rejects"), "old");
    expect((await migrate(CURRENT_TEXT, "--rejects", "rejects")).code).toBe(0);
    expect(readFileSync(join(folder, "rejects"), "utf8")).toBe("");
  });
});

it("keeps numbers that a double cannot hold digit by digit", async () => {
  const big =
    '{"type":"tool_result","id":"00000000-0000-4000-8000-000000000001","created_at":"2026-01-01T00:00:00.000Z","data":{"tool_call_id":"c","output":{"id":9007199254740993,"huge":1e400}}}';
  const { output } = await migrate(`${big}\n`);
  expect(output).toContain('"output":{"id":9007199254740993,"huge":1e400}');
  expect(output).toContain(CURRENT_NUMBER);
});

it("reads standard input and writes standard output", async () => {
  const { code, stdout } = await runHere(["migrate", "-", "-o", "-"], { input: `${V1_TEXT}\n` });
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${V1_TEXT_UPGRADED}\n` });
  expect(run(["migrate", "/dev/stdin", "-o", "/dev/stdout"], { input: `${V1_TEXT}\n` }).stdout).toBe(
    `${V1_TEXT_UPGRADED}\n`,
  );
});

it("makes the folders that its output lies in", async () => {
  writeFileSync(join(folder, "in"), CURRENT_TEXT);
  expect((await runHere(["migrate", "in", "-o", "new/folder/out"], { cwd: folder })).code).toBe(0);
  expect(existsSync(join(folder, "new/folder/out"))).toBe(true);
});

it("gives the same bytes however the input is cut into chunks", async () => {
  const line = V1_TEXT.replace("Hello", "é中🙂".repeat(70_000));
  const input = Buffer.from([line, CURRENT_TEXT, line, NO_PARTS, ""].join("\n"));
  writeFileSync(join(folder, "wide"), input);
  const fromFile = await runRawHere(["migrate", "wide", "-o", "-"], { cwd: folder });
  const fromPipe = runRaw(["migrate", "-", "-o", "-"], { input });
  expect(fromFile.stdout.equals(fromPipe.stdout)).toBe(true);
  expect(
    fromFile.stdout
      .toString()
      .split("\n")
      .map((text) => text.length),
  ).toEqual([280_177, CURRENT_TEXT.length, 280_177, NO_PARTS.length, 0]);
});
