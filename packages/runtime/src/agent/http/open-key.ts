/** Warns of keys that go over the network where others may read them. */

import type { Warning } from "@parlance/core";
import { tell } from "@parlance/core/internal";
import type { HttpSettings } from "./http-options.js";

/** Tells the logger, once for each address, that a key is sent to another machine by plain HTTP. */
export function warnOfOpenKey(url: string, { headers, logger }: Pick<HttpSettings, "headers" | "logger">): void {
  const { protocol, hostname, host } = new URL(url);
  if (protocol !== "http:" || isThisMachine(hostname) || !Object.keys(headers).some(isKey)) return;
  const addresses = toldTo(logger ?? CONSOLE);
  if (addresses.has(host)) return;
  addresses.add(host);
  tell(logger, OPEN_KEY);
}

const OPEN_KEY: Warning = {
  code: "open_key",
  path: "/base_url",
  message: "a key is sent to another machine by http, so that others on the way can read it; https keeps it secret",
};

/** As a `URL` writes it, which has one form for each address. */
function isThisMachine(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/.test(hostname);
}

/** Whether the name of a header, in lower case, is that of one that is to be kept secret. */
function isKey(header: string): boolean {
  return /auth|cookie|key|secret|token/.test(header);
}

/** Whoever listens hears of each address; the console is one listener. */
const told = /* @__PURE__ */ new WeakMap<object, Set<string>>();
const CONSOLE = {};

function toldTo(listener: object): Set<string> {
  const addresses = told.get(listener) ?? new Set();
  told.set(listener, addresses);
  return addresses;
}
