/** The bytes behind a URL, from where the policy allows and nowhere else. */

import type { LookupAddress } from "node:dns";
import type { Operation } from "../../shared/operation.js";
import { withTimeLimit } from "../../shared/wait.js";
import { ImageError } from "../image-error.js";
import { addressesOf, isPublic, type Network, systemNetwork } from "./address.js";
import { allowedUrl } from "./allowed-url.js";
import { requestOnce } from "./request.js";
import type { UrlPolicy } from "./url-policy.js";

/**
 * Fetches what is behind a URL, of at most so many bytes. Names are resolved once, all their addresses are checked, and the
 * connection goes to one of those; every redirect is checked again.
 *
 * @throws ImageError; the signal's reason.
 */
export async function fetchBytes(
  url: string,
  policy: UrlPolicy,
  maxBytes: number,
  operation: Operation,
  network: Network = systemNetwork,
): Promise<Uint8Array> {
  const timed = await withTimeLimit(policy.timeout_ms, operation, async (signal) => {
    let at = allowedUrl(url, undefined, policy);
    for (let redirects = 0; ; redirects++) {
      const addresses = await allowedAddresses(at, policy, network);
      const answer = await requestOnce(at, { addresses, maxBytes, signal });
      if (answer.type === "bytes") return answer.bytes;
      if (redirects === policy.max_redirects) throw new ImageError("too_many_redirects");
      at = allowedUrl(answer.location, at, policy);
    }
  });
  if (timed.ended) return timed.value;
  throw new ImageError("timeout", { detail: "the server of the image did not answer in time" });
}

/** One address that may not be reached is enough to refuse a name: whoever answers for it would choose. */
async function allowedAddresses(
  url: URL,
  { allow_private_addresses }: UrlPolicy,
  network: Network,
): Promise<readonly LookupAddress[]> {
  const addresses = await resolved(url.hostname, network);
  const isAllowed = allow_private_addresses || addresses.every(({ address }) => isPublic(address));
  if (!isAllowed) throw new ImageError("address_denied");
  return addresses.map((address) => network.reach(address));
}

async function resolved(host: string, network: Network): Promise<readonly LookupAddress[]> {
  try {
    const addresses = await addressesOf(host, network);
    if (addresses.length > 0) return addresses;
  } catch {
    // Said below: the resolver's own error names the host.
  }
  throw new ImageError("network_failed");
}
