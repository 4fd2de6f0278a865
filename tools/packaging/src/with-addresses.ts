/** Where a project is found, said in the manifest of each of its packages. */

/** What `npm` shows beside a package: its page, its source, and where a bug is reported. */
interface Addresses {
  readonly homepage?: string;
  readonly repository?: { readonly type: string; readonly url: string };
  readonly bugs?: object;
}

/**
 * The manifest with the addresses of the repository and no others; the rest stays as it is, in its order.
 *
 * @param directory Where the package is in the repository, so that links in its README lead there.
 */
export function withAddresses(manifest: object, { homepage, repository, bugs }: Addresses, directory: string): object {
  const addresses = {
    ...(homepage === undefined ? {} : { homepage }),
    ...(repository === undefined ? {} : { repository: { ...repository, directory } }),
    ...(bugs === undefined ? {} : { bugs }),
  };
  const members = Object.entries(manifest).filter(([name]) => !ADDRESSES.includes(name));
  const at = members.findIndex(([name]) => name === "license");
  return Object.fromEntries([...members.slice(0, at), ...Object.entries(addresses), ...members.slice(at)]);
}

const ADDRESSES: readonly string[] = ["homepage", "repository", "bugs"];
