/** What the command answers to its command line: help, versions, mistakes, exit codes. */

import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VERSIONS } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { CURRENT_TEXT } from "./support/messages.js";
import { COMMAND, ENVIRONMENT, run, temporaryFolder } from "./support/run.js";
import { runHere } from "./support/run-here.js";

const folder = temporaryFolder();
const good = join(folder, "good.ndjson");
writeFileSync(good, `${CURRENT_TEXT}\n`);
const empty = join(temporaryFolder(), "empty");
mkdirSync(empty);

const COMMANDS = [
  ...["validate", "migrate", "repair", "pipe", "schema", "inspect", "import", "export", "tool-schema", "completion"],
];

describe("help", () => {
  it("shows all commands, examples and exit codes, and exits with 0", async () => {
    const { code, stdout, stderr } = await runHere(["--help"]);
    expect(code).toBe(0);
    expect(stderr).toBe("");
    for (const word of [
      "validate",
      "migrate",
      "pipe",
      "schema",
      "inspect",
      "import",
      "export",
      "tool-schema",
      "repair",
      "completion",
      "Examples:",
      "Exit codes: 0",
    ]) {
      expect(stdout).toContain(word);
    }
  });

  for (const command of COMMANDS) {
    it(`the help of ${command} has examples that begin with the command`, async () => {
      const { code, stdout } = await runHere([command, "--help"]);
      expect(code).toBe(0);
      const [, examples = ""] = stdout.split("Examples:\n");
      expect(examples).toMatch(new RegExp(`^ {2}\\$ .*parlance ${command}`, "m"));
    });
  }

  it("is shown on standard error, with exit code 2, where no command is given", async () => {
    const { code, stdout, stderr } = await runHere([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Usage: parlance");
  });
});

it("prints the version of the package", async () => {
  expect(await runHere(["--version"])).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    stderr: "",
  });
});

describe("a bad command line exits with 2, says why on standard error, and prints nothing else", () => {
  const CASES: readonly (readonly [string, readonly string[], string])[] = [
    ["an unknown command", ["valdate", good], "Did you mean validate?"],
    ["an unknown option", ["validate", "--fast", good], "unknown option '--fast'"],
    ["an unknown option", ["validate", "--strit", good], "Did you mean --strict?"],
    ["too many arguments", ["schema", "text", "text"], "too many arguments"],
    ["repair without an output", ["repair", good], "required option '-o, --output <out>' not specified"],
    ["a shell that nobody knows", ["completion", "tcsh"], "Allowed choices are bash, zsh, fish."],
    ["migrate without an output", ["migrate", good], "required option '-o, --output <out>' not specified"],
    [
      "a version that does not exist",
      ["migrate", good, "-o", "-", "--to", "9"],
      `Known versions are ${VERSIONS.join(", ")}.`,
    ],
    ["a version that is not a number", ["pipe", "--to", "two"], `Known versions are ${VERSIONS.join(", ")}.`],
    [
      "a dialect that does not exist",
      ["schema", "text", "--dialect", "draft-04"],
      "Allowed choices are 2020-12, draft-07",
    ],
    ["a type that does not exist", ["schema", "tool"], "has no type tool (did you mean tool_request?)"],
    ["a type by the name of its class", ["schema", "TextMessage"], "has no type TextMessage (did you mean text?)"],
    ["a type that is misspelt", ["schema", "tool_reqeust"], "has no type tool_reqeust (did you mean tool_request?)"],
    ["a type like no other", ["schema", "qwertyuiop"], "has no type qwertyuiop; it has message, text"],
    [
      "tool-schema without a type",
      ["tool-schema", "tools.ts"],
      "names no type; write it as src/tools.ts#WriteFileArgs",
    ],
    [
      "tool-schema of a file that is not there",
      ["tool-schema", "missing.ts#Args"],
      "cannot read missing.ts: no such file",
    ],
    ["tool-schema of a directory", ["tool-schema", ".#Args"], "it is a directory"],
    ["tool-schema of what is not TypeScript", ["tool-schema", `${good}#Args`], "is not a TypeScript file"],
    ["import without a provider", ["import", good], "required option '--from <provider>' not specified"],
    [
      "import as a form that there is not",
      ["import", "--from", "openai", "--as", "messages\u001b[31m", good],
      "Allowed choices are messages, history.",
    ],
    ["export to nobody", ["export", "--to", "clippy", good], "Allowed choices are openai, vllm, ollama, anthropic."],
    ["import of a file that is not there", ["import", "--from", "openai", "missing.json"], "no such file or directory"],
    ["a directory in place of the requests", ["export", "--to", "vllm", good, "-o", folder], "it is a directory"],
    [
      "reasoning under the name of something else",
      ["export", "--to", "vllm", good, "--reasoning-member", "content"],
      "Allowed choices are reasoning, reasoning_content.",
    ],
    ["no tokens at all", ["export", "--to", "vllm", good, "--max-tokens", "0"], "a whole number above 0"],
    ["a file that is not there", ["validate", join(folder, "missing.ndjson")], "no such file or directory"],
    ["a folder without histories", ["inspect", empty], "has no .json, .jsonl or .ndjson file in it"],
    [
      "a pattern without a file",
      ["validate", "nothing*.ndjson"],
      "parlance: nothing matches the pattern nothing*.ndjson\n",
    ],
    ["a directory in place of the output", ["migrate", good, "-o", folder], "it is a directory"],
    ["rejects that would replace the input", ["migrate", good, "-o", "-", "--rejects", good], "names the input file"],
    ["rejects and output in one file", ["migrate", good, "-o", "x", "--rejects", "./x"], "name the same file"],
  ];
  for (const [title, args, message] of CASES) {
    it(title, async () => {
      const { code, stdout, stderr } = await runHere(args, { cwd: folder });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(message);
    });
  }
});

