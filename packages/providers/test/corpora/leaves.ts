/** Everything that JSON says, value by value: a walk that knows nothing of providers and of the contract. */

export interface Leaf {
  /** JSON Pointer. */
  readonly path: string;
  readonly value: string;
}

/** Tags say what their neighbours are, and are written anew for each provider. */
const TAGS: ReadonlySet<string> = new Set(["type", "role"]);

/** Texts, numbers and booleans; of a text that is JSON in turn, those in it. Nothing and empty texts say nothing. */
export function leavesOf(value: unknown, path = ""): readonly Leaf[] {
  if (value === undefined || value === null || value === "") return [];
  if (Array.isArray(value)) return value.flatMap((item, at) => leavesOf(item, `${path}/${at}`));
  if (typeof value !== "object") {
    const inside = typeof value === "string" ? objectIn(value) : undefined;
    return inside === undefined ? valuesIn(String(value)).map((one) => ({ path, value: one })) : leavesOf(inside, path);
  }
  return Object.entries(value).flatMap(([name, member]) =>
    TAGS.has(name) ? [] : leavesOf(member, `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

function objectIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** Some have the type and the bytes of an image apart, others in one address. */
function valuesIn(text: string): readonly string[] {
  const [, type, bytes] = /^data:([^;,]+);base64,(.*)$/s.exec(text) ?? [];
  return type === undefined || bytes === undefined ? [text] : [type, bytes];
}

export interface Entry {
  readonly path: string;
}

/** What goes without saying, or is said in another word: where, and what. */
export type Same = readonly (readonly [path: RegExp, value: string])[];

/**
 * Of the leaves before a conversion those that are not among those after it, each counted once, though no entry is about them.
 * @param same These are not looked for.
 */
export function lostLeaves(before: unknown, after: unknown, report: readonly Entry[], same: Same): readonly Leaf[] {
  const left = new Map<string, number>();
  const all = leavesOf(after);
  for (const { value } of all) left.set(value, (left.get(value) ?? 0) + 1);
  const everything = all.map(({ value }) => value).join("\n");
  const lines = new Set(everything.split("\n"));
  return leavesOf(before).filter(({ path, value }) => {
    if (same.some(([where, what]) => where.test(path) && what === value)) return false;
    if (report.some((entry) => path === entry.path || path.startsWith(`${entry.path}/`))) return false;
    const count = left.get(value) ?? 0;
    left.set(value, count - 1);
    if (count > 0) return false;
    // A text that was joined with its neighbours; short ones would be found within others by chance.
    return !(value.length < 12 ? lines.has(value) : everything.includes(value));
  });
}
