/** Loads what is installed only by those who need it. */

import { MissingPeerError } from "./missing-peer-error.js";

/**
 * @param name The package, as it is installed.
 * @param load Imports it.
 * @throws MissingPeerError that says what to install; what the package itself throws while it is loaded.
 */
export async function loadPeer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (isMissing(name, error)) throw new MissingPeerError(name);
    throw error;
  }
}

/** Something else that is missing, such as a package that the peer needs itself, is the peer's own matter. */
function isMissing(name: string, error: unknown): boolean {
  if (!(error instanceof Error && "code" in error)) return false;
  const isNotFound = error.code === "ERR_MODULE_NOT_FOUND" || error.code === "MODULE_NOT_FOUND";
  return isNotFound && (error.message.includes(`'${name}'`) || error.message.includes(`'${name}/`));
}
