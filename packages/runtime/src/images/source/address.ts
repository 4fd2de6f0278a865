/** Which addresses are those of anybody on the public internet. */

import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** How names become addresses, and where the connection really goes; tests have a world of their own. */
export interface Network {
  addressesOf(host: string): Promise<readonly LookupAddress[]>;
  /** Where an address that may be reached is. */
  reach(address: LookupAddress): LookupAddress;
}

export const systemNetwork: Network = {
  addressesOf: (host) => lookup(host, { all: true }),
  reach: (address) => address,
};

/**
 * The addresses of a host, each a number already or asked for by its name.
 *
 * @param host As a `URL` has it, which writes every form of a number in the one usual way.
 */
export async function addressesOf(host: string, network: Network): Promise<readonly LookupAddress[]> {
  const bare = host.replace(/^\[|\]$/g, "");
  const family = isIP(bare);
  return family === 0 ? network.addressesOf(bare) : [{ address: bare, family }];
}

/** The only block of IPv6 that is given out. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * False for everything that is kept for something else: private, of this machine, of the link, of a carrier, multicast, or an IPv4
 * address in the clothes of IPv6.
 */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6);
}
