/** Which URLs may be asked, by what they say. */

import { ImageError } from "../image-error.js";
import type { UrlPolicy } from "./url-policy.js";

/**
 * A URL that the policy allows; what its host is, is another question.
 *
 * @param from What sent on to it: a secure place may not send on to one that is not.
 * @throws ImageError `url_denied`, or `bad_response` for a redirect to what is not a URL.
 */
export function allowedUrl(text: string, from: URL | undefined, { allowed_hosts }: UrlPolicy): URL {
  if (!URL.canParse(text, from?.href)) throw new ImageError(from === undefined ? "url_denied" : "bad_response");
  const url = new URL(text, from);
  const isSecure = url.protocol === "https:";
  const isWeb = isSecure || (url.protocol === "http:" && from?.protocol !== "https:");
  const isNamed = url.username !== "" || url.password !== "";
  const host = url.hostname.replace(/\.$/, "");
  const isAllowed = allowed_hosts === "any" || allowed_hosts.includes(host);
  if (!isWeb || isNamed || !isAllowed) throw new ImageError("url_denied");
  return url;
}
