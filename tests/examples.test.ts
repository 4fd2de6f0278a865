/** The examples are run as a reader would run them, and the histories are what they are said to be. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CURRENT } from "./current-version.js";

const ROOT = join(import.meta.dirname, "..");
const COMMAND = "packages/cli/dist/main.js";
const HISTORIES = "examples/histories";
const folder = mkdtempSync(join(tmpdir(), "parlance-examples-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function node(...args: readonly string[]): Outcome {
  return nodeWith("", ...args);
}

/** @param input What is piped into the program. */
function nodeWith(input: string, ...args: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8", input });
  return { code: status, stdout, stderr };
}

/** Migrates a file and returns the path of the result. */
function migrate(input: string, to: string, name: string): string {
  const output = join(folder, name);
  expect(node(COMMAND, "migrate", input, "-o", output, "--to", to).code).toBe(0);
  return output;
}

/** The record that has a key twice stays in its version, so that neither value is lost. */
const AFTER_DAMAGE = CURRENT === 2 ? "11 of version 2" : `1 of version 2, 10 of version ${CURRENT}`;

describe("npm start", () => {
  let demo: Outcome;
  beforeAll(() => {
    demo = node("examples/demo.js");
  });

  it("ends well and complains about nothing", () => {
    expect({ code: demo.code, stderr: demo.stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("tells of each history what it was, what it became and where that is", () => {
    for (const text of [
      `before  31 records: 31 of version 1\n  after   31 records: 31 of version ${CURRENT}\n  result  out/session-v1.ndjson\n`,
      `before  33 records: 33 of version 2\n  after   33 records: 33 of version ${CURRENT}\n  result  out/session-v2.ndjson`,
      `before  22 records: 13 of version 1, 9 of version 2\n  after   22 records: 22 of version ${CURRENT}\n  result  out/mixed.json\n`,
      `before  18 records: 9 of version 2, 3 of version 103, 6 unknown (and 3 of a known type, with unknown parts or controls)\n  after   18 records: 9 of version ${CURRENT}, 3 of version 103, 6 unknown (and 3 of a known type, with unknown parts or controls)\n  result  out/from-the-future.ndjson`,
      `before  23 records: 1 of version 1, 10 of version 2, 12 broken\n  after   11 records: ${AFTER_DAMAGE}\n  result  out/damaged.ndjson\n  broken  out/damaged.ndjson.rejects.ndjson`,
    ]) {
      expect(demo.stdout).toContain(text);
    }
  });

  it("calls a result the same where it is, byte for byte", () => {
    const told = [...demo.stdout.matchAll(/^ {2}result {2}out\/(\S+)( {2}\(the same, byte for byte\))?$/gm)];
    expect(told.length).toBe(5);
    for (const [, name = "", claim] of told) {
      const [before, after] = [HISTORIES, "out"].map((folder) => readFileSync(join(ROOT, folder, name), "utf8"));
      expect([name, claim !== undefined]).toEqual([name, before === after]);
    }
  });

  it("shows commands that work", () => {
    const commands = [...demo.stdout.matchAll(/^ {2}node (.*)$/gm)].map((match) => (match[1] ?? "").split(" "));
    expect(commands.map((command) => command[1])).toEqual(["inspect", "validate", "migrate", "--help"]);
    expect(commands.map((command) => node(...command).code)).toEqual([0, 1, 0, 0]);
  });
});

it("the examples pass the strict type checker", () => {
  const compiler = join(ROOT, "node_modules/.bin/tsc");
  const types = join(ROOT, "node_modules/@types");
  const options =
    "--noEmit --allowJs --checkJs --strict --skipLibCheck --module nodenext --target es2022 --types node --typeRoots";
  const programs = readdirSync(join(ROOT, "examples")).filter((name) => name.endsWith(".js") && name !== "demo.js");
  expect(programs).toEqual(expect.arrayContaining(["agent-workspace.js", "four-providers.js", "read-a-history.js"]));
  const args = [...options.split(" "), types, ...programs.map((name) => join(ROOT, "examples", name))];
  const { status, stdout } = spawnSync(compiler, args, { cwd: folder, encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
});

describe("agent-request.js", () => {
  it("prints the files, the tools, what calls may do, and the request that would be sent", () => {
    const { code, stdout, stderr } = node("examples/agent-request.js");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const text of [
      "31 characters, 2 files, 5 messages before",
      "File: src/price.ts\n```typescript\nexport const total = (price) =>\n  Math.round(price);\n```\n",
      "File: README.md (lines 12-12)\n````markdown\nUse ``` for code.\n````\n",
      "  yes  read_file    Reads a file of the workspace.\n",
      "  no   fetch_page   no_network_tools\n",
      "  auto  src/price.ts                 session_permission\n  ask   src/../../.bashrc            risk_level\n",
      "  auto  npm test price               session_permission\n  ask   npm test --script-shell=./x  risk_level\n  ask   npm test && rm -rf ~         risk_level\n",
    ]) {
      expect(stdout).toContain(text);
    }
    const request = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
    expect(request).toMatchObject({
      schema_version: CURRENT,
      message: "Yes, please, and run the tests.",
      max_iterations: 8,
      tool_context: { workspace_path: "/home/ada/shop", allow_network_tools: false },
    });
    expect([request.history.length, request.attached_files.length]).toEqual([5, 2]);
  });
});

describe("four-providers.js", () => {
  it("prints what each provider cannot say of a conversation, and reads its answer", () => {
    const { code, stdout, stderr } = node("examples/four-providers.js");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const parts = stdout.trim().split("\n\n");
    expect(parts.map((part) => part.split(":")[0])).toEqual(["openai", "vllm", "ollama", "anthropic"]);
    for (const part of parts) {
      expect(part).toContain("\n  answers     run_tests({})\n");
      expect(part).toMatch(/\n {2}reads back {2}\d+ chat messages, 0 of its members left out$/);
    }
    for (const [at, entry] of [
      [0, "dropped     /messages/4/data/parts/0  reasoning_dropped: "],
      [1, "merged      /messages/2  messages_merged: "],
      [2, "dropped     /tools/0/parameters/properties/filter/minLength  schema_dropped: "],
      [3, "dropped     /options/seed  option_dropped: "],
    ] as const)
      expect(parts[at]).toContain(`\n  ${entry}`);
  });
});

describe("agent-workspace.js", () => {
  it("reads a screenshot and a page, asks before it writes, and fixes the file", () => {
    const { code, stdout, stderr } = nodeWith("y\n", "examples/agent-workspace.js");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const text of [
      "Screenshot, read by ocr: TypeError: Reduce of empty array with no initial value\n",
      "Documentation: demo://resource/static/document/structure.md\n",
      'May it run write_file {"path":"src/price.js","content":"export const total = (prices) => prices.reduce((sum, price) => sum + price, 0);\\n"}? [y/N] y\n',
      "Fixed: the sum starts at 0 now.\n\nThe turn is completed.\n",
      "src/price.js: export const total = (prices) => prices.reduce((sum, price) => sum + price, 0);\n",
    ]) {
      expect(stdout).toContain(text);
    }
    expect(node(COMMAND, "validate", "out/agent-workspace/turn.ndjson").code).toBe(0);
  });

  it("refuses a provider that there is not, before anything is deleted", () => {
    const options = { cwd: ROOT, env: { ...process.env, PARLANCE_PROVIDER: "x" }, encoding: "utf8" } as const;
    const { status, stderr } = spawnSync(process.execPath, ["examples/agent-workspace.js"], options);
    expect([status, stderr]).toEqual([2, "PARLANCE_PROVIDER is one of openai, vllm, ollama, anthropic.\n"]);
  });
});

describe("read-a-history.js", () => {
  it("reads a history of two versions", () => {
    const { code, stdout, stderr } = node("examples/read-a-history.js");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = stdout.split("\n");
    expect(lines.slice(0, 4)).toEqual(["system: text", "user: text", "file_reference", "tools asked for: run_tests"]);
    expect(lines.at(-2)).toBe("22 records, 0 issues");
  });

  it("reads a damaged history to its end", () => {
    const { code, stdout } = node("examples/read-a-history.js", `${HISTORIES}/damaged.ndjson`);
    expect(code).toBe(0);
    expect(stdout.match(/kept, though broken/g)).toHaveLength(12);
  });
});

it.each(["session-v1.ndjson", "mixed.json"])("%s goes up, down to version 1 and up again to the same bytes", (name) => {
  const up = migrate(join(HISTORIES, name), "2", `up-${name}`);
  const down = migrate(up, "1", `down-${name}`);
  const again = migrate(down, "2", `again-${name}`);
  expect(readFileSync(again, "utf8")).toBe(readFileSync(up, "utf8"));
});

it("session-v2.ndjson goes down to version 1 and up again to the same bytes", () => {
  const down = migrate(`${HISTORIES}/session-v2.ndjson`, "1", "down-v2");
  const again = migrate(down, "2", "again-v2");
  expect(readFileSync(again, "utf8")).toBe(readFileSync(join(ROOT, HISTORIES, "session-v2.ndjson"), "utf8"));
});

it("the damaged history has one more broken record where parsers would disagree", () => {
  const { code, stdout } = node(COMMAND, "validate", "--strict", `${HISTORIES}/damaged.ndjson`);
  expect(code).toBe(1);
  expect(stdout).toContain("13 invalid");
});
