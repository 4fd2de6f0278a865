/** The files that a command line names: one by one, by their folder, by a pattern. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CURRENT_TEXT, NO_PARTS, V1_TEXT } from "./support/messages.js";
import { temporaryFolder } from "./support/run.js";
import { runHere } from "./support/run-here.js";

const folder = temporaryFolder();
mkdirSync(join(folder, "sessions/old"), { recursive: true });
const FILES = {
  "sessions/b.ndjson": `${CURRENT_TEXT}\n`,
  "sessions/a.json": V1_TEXT,
  "sessions/old/c.jsonl": `${NO_PARTS}\n`,
  "sessions/notes.md": "# not a history",
  "sessions/.hidden.json": "{",
  "literal[1].ndjson": `${CURRENT_TEXT}\n`,
};
for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
symlinkSync("..", join(folder, "sessions/old/up"));

const filesOf = async (...given: readonly string[]): Promise<unknown> => {
  const { stdout } = await runHere(["validate", "--json", ...given], { cwd: folder });
  return JSON.parse(stdout).files.map(({ file }: { file: string }) => file);
};

describe("validate reads", () => {
  it.each([
    [
      "the histories of a folder, those in folders inside too",
      ["sessions"],
      ["sessions/a.json", "sessions/b.ndjson", "sessions/old/c.jsonl"],
    ],
    ["what a pattern matches", ["sessions/*.{json,ndjson}"], ["sessions/a.json", "sessions/b.ndjson"]],
    ["what a pattern over folders matches", ["**/c.*"], ["sessions/old/c.jsonl"]],
    ["a file with the signs of a pattern in its name", ["literal[1].ndjson"], ["literal[1].ndjson"]],
    ["several", ["sessions/old", "sessions/b*"], ["sessions/old/c.jsonl", "sessions/b.ndjson"]],
  ])("%s", async (_, given, expected) => {
    expect(await filesOf(...given)).toEqual(expected);
  });
});

it("inspect looks at all files of a folder, one after the other", async () => {
  const { code, stdout } = await runHere(["inspect", "sessions"], { cwd: folder });
  expect(code).toBe(1);
  expect(stdout.match(/^sessions\/\S+ {2}one (line|message).*$/gm)).toHaveLength(3);
});

it("export writes a request for each conversation of each file", async () => {
  const { code, stdout } = await runHere(["export", "--to", "vllm", "sessions/*.*json"], { cwd: folder });
  expect(code).toBe(0);
  expect(stdout.split("\n").slice(0, -1)).toEqual([
    '{"messages":[{"role":"user","content":"Hello"}]}',
    '{"messages":[{"role":"assistant","content":"Hi"}]}',
  ]);
});

it("import names the file of each thing that it tells, and writes nothing where one file is bad", async () => {
  writeFileSync(join(folder, "good.json"), '{"model":"m","messages":[{"role":"user","content":"Hi"}]}');
  writeFileSync(join(folder, "bad.json"), '{"messages":7}');
  const { code, stdout, stderr } = await runHere(["import", "--from", "openai", "good.json", "bad.json", "-o", "out"], {
    cwd: folder,
  });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("good.json:1  /model  dropped  ");
  expect(stderr).toContain("bad.json:1  /messages  ");
  expect(stderr).toContain("parlance: 2 files are not converted: 1 invalid\n");
});
