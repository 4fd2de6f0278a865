/** Files that no writer of histories meant to leave: every command reads them without a crash and says what they are. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CURRENT_TEXT } from "./support/messages.js";
import { COMMAND, ENVIRONMENT, temporaryFolder } from "./support/run.js";
import { runHere, runRawHere } from "./support/run-here.js";

const folder = temporaryFolder();

/** Bytes that look random and are the same in every run. */
function noise(length: number): Buffer {
  let state = 42;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    }),
  );
}

const FILES: readonly (readonly [string, Buffer | string])[] = [
  ["NUL bytes", Buffer.alloc(5000)],
  ["NUL bytes between messages", `${CURRENT_TEXT}\n${"\0".repeat(100)}\n${CURRENT_TEXT}\n`],
  ["random bytes", noise(50_000)],
  ["text of another kind", "[12:00:01] started\n[12:00:02] stopped\n"],
  ["a lone opening bracket", "["],
  ["a lone closing bracket", "]"],
  ["an unclosed string in an array", '["'],
  ["brackets a hundred thousand deep", "[".repeat(100_000)],
  ["objects a hundred thousand deep", '{"a":'.repeat(100_000)],
  ["a number", "42"],
  ["null", "null\n"],
  ["an array of scalars and garbage", '[1, "two", null, oops, {"type":"text"}, [3]] tail'],
  ["half a UTF-8 character at the end", Buffer.from([...Buffer.from(CURRENT_TEXT), 0x0a, 0xe4, 0xb8])],
  ["carriage returns alone", `${CURRENT_TEXT}\r${CURRENT_TEXT}\r`],
];

const NAMES = FILES.map(([title]) => title.replaceAll(" ", "-"));
for (const [index, [, content]] of FILES.entries()) writeFileSync(join(folder, NAMES[index] ?? ""), content);

it("are all called invalid by validate, and none stops it", async () => {
  const { code, stdout, stderr } = await runHere(["validate", "--json", ...NAMES], { cwd: folder });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  const { files } = JSON.parse(stdout) as { files: { file: string; valid: boolean }[] };
  expect(files.map(({ file, valid }) => [file, valid])).toEqual(NAMES.map((name) => [name, false]));
});

describe.each(FILES)("%s", (title, content) => {
  const name = title.replaceAll(" ", "-");

  it("is shown by inspect, and kept whole by migrate", async () => {
    const inspected = await runHere(["inspect", name, "--content"], { cwd: folder });
    expect({ code: inspected.code, stderr: inspected.stderr }).toEqual({ code: 1, stderr: "" });
    const migrated = await runRawHere(["migrate", name, "-o", "-"], { cwd: folder });
    expect(migrated.status).toBe(1);
    expect(migrated.stdout.equals(Buffer.from(content))).toBe(true);
  });
});

it("tells what to do about a compressed file and about UTF-16", async () => {
  writeFileSync(join(folder, "session.gz"), gzipSync(CURRENT_TEXT));
  expect((await runHere(["validate", "session.gz"], { cwd: folder })).stdout).toContain(
    "hint: it looks compressed; unpack it first: gzip -dc",
  );
  writeFileSync(join(folder, "utf16"), Buffer.from(`\ufeff${CURRENT_TEXT}`, "utf16le"));
  expect((await runHere(["validate", "utf16"], { cwd: folder })).stdout).toContain("hint: it looks like UTF-16 text");
});

it("tells UTF-16 without a byte order mark, too", async () => {
  writeFileSync(join(folder, "utf16le"), Buffer.from(CURRENT_TEXT, "utf16le"));
  expect((await runHere(["validate", "utf16le"], { cwd: folder })).stdout).toContain("iconv -f UTF-16LE -t UTF-8");
});

it("finds NDJSON behind a first line that was cut off", async () => {
  writeFileSync(join(folder, "cut"), `${CURRENT_TEXT.slice(0, 60)}\n${CURRENT_TEXT}\n`);
  expect((await runHere(["validate", "cut"], { cwd: folder })).stdout).toContain("cut  NDJSON, 2 records");
  writeFileSync(join(folder, "cut"), `${CURRENT_TEXT.slice(0, 20)}\n${CURRENT_TEXT}\n`);
  expect((await runHere(["validate", "cut"], { cwd: folder })).stdout).toContain("cut  NDJSON, 2 records");
  writeFileSync(join(folder, "cut"), `[2026-01-01] started\n${CURRENT_TEXT}\n`);
  expect((await runHere(["validate", "cut"], { cwd: folder })).stdout).toContain("cut  NDJSON, 2 records");
});

it("leaves quietly when its reader has seen enough", () => {
  writeFileSync(join(folder, "long"), "garbage\n".repeat(5_000));
  const line = `"${process.execPath}" "${COMMAND}" validate long | head -n 1`;
  const { stdout, stderr } = spawnSync("sh", ["-c", line], { cwd: folder, env: ENVIRONMENT, encoding: "utf8" });
  expect(stdout).toContain("invalid  long:1");
  expect(stderr).toBe("");
});