it.each([
  ["an option", ["validate", "--\u001b[31mred"]],
  ["a command", ["\u001b[31mred"]],
  ["a version", ["pipe", "--to", "\u001b[31mred"]],
])("cannot be attacked through what it takes for %s", async (_, args) => {
  const { code, stderr } = await runHere(args);
  expect(code).toBe(2);
  expect(stderr).toContain("\\u001b[31mred");
  expect(stderr).not.toContain("\u001b");
});

it("cannot be attacked through a file name", async () => {
  const { code, stderr } = await runHere(["validate", "\u001b[31mred\u202e.ndjson"]);
  expect(code).toBe(2);
  expect(stderr).toBe("parlance: cannot read \\u001b[31mred\\u202e.ndjson: no such file or directory\n");
});

describe("where no file is named", () => {
  for (const args of [["validate"], ["inspect"], ["export", "--to", "vllm"], ["migrate", "-o", "-"]]) {
    it(`${args[0]} reads what is piped into it`, async () => {
      const { code, stdout, stderr } = await runHere(args, { input: `${CURRENT_TEXT}\n` });
      expect(code).toBe(0);
      expect(stdout + stderr).toMatch(/<stdin>|"messages":/);
    });

    it(`${args[0]} asks for a file where nothing is piped into it`, () => {
      expect(run(args, { input: null })).toEqual({
        code: 2,
        stdout: "",
        stderr: "parlance: missing required argument: the file to read, or - for standard input\n",
      });
    });
  }
});

describe.skipIf(process.platform !== "linux")("exits with 2 where standard output cannot be written", () => {
  for (const args of [["validate", good], ["validate", "--json", good], ["inspect", good], ["schema"], ["--help"]]) {
    it(args.join(" ").replace(good, "FILE"), () => {
      const full = openSync("/dev/full", "w");
      const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
        stdio: ["ignore", full, "pipe"],
        env: ENVIRONMENT,
        encoding: "utf8",
      });
      closeSync(full);
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: "parlance: cannot write <stdout>: no space is left on the disk\n",
      });
    });
  }
});
