/** The language of a source file, told by its name. */

import { lowerAscii } from "@parlance/core/internal";
import { LANGUAGES } from "../generated/languages.gen.js";
import { fileNameOf } from "./file-name.js";

interface Table {
  readonly extensions: ReadonlyMap<string, string>;
  readonly filenames: ReadonlyMap<string, string>;
}

let table: Table | undefined;

/**
 * The id of a file's language as in a code fence, such as `csharp`, from its whole name ("Dockerfile"), else from its extension in
 * any letter case; undefined when the table has neither.
 */
export function inferLanguage(path: string): string | undefined {
  table ??= readTable(LANGUAGES);
  const { extensions, filenames } = table;
  const name = fileNameOf(path);
  const parts = lowerAscii(name).split(".").slice(1);
  return filenames.get(name) ?? extensions.get(parts.slice(-2).join(".")) ?? extensions.get(parts.slice(-1).join("."));
}

function readTable(text: string): Table {
  const rows = text.trim().split("\n").map(readRow);
  return {
    extensions: new Map(rows.flatMap(({ id, extensions }) => extensions.map((extension) => [extension, id]))),
    filenames: new Map(rows.flatMap(({ id, filenames }) => filenames.map((filename) => [filename, id]))),
  };
}

function readRow(line: string): { id: string; extensions: string[]; filenames: string[] } {
  const [id = "", extensions = "", filenames = ""] = line.split("|");
  return { id, extensions: words(extensions), filenames: words(filenames) };
}

function words(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}
