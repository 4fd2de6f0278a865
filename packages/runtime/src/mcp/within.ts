/** Tells by their text which resources are parts of which. */

/** Whether a URI is another or leads to something inside it: a file of a folder, a fragment of a page. */
export function isWithin(uri: string, whole: string): boolean {
  if (!uri.startsWith(whole)) return false;
  return uri.length === whole.length || whole.endsWith("/") || "/?#".includes(uri.charAt(whole.length));
}
