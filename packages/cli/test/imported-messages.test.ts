/** What import writes is stored messages as any others: every command takes them. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CURRENT_VERSION, type JsonObject } from "@parlance/core";
import { parseJson, stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "./support/run.js";
import { runHere } from "./support/run-here.js";

const folder = temporaryFolder();

const BODY = `{"model":"m","messages":[{"role":"system","content":"s3cret"},{"role":"assistant","content":"s3cret","tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{\\"n\\":12345678901234567890}"}}]},{"role":"tool","tool_call_id":"call_1","content":"s3cret"}]}\n`;
const REQUEST = BODY.replace('"model":"m",', "");

async function imported(): Promise<string> {
  return (await runHere(["import", "--from", "openai", "-"], { input: BODY + BODY })).stdout;
}

it("validate counts each message that import wrote under its type", async () => {
  const { code, stdout } = await runHere(["validate", "--json", "-"], { input: await imported() });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).files[0]).toMatchObject({
    valid: true,
    records: 8,
    types: ["text", "tool_request", "tool_result"].map((type, at) => ({
      type,
      versions: { [CURRENT_VERSION]: [4, 2, 2][at] },
    })),
  });
});

it("inspect shows the conversation of each message that import wrote, and not what was said", async () => {
  const { code, stdout } = await runHere(["inspect", "--json", "-"], { input: await imported() });
  expect(code).toBe(0);
  const ids = JSON.parse(stdout).files[0].entries.map((entry: Record<string, unknown>) => entry.conversation_id);
  expect(new Set(ids).size).toBe(2);
  expect(stdout).not.toContain("s3cret");
});

it("migrate takes messages that import wrote to the first version and back, byte for byte", async () => {
  const before = await imported();
  const older = await runHere(["migrate", "-", "-o", "-", "--to", "1"], { input: before });
  expect(older.code).toBe(0);
  expect((await runHere(["migrate", "-", "-o", "-"], { input: older.stdout })).stdout).toBe(before);
  expect((await runHere(["export", "--to", "vllm", "-"], { input: older.stdout })).stdout).toBe(REQUEST + REQUEST);
});

it("repair leaves messages that import wrote as they are, and says how to make histories", async () => {
  const file = join(folder, "messages.ndjson");
  writeFileSync(file, await imported());
  const { code, stderr } = await runHere(["repair", file, "-o", file]);
  expect({ code, content: readFileSync(file, "utf8") }).toEqual({ code: 1, content: await imported() });
  expect(stderr).toContain('"parlance import --as history" makes histories');
});

it("pipe answers with each message that import wrote as it came", async () => {
  const lines = await imported();
  const { stdout } = await runHere(["pipe"], { input: lines });
  const answers = lines
    .split("\n")
    .slice(0, -1)
    .map((line) => `{"ok":true,"value":${line},"notes":[]}\n`);
  expect(stdout).toBe(answers.join(""));
});

const RECORDED = join(import.meta.dirname, "../../../../shared/corpora");
const isPresent = existsSync(RECORDED);
if (!isPresent) console.log("round trips: skipped, there is no recorded traffic in ../shared/corpora");

const recordedBodies = (provider: string): readonly string[] =>
  readFileSync(join(RECORDED, `${provider}.request.ndjson`), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => stringifyJson((parseJson(line) as JsonObject).body));

/** The requests that a provider's requests become in between, and the lines of those of which more was told than that of others. */
async function roundTrip(provider: string, form: string, bodies: readonly string[]) {
  const options = ["--json", "-"];
  const { stdout, stderr } = await runHere(["import", "--from", provider, "--as", form, ...options], {
    input: bodies.join("\n"),
  });
  const back = await runHere(["export", "--to", provider, "--model", "m", ...options], { input: stdout });
  return {
    requests: back.stdout.split("\n").slice(0, -1),
    imported: JSON.parse(stderr),
    exported: JSON.parse(back.stderr),
  };
}

const linesOf = (report: readonly { line: number; code: string; reason: string }[], told: RegExp): Set<number> =>
  new Set(report.filter(({ code, reason }) => told.test(`${code}: ${reason}`)).map(({ line }) => line));

describe.skipIf(!isPresent)("recorded requests", () => {
  it.each(["openai", "vllm", "ollama", "anthropic"])(
    "recorded requests of %s come back from stored messages as from histories, but for what is told",
    async (provider) => {
      const bodies = recordedBodies(provider);
      const messages = await roundTrip(provider, "messages", bodies);
      const histories = await roundTrip(provider, "history", bodies);
      expect(messages.requests).toHaveLength(bodies.length);
      const told = new Set([
        ...linesOf(messages.imported.report, /^member_dropped: a stored message has no place/),
        // The words of a result that was made up differ: a stored call says that nobody has allowed it.
        ...linesOf(histories.exported.report, /^result_synthesised/),
      ]);
      const others = (requests: readonly string[]) => requests.filter((_, at) => !told.has(at + 1));
      expect(others(messages.requests)).toEqual(others(histories.requests));
      console.log(
        `requests of ${provider} to stored messages and back: ${bodies.length}, of ${told.size} more is told`,
      );
    },
  );
});
