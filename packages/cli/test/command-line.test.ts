/** What the command answers to its command line: help, versions, mistakes, exit codes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { V2_TEXT } from "./support/messages.js";
import { run, temporaryFolder } from "./support/run.js";

const folder = temporaryFolder();
const good = join(folder, "good.ndjson");
writeFileSync(good, `${V2_TEXT}\n`);

describe("help", () => {
  it("shows all commands, examples and exit codes, and exits with 0", () => {
    const { code, stdout, stderr } = run(["--help"]);
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
      "Examples:",
      "Exit codes: 0",
    ]) {
      expect(stdout).toContain(word);
    }
  });

  for (const command of ["validate", "migrate", "pipe", "schema", "inspect", "import", "export", "tool-schema"]) {
    it(`of ${command} has examples that begin with the command`, () => {
      const { code, stdout } = run([command, "--help"]);
      expect(code).toBe(0);
      const [, examples = ""] = stdout.split("Examples:\n");
      expect(examples).toContain(`parlance ${command}`);
    });
  }

  it("is shown on standard error, with exit code 2, where no command is given", () => {
    const { code, stdout, stderr } = run([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Usage: parlance");
  });
});

it("prints the version of the package", () => {
  expect(run(["--version"])).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: "" });
});

describe("a bad command line exits with 2, says why on standard error, and prints nothing else", () => {
  const CASES: readonly (readonly [string, readonly string[], string])[] = [
    ["an unknown command", ["valdate", good], "Did you mean validate?"],
    ["an unknown option", ["validate", "--fast", good], "unknown option '--fast'"],
    ["a missing file argument", ["validate"], "missing required argument 'file'"],
    ["too many arguments", ["inspect", good, good], "too many arguments"],
    ["migrate without an output", ["migrate", good], "required option '-o, --output <out>' not specified"],
    ["a version that does not exist", ["migrate", good, "-o", "-", "--to", "9"], "Known versions are 1, 2."],
    ["a version that is no number", ["pipe", "--to", "two"], "Known versions are 1, 2."],
    [
      "a dialect that does not exist",
      ["schema", "text", "--dialect", "draft-04"],
      "Allowed choices are 2020-12, draft-07",
    ],
    ["a type that does not exist", ["schema", "tool"], "has no type tool (did you mean tool_request?)"],
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
    ["tool-schema of what is no TypeScript", ["tool-schema", `${good}#Args`], "is no TypeScript file"],
    ["import without a provider", ["import", good], "required option '--from <provider>' not specified"],
    ["export to nobody", ["export", "--to", "clippy", good], "Allowed choices are openai, vllm, ollama, anthropic."],
    ["import of a file that is not there", ["import", "--from", "openai", "missing.json"], "no such file or directory"],
    ["a directory in place of the requests", ["export", "--to", "vllm", good, "-o", folder], "it is a directory"],
    ["no tokens at all", ["export", "--to", "vllm", good, "--max-tokens", "0"], "a whole number above 0"],
    ["a file that is not there", ["validate", join(folder, "missing.ndjson")], "no such file or directory"],
    ["a directory in place of a file", ["inspect", folder], "it is a directory"],
    ["a directory in place of the output", ["migrate", good, "-o", folder], "it is a directory"],
    ["rejects that would replace the input", ["migrate", good, "-o", "-", "--rejects", good], "names the input file"],
    ["rejects and output in one file", ["migrate", good, "-o", "x", "--rejects", "./x"], "name the same file"],
  ];
  for (const [title, args, message] of CASES) {
    it(title, () => {
      const { code, stdout, stderr } = run(args, { cwd: folder });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(message);
    });
  }
});

it.each([
  ["an option", ["validate", "--\u001b[31mred"]],
  ["a command", ["\u001b[31mred"]],
  ["a version", ["pipe", "--to", "\u001b[31mred"]],
])("cannot be attacked through what it takes for %s", (_, args) => {
  const { code, stderr } = run(args);
  expect(code).toBe(2);
  expect(stderr).toContain("\\u001b[31mred");
  expect(stderr).not.toContain("\u001b");
});

it("cannot be attacked through a file name", () => {
  const { code, stderr } = run(["validate", "\u001b[31mred\u202e.ndjson"]);
  expect(code).toBe(2);
  expect(stderr).toBe("parlance: cannot read \\u001b[31mred\\u202e.ndjson: no such file or directory\n");
});
