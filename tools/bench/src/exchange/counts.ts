/** How much somebody read or wrote, so that nobody is quicker because of what was left out. */

/** Characters of an answer. */
export interface Said {
  readonly text: number;
  /** Of the arguments of all calls, parsed and written again. */
  readonly arguments: number;
}

/** @param args What a library gives as the arguments of each call: objects, or texts that are parsed here. */
export function saidOf(text: string, args: readonly unknown[]): Said {
  const parsed = args.map((one) => (typeof one === "string" ? JSON.parse(one) : one));
  return { text: text.length, arguments: parsed.reduce<number>((sum, one) => sum + JSON.stringify(one).length, 0) };
}

const TEXTS: ReadonlySet<string> = new Set(["text", "content", "system", "url", "data"]);

/** Characters of all that a request says: texts, images and the arguments of calls, whatever its form. */
export function charactersOf(body: string): number {
  return charactersIn(JSON.parse(body), "");
}

function charactersIn(value: unknown, name: string): number {
  if (name === "arguments" && typeof value === "string") return JSON.stringify(JSON.parse(value)).length;
  if (name === "input") return JSON.stringify(value).length;
  if (typeof value === "string") return TEXTS.has(name) ? value.length : 0;
  if (Array.isArray(value)) return value.reduce((sum, item) => sum + charactersIn(item, name), 0);
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [key, member]) => sum + charactersIn(member, key), 0);
}
