/** `parlance pipe`: exactly one line out for each line in, in order, at once, whatever the line is. */
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import {
  CURRENT_NUMBER,
  CURRENT_REASONING,
  CURRENT_TEXT,
  CUT,
  FUTURE,
  NO_PARTS,
  V1_TEXT,
  V1_TEXT_UPGRADED,
} from "./support/messages.js";
import { run, start } from "./support/run.js";

function pipe(input: string | Uint8Array, ...args: readonly string[]): string[] {
  const { code, stdout, stderr } = run(["pipe", ...args], { input });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  if (stdout !== "") expect(stdout.endsWith("\n")).toBe(true);
  return stdout.split("\n").slice(0, -1);
}

it("answers valid messages with their current version", () => {
  expect(pipe(`${V1_TEXT}\n${CURRENT_TEXT}\n${FUTURE}\n`)).toEqual([
    `{"ok":true,"value":${V1_TEXT_UPGRADED},"notes":[]}`,
    `{"ok":true,"value":${CURRENT_TEXT},"notes":[]}`,
    `{"ok":true,"value":${FUTURE},"notes":[{"code":"unknown_type","path":"/type"}]}`,
  ]);
});

it("answers bad lines with a code, a path and the line, and goes on", () => {
  const answers = pipe(`${NO_PARTS}\n${CUT}\n\n  \r\n[]\n"text"\n${CURRENT_TEXT}`).map((line) => JSON.parse(line));
  expect(answers).toMatchObject([
    { ok: false, code: "too_few", path: "/data/parts", raw: NO_PARTS },
    { ok: false, code: "not_json", path: "", raw: CUT },
    { ok: false, code: "not_json", path: "", raw: "" },
    { ok: false, code: "not_json", path: "", raw: "  " },
    { ok: false, code: "wrong_type", path: "", raw: "[]" },
    { ok: false, code: "wrong_type", path: "", raw: '"text"' },
    { ok: true },
  ]);
  expect(Object.keys(answers[0])).toEqual(["ok", "code", "path", "raw"]);
});

it("gives back the exact bytes of a line that is not UTF-8", () => {
  const [answer = ""] = pipe(Buffer.from([0x7b, 0xc3, 0x28, 0x0a]));
  expect(JSON.parse(answer)).toEqual({ ok: false, code: "not_utf8", path: "", raw: "{\ufffd(", raw_base64: "e8Mo" });
});

it("writes an older version with --to, and says what that version cannot say", () => {
  const [answer = ""] = pipe(`${CURRENT_REASONING}\n`, "--to", "1");
  const { ok, value, notes } = JSON.parse(answer);
  expect(ok).toBe(true);
  expect(value.schema_version).toBe(1);
  expect(notes).toEqual([{ code: expect.any(String), path: expect.stringContaining("/data/"), direction: "down" }]);
});

it("answers with the line itself where another version would be over a limit, and its answers can be asked again", () => {
  const old = (levels: number): string =>
    `{"type":"system_control","id":"0b6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11","created_at":"2026-11-21T10:00:00.000Z","data":{"control_type":"pause","from":${"[".repeat(levels)}${"]".repeat(levels)}}}`;
  const note = '[{"code":"too_deep_kept","path":"","direction":"up"}]';
  const answers = pipe(`${old(254)}\n${old(253)}\n`);
  expect(answers[0]).toBe(`{"ok":true,"value":${old(254)},"notes":${note}}`);
  const values = answers.map((answer) => answer.slice('{"ok":true,"value":'.length, answer.lastIndexOf(',"notes":')));
  expect(values.map((value) => value.includes(CURRENT_NUMBER))).toEqual([false, true]);
  expect(pipe(`${values.join("\n")}\n`).map((answer) => answer.slice(0, 10))).toEqual(['{"ok":true', '{"ok":true']);
});

it("answers nothing where nothing is asked", () => {
  expect(pipe("")).toEqual([]);
});

it("takes a byte order mark, and white space around and within a message", () => {
  const spaced = ` \t${CURRENT_TEXT.replace(",", "\r,\t")} \r\n`;
  const answers = pipe(`\ufeff${spaced}`);
  expect(answers).toHaveLength(1);
  expect(JSON.parse(answers[0] ?? "")).toMatchObject({ ok: true, value: JSON.parse(CURRENT_TEXT), notes: [] });
  // A reader that takes a bare carriage return for a line break must see one line, too.
  expect(answers[0]).not.toContain("\r");
});

it("answers at once, so that a peer can ask one thing at a time", async () => {
  const child = start(["pipe"]);
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  for (const [question, ok] of [
    [V1_TEXT, true],
    ["garbage", false],
    ["", false],
    [CURRENT_TEXT, true],
  ] as const) {
    child.stdin.write(`${question}\n`);
    const { value } = await answers.next();
    expect(JSON.parse(value ?? "").ok).toBe(ok);
  }
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});

it("answers ten thousand mixed lines in their order", () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => (index % 3 === 0 ? `bad ${index}` : V1_TEXT));
  const answers = pipe(`${lines.join("\n")}\n`);
  expect(answers).toHaveLength(10_000);
  expect(answers.filter((answer, index) => JSON.parse(answer).ok !== (index % 3 !== 0))).toEqual([]);
  expect(JSON.parse(answers[9_999] ?? "").raw).toBe("bad 9999");
});
