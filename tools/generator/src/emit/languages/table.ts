/** Decides which language a file extension or a file name stands for. */

import type { Language } from "linguist-languages";
import { CONTRACT, EXPECTED } from "./chosen.js";

/** What leads to one language. */
export interface LanguageEntry {
  readonly id: string;
  /** In lower case, without the first dot, sorted. */
  readonly extensions: readonly string[];
  /** Whole file names, sorted. */
  readonly filenames: readonly string[];
}

/** Every language that a file can be told to be in, sorted by id; no extension and no file name stands in two of them. */
export function languageTable(languages: readonly Language[]): LanguageEntry[] {
  const ranked = [...languages].sort(byRank);
  const extensions = new Map<string, string>();
  for (const [extension, id] of [...CONTRACT, ...EXPECTED]) claim(extensions, extension, id);
  for (const language of ranked) claimExtension(extensions, language, true);
  for (const language of ranked) claimExtension(extensions, language, false);
  const filenames = new Map<string, string>();
  for (const language of ranked) {
    for (const name of language.filenames ?? []) {
      if (!endsAsInContract(name)) claim(filenames, name, languageId(language));
    }
  }
  return entries(extensions, filenames);
}

/**
 * A language's first extension is its own; the others it may share. A longer one ("html.hl") never hides one whose name the
 * contract has.
 */
function claimExtension(extensions: Map<string, string>, language: Language, first: boolean): void {
  const all = (language.extensions ?? []).map((extension) => extension.slice(1).toLowerCase());
  for (const extension of first ? all.slice(0, 1) : all.slice(1)) {
    if (!endsAsInContract(extension)) claim(extensions, extension, languageId(language));
  }
}

function endsAsInContract(name: string): boolean {
  return CONTRACT.has(name.slice(name.lastIndexOf(".") + 1).toLowerCase()) && name.includes(".");
}

/** Whoever comes first has it. */
function claim(taken: Map<string, string>, key: string, id: string): void {
  if (!taken.has(key)) taken.set(key, id);
}

/**
 * The language's name as people write it after a code fence: in lower case with hyphens for spaces. Where it has other
 * characters than letters, digits and hyphens, the first alias that has none ("C++" is `cpp`); failing that the name with no
 * others than dots and plus signs ("Cap'n Proto" is `capn-proto`).
 */
export function languageId({ name, aliases = [] }: Language): string {
  const written = name.toLowerCase().replaceAll(" ", "-");
  const plain = [written, ...aliases.map((alias) => alias.toLowerCase())].find((one) => /^[a-z0-9-]+$/.test(one));
  return plain ?? written.replaceAll(/[^a-z0-9+.-]/g, "");
}

const TYPES: readonly string[] = ["programming", "markup", "data", "prose"];

/** Languages before their dialects, programming before data, those that editors know before others, then by name. */
function byRank(a: Language, b: Language): number {
  return (
    Number(a.group !== undefined) - Number(b.group !== undefined) ||
    TYPES.indexOf(a.type) - TYPES.indexOf(b.type) ||
    Number(b.codemirrorMode !== undefined) - Number(a.codemirrorMode !== undefined) ||
    compare(a.name, b.name)
  );
}

function entries(extensions: ReadonlyMap<string, string>, filenames: ReadonlyMap<string, string>): LanguageEntry[] {
  const ofExtensions = keysByOwner(extensions);
  const ofFilenames = keysByOwner(filenames);
  const ids = [...new Set([...ofExtensions.keys(), ...ofFilenames.keys()])].sort(compare);
  return ids.map((id) => ({
    id,
    extensions: (ofExtensions.get(id) ?? []).sort(compare),
    filenames: (ofFilenames.get(id) ?? []).sort(compare),
  }));
}

function keysByOwner(owners: ReadonlyMap<string, string>): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  for (const [key, owner] of owners) keys.set(owner, [...(keys.get(owner) ?? []), key]);
  return keys;
}

/** By code units, so that no locale changes the order. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
