/** The whole test suite, run in a copy of the repository. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ScratchRepository } from "./scratch-repository.js";

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

export interface Outcome {
  readonly passed: number;
  /** Each test that fails, in the order of the alphabet, behind the file that has it; a file that fails as a whole by itself. */
  readonly red: readonly string[];
}

/** Runs every test that a pull request must pass. */
export async function runAllTests(repository: ScratchRepository): Promise<Outcome> {
  const output = join(repository.folder, "out/report.json");
  // A run with red tests ends with another status; the report says which.
  const said = await repository.run(`npx vitest run --reporter=json --outputFile=${output}`).catch(String);
  const report = readReport(output, said);
  const red = report.testResults.flatMap((file) => redIn(file, repository.folder)).sort();
  return { passed: report.numPassedTests, red };
}

/** @throws Error with what the run said, when it came to no end. */
function readReport(path: string, said: string): Report {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Report;
  } catch {
    throw new Error(`the tests came to no end:\n${said}`);
  }
}

function redIn({ name, status, message, assertionResults }: Report["testResults"][number], folder: string): string[] {
  const file = name.slice(folder.length + 1);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0 && status === "failed") return [`${file}: ${message}`];
  return failed.map(({ fullName }) => `${file}: ${fullName}`);
}
