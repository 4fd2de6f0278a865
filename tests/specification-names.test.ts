/** The page that maps the names of the specifications to ours: each name that it gives as ours is there. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as builders from "../packages/builders/src/index.js";
import * as core from "../packages/core/src/index.js";
import * as openai from "../packages/providers/src/openai/index.js";
import * as context from "../packages/runtime/src/context/index.js";
import * as files from "../packages/runtime/src/files/index.js";
import * as images from "../packages/runtime/src/images/index.js";
import * as runtime from "../packages/runtime/src/index.js";
import * as mcp from "../packages/runtime/src/mcp/index.js";
import * as tools from "../packages/runtime/src/tools/index.js";

const PAGE = readFileSync(join(import.meta.dirname, "../docs/specification-names.md"), "utf8");

const history = { history: builders.ConversationHistory.create() };
const MODULES: readonly object[] = [builders, core, files, tools, images, mcp, context, runtime, openai, history];

/** The names in the second column, and those with a type in the third. */
function ourNames(): readonly string[] {
  const rows = [...PAGE.matchAll(/^\|(?! the specification| -)([^|]+)\|([^|]+)\|([^|]*)\|$/gm)];
  const spans = (cell = ""): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
  return rows.flatMap(([, , ours, differs]) => [
    ...spans(ours),
    ...spans(differs).filter((name) => /^[A-Za-z]+\.[A-Za-z_]+$/.test(name)),
  ]);
}

/** Whether a name is there: what a module exports, its member, one of its instances', or a field of its schema. */
function isThere(name: string): boolean {
  const [root = "", member] = name.split(".");
  const found = MODULES.map((module) => (module as Readonly<Record<string, unknown>>)[root]).filter(
    (value) => value !== undefined,
  );
  return member === undefined ? found.length > 0 : found.some((value) => hasMember(Object(value), member));
}

function hasMember(value: { readonly prototype?: object; readonly schema?: object }, member: string): boolean {
  if (member in value || (value.prototype !== undefined && member in value.prototype)) return true;
  return JSON.stringify(value.schema ?? {}).includes(`"${member}":{`);
}

it("every name that the page gives as ours is there", () => {
  const names = ourNames();
  expect(names.length).toBeGreaterThan(180);
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});

it("a name that is not there would be told", () => {
  expect(["ChatMessage.createRobot", "ChatMessage.robot", "history.remove", "robot"].filter(isThere)).toEqual([]);
});
