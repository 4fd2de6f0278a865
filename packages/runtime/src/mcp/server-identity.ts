/** Which server a client really speaks to, so that servers of one name are not taken for each other. */

import { membersOf } from "../shared/members.js";

/**
 * The address that a transport of `@modelcontextprotocol/sdk` asks, or the command that it runs, with all that makes it this server: its
 * arguments, its environment and its folder. Undefined for transports that do not say. It may hold secrets: it is compared and never shown.
 */
export function identityOf(transport: object | undefined): string | undefined {
  const { _url, _serverParams } = membersOf(transport);
  if (_url instanceof URL) return JSON.stringify(["address", _url.href]);
  const { command, args = [], env = {}, cwd = "" } = membersOf(_serverParams);
  if (typeof command !== "string") return undefined;
  return JSON.stringify(["command", command, args, Object.entries(membersOf(env)).sort(), cwd]);
}
