/** Two tools over the files of one folder, which none of them leaves. */

import { constants, realpath, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { ToolDefinition } from "@parlance/builders";
import { FileAccessError, FileContext } from "@parlance/runtime/files";
import { createTool, ToolFailure } from "@parlance/runtime/tools";

/** @param {...string} names */
const texts = (...names) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  required: names,
});

/**
 * @param {string} workspace
 * @param {string} role Who reads, as the file policy knows it.
 */
export function workspaceTools(workspace, role) {
  const readFile = createTool({
    definition: ToolDefinition.create({
      name: "read_file",
      description: "Reads a file of the workspace.",
      parameters: texts("path"),
    }),
    traits: { category: "file_system", risk_level: "safe", capabilities: [] },
    concurrency: "safe",
    execute: async ({ path }, { signal }) => {
      try {
        return (await FileContext.fromFile(String(path), { workspace, role, signal })).content;
      } catch (error) {
        if (FileAccessError.isInstance(error)) throw new ToolFailure(error.message, { code: error.code });
        throw error;
      }
    },
  });

  const writeWholeFile = createTool({
    definition: ToolDefinition.create({
      name: "write_file",
      description: "Overwrites a file of the workspace, or makes one in a folder that is there.",
      parameters: texts("path", "content"),
    }),
    traits: {
      category: "file_system",
      risk_level: "medium",
      capabilities: ["writes_files"],
      pattern_arguments: ["path"],
    },
    concurrency: "exclusive",
    execute: async ({ path, content }) => {
      const target = await placeIn(workspace, String(path));
      await writeFile(target, String(content), { flag: O_REPLACE });
      return { written: Buffer.byteLength(String(content)) };
    },
  });

  return [readFile, writeWholeFile];
}

/** Makes or empties a file, and follows no link in its place. */
const O_REPLACE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);

/** @param {string} workspace @param {string} path */
async function placeIn(workspace, path) {
  const root = await realpath(workspace);
  const target = resolve(root, path);
  const folder = await realpath(dirname(target)).catch(() => {
    throw new ToolFailure("There is no such folder.", { code: "not_found" });
  });
  const way = relative(root, folder);
  if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw new ToolFailure("The path leads out of the workspace.", { code: "outside_workspace" });
  return join(folder, basename(target));
}
