/** `parlance inspect`: one line for each record, no content unless asked for, nothing that reaches the terminal. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CURRENT_VERSION } from "@parlance/core";
import { expect, it } from "vitest";
import { CURRENT_NUMBER, CURRENT_REASONING, CURRENT_RESULT, FUTURE, NO_PARTS, V1_TEXT } from "./support/messages.js";
import { type Outcome, temporaryFolder } from "./support/run.js";
import { runHere } from "./support/run-here.js";

const folder = temporaryFolder();

function inspect(content: string, ...options: readonly string[]): Promise<Outcome> {
  writeFileSync(join(folder, "history"), content);
  return runHere(["inspect", "history", ...options], { cwd: folder });
}

it("shows order, lines, types, versions, sizes, ids and what is unknown or invalid", async () => {
  const { code, stdout } = await inspect(
    `${V1_TEXT}\n\n${CURRENT_REASONING}\n${CURRENT_RESULT}\n${FUTURE}\n${NO_PARTS}\n`,
  );
  expect(code).toBe(1);
  expect(stdout.split("\n")).toEqual([
    "     #     line  type                  version      size  id                                    about",
    "     1        1  text                        1     140 B  00000000-0000-4000-8000-000000000001  user, 1 part",
    `     2        3  text                        ${CURRENT_VERSION}     220 B  00000000-0000-4000-8000-000000000003  assistant, 2 parts`,
    `     3        4  tool_result                 ${CURRENT_VERSION}     194 B  00000000-0000-4000-8000-000000000004  success`,
    `     4        5  hologram                    ${CURRENT_VERSION}      81 B  h-1                                   unknown: its type is not known`,
    "     5        6  text                              152 B                                        invalid: minItems at /data/parts",
    "history  NDJSON, 5 records, 793 B, 1 unknown, 1 invalid",
    "",
  ]);
});

const LINKED = `{"type":"text",${CURRENT_NUMBER},"id":"00000000-0000-4000-8000-000000000009","created_at":"2026-01-01T00:00:00.000Z","conversation_id":"session-7","parent_id":"00000000-0000-4000-8000-000000000003","data":{"role":"assistant","parts":[{"type":"text","text":"Yes."}],"answer":{"id":"msg_01","provider":"anthropic","model":"claude-sonnet-4-5","usage":{"input_tokens":1200,"output_tokens":1,"secret":"Yes."}}}}`;

it("shows below a record its conversation, the message before it, and the answer with its model and tokens", async () => {
  const { code, stdout } = await inspect(`${LINKED}\n${V1_TEXT}\n`);
  expect(code).toBe(0);
  expect(stdout.split("\n").slice(1, 5)).toEqual([
    `     1        1  text                        ${CURRENT_VERSION}     ${LINKED.length} B  00000000-0000-4000-8000-000000000009  assistant, 1 part`,
    "        conversation session-7, after 00000000-0000-4000-8000-000000000003",
    "        answer msg_01, model claude-sonnet-4-5, 1,200 input tokens, 1 output token",
    "     2        2  text                        1     140 B  00000000-0000-4000-8000-000000000001  user, 1 part",
  ]);
});

it("tells them in JSON as they are stored, with the counts of tokens alone", async () => {
  const { stdout } = await inspect(`${LINKED}\n`, "--json");
  const [entry] = JSON.parse(stdout).files[0].entries;
  expect(entry).toMatchObject({ conversation_id: "session-7", parent_id: "00000000-0000-4000-8000-000000000003" });
  expect(entry.answer).toEqual({
    id: "msg_01",
    model: "claude-sonnet-4-5",
    usage: { input_tokens: 1200, output_tokens: 1 },
  });
});

it("shows no conversation, parent, answer or model that could be content", async () => {
  const words = "my password is 1234";
  const linked = LINKED.replace("session-7", words)
    .replace(/"parent_id":"[^"]*"/, `"parent_id":"${words}"`)
    .replace("msg_01", words)
    .replace("claude-sonnet-4-5", words);
  const history = `{"type":"conversation_history",${CURRENT_NUMBER},"id":"${words}","created_at":"2026-01-01T00:00:00.000Z","messages":[]}`;
  for (const options of [[], ["--json"]]) {
    const { code, stdout } = await inspect(`${linked}\n${history}\n`, ...options);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/password/);
    expect(stdout.match(/\(not a name\)/g)).toHaveLength(5);
  }
});

it("counts unknown parts and names an unknown control", async () => {
  const parts = CURRENT_REASONING.replace('{"type":"reasoning","text":"Hm."}', '{"type":"sketch","strokes":[1,2]}');
  const control = CURRENT_RESULT.replace(/"type":"tool_result"/, '"type":"system_control"').replace(
    /"data":.*$/,
    '"data":{"control":{"type":"reboot"}}}',
  );
  const { code, stdout } = await inspect(`${parts}\n${control}\n`);
  expect(code).toBe(0);
  expect(stdout).toContain("assistant, 2 parts (1 unknown)");
  expect(stdout).toContain("unknown control");
});

it("shows no type and no id that could be content: what is not a name may be anything", async () => {
  const { code, stdout } = await inspect(`${JSON.stringify({ type: "dear diary", id: "my password is 1234" })}\n`);
  expect(code).toBe(0);
  expect(stdout).not.toMatch(/diary|password/);
  expect(stdout).toContain("(not a name)");
});

it("shows content only with --content", async () => {
  const without = await inspect(`${CURRENT_REASONING}\n`);
  expect(without.stdout).not.toContain("Yes.");
  const { code, stdout } = await inspect(`${CURRENT_REASONING}\n`, "--content");
  expect(code).toBe(0);
  expect(stdout).toContain('            "text": "Yes."');
});

it("writes out every control character, so that a history cannot take over the terminal", async () => {
  const attack = "\u009b31m\u007f\u202egnp.exe\u2066\ufeff\u200b";
  const unknown = JSON.stringify({ type: `x${attack}\u001b[2J`, id: "\u001b]0;title\u0007", text: attack });
  const broken = `{"type":"text","oops":"\u001b[2J${attack}`;
  const { stdout, stderr } = await inspect(`${unknown}\n${broken}\n`, "--content");
  expect(stderr).toBe("");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/);
  expect(stdout).toContain("\\u001b[2J");
  expect(stdout).toContain("\\u202egnp.exe");
});

it("keeps a line short where a type or an id is long", async () => {
  const { stdout } = await inspect(`${JSON.stringify({ type: "t".repeat(250), id: "i".repeat(100_000) })}\n`);
  expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThan(200);
});
