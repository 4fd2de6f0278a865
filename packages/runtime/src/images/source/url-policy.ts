/** Which images may be fetched from a URL: a policy as data. */

/** Plain JSON, to be stored beside other settings. Begin with `{ ...DEFAULT_URL_POLICY, … }`. */
export interface UrlPolicy {
  /** The hosts that may be asked, redirects included: `any`, or their names in lower case and without a port. */
  readonly allowed_hosts: "any" | readonly string[];
  /** Whether addresses may be asked that are not on the public internet, such as 127.0.0.1 or 10.0.0.1. */
  readonly allow_private_addresses: boolean;
  /** How often a server may send on to another URL. */
  readonly max_redirects: number;
  /** How long all of it may take, in milliseconds. */
  readonly timeout_ms: number;
}

/** Any host on the public internet, with three redirects and 15 seconds. */
export const DEFAULT_URL_POLICY: UrlPolicy = /* @__PURE__ */ Object.freeze({
  allowed_hosts: "any",
  allow_private_addresses: false,
  max_redirects: 3,
  timeout_ms: 15_000,
});
