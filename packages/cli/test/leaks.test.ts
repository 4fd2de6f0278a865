/** Nothing that somebody wrote shows up in what the command prints about it. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CURRENT_VERSION } from "@parlance/core";
import { expect, it } from "vitest";
import { NEWER_NUMBER } from "./support/messages.js";
import { temporaryFolder } from "./support/run.js";
import { runHere } from "./support/run-here.js";

const SENTINEL = "s3ntinel-7f1e";
const folder = temporaryFolder();

const ENVELOPE = `"id":"00000000-0000-4000-8000-000000000001","created_at":"2026-01-01T00:00:00.000Z"`;
const DATA = [
  `{"role":"user","content":"${SENTINEL}"}`,
  `{"role":"${SENTINEL}","content":"x"}`,
  `{"role":"user","parts":[{"type":"${SENTINEL}","text":"${SENTINEL}"}]}`,
  `{"role":"user","parts":[{"type":"text","text":["${SENTINEL}"]}]}`,
  `{"role":"user","parts":[{"type":"text","${SENTINEL}":"${SENTINEL}"}]}`,
  `{"tool_call_id":"${SENTINEL}","status":"${SENTINEL}","output":{"${SENTINEL}":1e400}}`,
  `{"tool_calls":[{"id":"${SENTINEL}","name":["${SENTINEL}"],"arguments":{"${SENTINEL}":9007199254740993}}]}`,
  `{"path":"../${SENTINEL}"}`,
  `{"control":{"type":"${SENTINEL}"}}`,
  `"${SENTINEL}"`,
];
const TYPES = ["text", "image", "file_reference", "tool_request", "tool_result", "system_control", "mcp_resource"];

/** Every piece of data under every type and version, whole and cut off, and envelopes that are wrong themselves. */
const LINES = [
  ...TYPES.flatMap((type) =>
    DATA.flatMap((data) =>
      ["", `"schema_version":1,`, `"schema_version":${CURRENT_VERSION},`, `${NEWER_NUMBER},`].map(
        (version) => `{"type":"${type}",${version}${ENVELOPE},"data":${data}}`,
      ),
    ),
  ),
  ...DATA.map((data) => `{"type":"text","schema_version":${CURRENT_VERSION},${ENVELOPE},"data":${data.slice(0, -2)}`),
  `{"type":"text","schema_version":${CURRENT_VERSION},"id":"${SENTINEL}","created_at":"${SENTINEL}","data":{},"${SENTINEL}":1,"${SENTINEL}":2}`,
  `{"type":"text","schema_version":"${SENTINEL}","data":{}}`,
  `{"type":["${SENTINEL}"]}`,
  SENTINEL,
  `["${SENTINEL}"]`,
  `{"type":"text","metadata":{"${SENTINEL}":"\\ud800"},"residue":{"${SENTINEL}":{"${SENTINEL}":1}}}`,
];

writeFileSync(join(folder, "history"), `${LINES.join("\n")}\n`);

for (const args of [
  ["validate", "history"],
  ["validate", "--strict", "history"],
  ["validate", "--json", "history"],
  ["migrate", "history", "-o", "out"],
  ["migrate", "history", "-o", "out", "--to", "1"],
]) {
  it(`${args.join(" ")} prints places and rules, never content`, async () => {
    const { code, stdout, stderr } = await runHere(args, { cwd: folder });
    expect(code).toBe(1);
    expect(stdout + stderr).not.toContain(SENTINEL);
    expect(stdout + stderr).toContain("/data");
  });
}

it("inspect shows ids, and no other content", async () => {
  const { code, stdout, stderr } = await runHere(["inspect", "history"], { cwd: folder });
  expect(code).toBe(1);
  expect(stdout + stderr).not.toContain(SENTINEL);
});

for (const provider of ["openai", "vllm", "ollama", "anthropic"]) {
  it(`export to ${provider} tells places and rules, never content`, async () => {
    const { code, stdout, stderr } = await runHere(["export", "--to", provider, "--model", "m", "history"], {
      cwd: folder,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).not.toContain(SENTINEL);
    expect(stderr).toContain("/data");
  });

  it(`import from ${provider} tells places and rules, never content`, async () => {
    const parts = [
      `"${SENTINEL}"`,
      `[{"type":"${SENTINEL}","text":"${SENTINEL}"}]`,
      `[{"type":"text","text":["${SENTINEL}"]}]`,
      `[{"type":"image_url","image_url":{"url":"${SENTINEL}"}},{"type":"image","source":{"type":"base64","media_type":"${SENTINEL}","data":"${SENTINEL}"}}]`,
      `[{"type":"tool_use","id":"${SENTINEL}","name":"${SENTINEL} ","input":"${SENTINEL}"},{"type":"tool_result","tool_use_id":"${SENTINEL}","content":{"${SENTINEL}":1}}]`,
      `{"${SENTINEL}":1}`,
    ];
    const calls = `"tool_calls":[{"id":"${SENTINEL}","type":"${SENTINEL}","function":{"name":"${SENTINEL} ","arguments":"{${SENTINEL}"}}]`;
    const messages = ["system", "user", "assistant", "tool", SENTINEL].flatMap((role) =>
      parts.map(
        (content) =>
          `{"role":"${role}","content":${content},"name":"${SENTINEL}!","tool_call_id":"${SENTINEL}",${calls}}`,
      ),
    );
    const lines = [
      ...messages.map((message) => `{"model":["${SENTINEL}"],"system":"${SENTINEL}","messages":[${message}]}`),
      ...messages.map(
        (message) => `{"messages":[${message}],"tools":[{"name":"${SENTINEL}"}],"stop":{"${SENTINEL}":1}}`,
      ),
      `{"messages":["${SENTINEL}"]}`,
      ...LINES.filter((line) => line.startsWith("[")),
    ];
    const { code, stdout, stderr } = await runHere(["import", "--from", provider, "-"], {
      input: `${lines.join("\n")}\n`,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).not.toContain(SENTINEL);
    expect(stderr).toContain("/messages/0");
  });
}

it("pipe repeats a line only in value and raw", async () => {
  const { code, stdout, stderr } = await runHere(["pipe"], { input: `${LINES.join("\n")}\n` });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const line of stdout.split("\n").slice(0, -1)) {
    const { value: _value, raw: _raw, ...rest } = JSON.parse(line);
    expect(JSON.stringify(rest)).not.toContain(SENTINEL);
  }
});
