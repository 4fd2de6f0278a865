/** Emits `languages.gen.ts` of the builders: the languages of source files by extension and by name, from GitHub's Linguist. */

import { type GeneratedFile, generatedHeader } from "./header.js";
import { type LanguageEntry, languageTable } from "./languages/table.js";

/** The same for every contract. The list is large and loaded only here. */
export async function emitLanguages(): Promise<GeneratedFile[]> {
  const languages = await import("linguist-languages");
  return [{ path: "languages.gen.ts", content: printLanguages(languageTable(Object.values(languages))) }];
}

function printLanguages(entries: readonly LanguageEntry[]): string {
  return `${generatedHeader("linguist-languages", "its version or tools/generator/src/emit/languages")}

/** The languages of source files. */

/** A line for each language: its id, then its extensions without the first dot in lower case, then its file names. */
export const LANGUAGES: string = \`
${entries.map(printEntry).join("\n")}
\`;
`;
}

function printEntry({ id, extensions, filenames }: LanguageEntry): string {
  const words = [id, ...extensions, ...filenames];
  const odd = words.find((word) => /[\s|\\`$]/.test(word));
  if (odd !== undefined) throw new Error(`a file name or extension of ${id} cannot be written in the table`);
  return [id, extensions.join(" "), filenames.join(" ")].join("|");
}
