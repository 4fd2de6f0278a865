/** Which server a client really speaks to, and as whom, so that servers of one name are not taken for each other. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { membersOf } from "../shared/members.js";

type Transport = Readonly<Record<string, unknown>>;

/**
 * A hash of the address that a transport of `@modelcontextprotocol/sdk` asks and of all that may authenticate it there, or of the command
 * that it runs, with all that makes it this server: its arguments, its environment and its folder. Undefined for transports that do not
 * say. What it is made of holds secrets, and is not kept.
 */
export function identityOf(transport: object | undefined): string | undefined {
  const said = addressOf(membersOf(transport)) ?? commandOf(membersOf(transport));
  return said === undefined ? undefined : bytesToHex(sha256(utf8ToBytes(JSON.stringify(said))));
}

/** What answers for everybody behind one key may be another's behind the next. */
function addressOf({ _url, _requestInit, _authProvider, _fetch, _eventSourceInit }: Transport): unknown {
  if (!(_url instanceof URL)) return undefined;
  return ["address", _url.href, requestOf(membersOf(_requestInit)), _authProvider, _fetch, _eventSourceInit].map(named);
}

/** The headers of each request, and what else it has, such as a certificate. */
function requestOf({ headers, ...others }: Transport): string {
  return JSON.stringify([
    headersOf(headers),
    Object.entries(others)
      .map(([name, value]) => [name, named(value)])
      .sort(),
  ]);
}

function headersOf(headers: unknown): unknown {
  try {
    return [...new Headers(headers as ConstructorParameters<typeof Headers>[0])];
  } catch {
    return named(headers);
  }
}

function commandOf({ _serverParams }: Transport): unknown {
  const { command, args = [], env = {}, cwd = "" } = membersOf(_serverParams);
  if (typeof command !== "string") return undefined;
  return ["command", command, args, Object.entries(membersOf(env)).sort(), cwd];
}

/** What is not text has a number of its own: of what it authenticates with nothing is known. */
function named(value: unknown): unknown {
  const isObject = typeof value === "object" ? value !== null : typeof value === "function";
  return isObject ? numberOfObject(value as object) : (value ?? null);
}

const numbers = /* @__PURE__ */ new WeakMap<object, number>();
let count = 0;

/** One that no other object of this program has. */
export function numberOfObject(object: object): number {
  const number = numbers.get(object) ?? ++count;
  numbers.set(object, number);
  return number;
}
