/** The one spelling of a path that names the same file by the same separators. */

/** Where there is nothing of this, a path is normal; most are. */
const SUSPICIOUS = /[/\\][/\\]|(?:^|[/\\])\.(?:[/\\]|$)/;

/** A path that Windows hands to a device or takes literally: there a dot is a name. */
const DEVICE = /^[/\\]{2}[.?][/\\]/;

/** What a path may begin with: `/`, `\`, or the two of a network share. */
const ROOT = /^(?:[/\\]{2}(?![/\\])|[/\\])?/;

/**
 * The path without `.` segments and repeated separators. Its kind of slash stays, and so do a drive, a network share, and a
 * separator at its end; `..` segments are not resolved, since they are refused.
 *
 * @example `normalisedPath("./src//a.ts")` is `src/a.ts`
 */
export function normalisedPath(path: string): string {
  if (!SUSPICIOUS.test(path) || DEVICE.test(path)) return path;
  const root = ROOT.exec(path)?.[0] ?? "";
  const segments = path.slice(root.length).match(/[^/\\]+[/\\]?/g) ?? [];
  return root + segments.filter((segment) => !isHere(segment)).join("") || ".";
}

function isHere(segment: string): boolean {
  return segment === "." || segment === "./" || segment === ".\\";
}
