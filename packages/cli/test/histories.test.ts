/** Lines that are conversation histories, as `import --as history` writes them: every command knows them for what they are. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CURRENT_VERSION } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { CURRENT_NUMBER, NEWER_NUMBER, V1_TEXT, V1_TEXT_UPGRADED } from "./support/messages.js";
import { temporaryFolder } from "./support/run.js";
import { runHere } from "./support/run-here.js";

const folder = temporaryFolder();

const ID = "00000000-0000-4000-8000-000000000009";
const HISTORY = `{"schema_version":${CURRENT_VERSION}, "id":"${ID}","created_at":"2026-01-01T00:00:00.000Z","messages":[{"role":"system","content":"s3cret"},{"role":"user","content":"s3cret"},{"role":"user","content":"s3cret"}],"metadata":{"n":12345678901234567890}}`;
const BROKEN = HISTORY.replace('"role":"system"', '"role":"s3cret"');

describe("validate", () => {
  it("takes the histories that import wrote", async () => {
    const file = join(folder, "imported.ndjson");
    const input = `{"messages":[{"role":"user","content":"Hi"}]}\n[{"role":"user","content":"Hi"}]\n`;
    await runHere(["import", "--from", "openai", "--as", "history", "-", "-o", file], { input });
    const { code, stdout } = await runHere(["validate", "--json", file]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).files[0]).toMatchObject({
      valid: true,
      records: 2,
      types: [{ type: "conversation_history", versions: { [CURRENT_VERSION]: 2 }, unknown: 0, invalid: 0 }],
    });
  });

  it("tells what is wrong with one, and counts it as what it is", async () => {
    const { code, stdout } = await runHere(["validate", "-"], { input: `${HISTORY}\n${BROKEN}\n` });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^invalid {2}<stdin>:2 {2}\/messages\/0\/role {2}/);
    expect(stdout).toMatch(/conversation_history +1 +- +1 +2/);
    expect(stdout).not.toContain("s3cret");
  });

  it("refuses with --strict what JSON parsers disagree on in one", async () => {
    const { code, stdout } = await runHere(["validate", "--strict", "-"], {
      input: HISTORY.replace("{", '{"id":"x",'),
    });
    expect(code).toBe(1);
    expect(stdout).toContain("duplicate_key");
  });

  it("does not take a request body for one", async () => {
    const { code, stdout } = await runHere(["validate", "-"], { input: '{"messages":[],"model":"m"}\n' });
    expect(code).toBe(1);
    expect(stdout).toContain('expected property "schema_version"');
  });
});

it("inspect tells who speaks in one, and what they said only when it is asked to", async () => {
  const { code, stdout } = await runHere(["inspect", "-"], { input: `${HISTORY}\n` });
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`conversation_history +${CURRENT_VERSION} +\\d+ B +${ID} +1 system, 2 user`));
  expect(stdout).not.toContain("s3cret");
  expect((await runHere(["inspect", "--content", "-"], { input: `${HISTORY}\n` })).stdout).toContain("s3cret");
});

describe("migrate", () => {
  it("leaves one as it is among messages that it migrates", async () => {
    const file = join(folder, "mixed.ndjson");
    writeFileSync(file, `${V1_TEXT}\n${HISTORY}\n`);
    expect((await runHere(["migrate", file, "-o", file])).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(`${V1_TEXT_UPGRADED}\n${HISTORY}\n`);
  });

  it("a migration to a version without histories leaves a history as it is, and says so", async () => {
    const { code, stdout, stderr } = await runHere(["migrate", "-", "-o", "-", "--to", "1"], { input: `${HISTORY}\n` });
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${HISTORY}\n` });
    expect(stderr).toContain("type_not_carried");
  });
});

const REQUEST = `{"schema_version":${CURRENT_VERSION},"request_id":"${ID}","conversation_id":"${ID}","created_at":"2026-01-01T00:00:00.000Z","message":"s3cret","history":[{"role":"user","content":"s3cret"}]}`;
const PERMISSION = `{"schema_version":${CURRENT_VERSION},"tool_id":"s3cret","granted_at":"2026-01-01T00:00:00.000Z","auto_approved":true}`;
const STORED = `${REQUEST}\n${PERMISSION}\n`;

describe("agent requests and tool permissions among the records", () => {
  it("are valid, and counted as what they are", async () => {
    const { code, stdout } = await runHere(["validate", "-"], {
      input: `${STORED}${PERMISSION.replace("true", '"s3cret"')}\n`,
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^invalid {2}<stdin>:3 {2}\/auto_approved {2}/);
    expect(stdout).toMatch(/agent_request +1 +- +- +1/);
    expect(stdout).toMatch(/tool_permission +1 +- +1 +2/);
    expect(stdout).not.toContain("s3cret");
  });

  it("are told by inspect without their content", async () => {
    const { code, stdout } = await runHere(["inspect", "-"], { input: STORED });
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`agent_request +${CURRENT_VERSION} +\\d+ B +${ID} +1 message before, 0 files`));
    expect(stdout).toMatch(new RegExp(`tool_permission +${CURRENT_VERSION} +\\d+ B +runs without asking, session`));
    expect(stdout).not.toContain("s3cret");
  });

  it("stay as they are in a migration to a version that has none, with a note", async () => {
    const { code, stdout, stderr } = await runHere(["migrate", "-", "-o", "-", "--to", "1"], { input: STORED });
    expect({ code, stdout }).toEqual({ code: 0, stdout: STORED });
    expect(stderr).toContain("type_not_carried");
  });

  it("records of a newer version that this one cannot read are unknown, not invalid", async () => {
    const newer = PERMISSION.replace(CURRENT_NUMBER, NEWER_NUMBER).replace("true", "5");
    const { code, stdout } = await runHere(["validate", "-"], { input: `${newer}\n` });
    expect(code).toBe(0);
    expect(stdout).toMatch(/tool_permission +1 +- +1/);
    expect((await runHere(["migrate", "-", "-o", "-"], { input: `${newer}\n` })).stdout).toBe(`${newer}\n`);
  });
});

it("pipe answers with one as it came", async () => {
  const { stdout } = await runHere(["pipe"], { input: `${HISTORY}\n${BROKEN}\n` });
  const [first, second = ""] = stdout.split("\n");
  expect(first).toBe(`{"ok":true,"value":${HISTORY},"notes":[]}`);
  expect(JSON.parse(second)).toMatchObject({ ok: false, path: "/messages/0/role", raw: BROKEN });
});
