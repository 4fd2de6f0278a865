/** The programs of the README do what it says. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, it, vi } from "vitest";
import { CURRENT_VERSION, decode } from "../src/index.js";
import { OLD_TEXT, TEXT } from "./messages.js";

it("the README's first programs read a history, show it and write it back", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block as string);
  const folder = mkdtempSync(join(tmpdir(), "parlance-readme-"));
  const session = join(folder, "session.ndjson");
  writeFileSync(session, `${OLD_TEXT}\n${TEXT}\n{"type":"later"}\n{"broken\n`);
  const entry = new URL("../src/index.ts", import.meta.url).pathname;
  const program = join(folder, "program.mjs");
  const source = blocks.slice(0, 2).join("").replaceAll('"session.ndjson"', JSON.stringify(session));
  await build({
    stdin: { contents: source, resolveDir: folder, loader: "ts" },
    alias: { "@parlance/core": entry },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: program,
    logLevel: "error",
  });
  const spies = [vi.spyOn(console, "log"), vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
  for (const spy of spies) spy.mockImplementation(() => undefined);
  await import(/* @vite-ignore */ program);
  const printed = spies[0]?.mock.calls.map(([first]) => first);
  const errors = spies[1]?.mock.calls;
  for (const spy of spies) spy.mockRestore();
  expect(printed).toEqual(["user", "user", "from a newer writer:", "broken:"]);
  expect(errors).toEqual([
    ["record 3, line 4, : expected one JSON text, found the text ends too early at line 1, column 9"],
  ]);
  const lines = readFileSync(session, "utf8").split("\n");
  expect(decode(lines[0] as string)).toMatchObject({ schema_version: CURRENT_VERSION });
  expect(lines.slice(1)).toEqual([TEXT, '{"type":"later"}', '{"broken', ""]);
  rmSync(folder, { recursive: true });
});
