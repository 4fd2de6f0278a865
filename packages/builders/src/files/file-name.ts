/** The parts of a path's last segment. */

/** What follows the last slash of either kind; empty when the path ends in one. */
export function fileNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** What follows the last dot of the file name, without the dot: "gitignore" of ".gitignore"; empty when nothing follows one. */
export function extensionOf(path: string): string {
  const name = fileNameOf(path);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1);
}
