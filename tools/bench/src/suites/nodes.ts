/** The codec under other versions of Node, each in a process of its own. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Effort } from "../measure.js";
import type { SuiteResult } from "./suite.js";

const PROGRAM = join(import.meta.dirname, "../under-node.js");

/**
 * The results of each Node; one that cannot be had is left out, and a line on the console says so.
 * @param nodes Versions, which the npm package `node` brings, or paths of programs.
 */
export function measureNodes(nodes: readonly string[], effort: Effort): SuiteResult[] {
  return nodes.flatMap((node) => {
    const program = programOf(node);
    const { status, stdout, stderr } = spawnSync(program, [PROGRAM, JSON.stringify(effort)], { encoding: "utf8" });
    if (status === 0) return [JSON.parse(stdout) as SuiteResult];
    process.stdout.write(`Node ${node} was not measured: ${stderr ?? "it is not there"}\n`);
    return [];
  });
}

const VERSION = /^\d+(?:\.\d+){0,2}$/;

function programOf(node: string): string {
  if (!VERSION.test(node)) return node;
  const where = ["--yes", `--package=node@${node}`, "--", "node", "-p", "process.execPath"];
  return spawnSync("npx", where, { encoding: "utf8" }).stdout.trim();
}
