/** What a client of an MCP server throws, in the terms of this package. */

import { McpResourceError, type McpResourceErrorCode } from "./mcp-resource-error.js";

/** Codes of JSON-RPC and of the protocol. Revisions and libraries disagree on the one for a resource that is not there. */
const BY_CODE: ReadonlyMap<unknown, McpResourceErrorCode> = /* @__PURE__ */ new Map<number, McpResourceErrorCode>([
  [-32_000, "unavailable"],
  [-32_001, "timeout"],
  [-32_002, "not_found"],
  [-32_042, "input_required"],
  [-32_601, "unsupported"],
  [-32_602, "not_found"],
  [401, "denied"],
  [403, "denied"],
]);

/** The error to throw instead; what the server said stays behind. */
export function failureOf(error: unknown): McpResourceError {
  return McpResourceError.isInstance(error) ? error : new McpResourceError(codeOf(error));
}

function codeOf(error: unknown): McpResourceErrorCode {
  if (typeof error !== "object" || error === null) return "unavailable";
  // Answers that do not satisfy the protocol are refused by the client's own schemas, whose errors list issues.
  if ("issues" in error) return "bad_response";
  if (error instanceof Error && error.constructor.name === "UnauthorizedError") return "denied";
  // These have numbers of their own that say something else.
  if (error instanceof DOMException) return error.name === "TimeoutError" ? "timeout" : "unavailable";
  const code = "code" in error ? error.code : undefined;
  const known = BY_CODE.get(code);
  if (known !== undefined) return known;
  // Errors of the server have numbers, the negative ones reserved; what is positive is a status of HTTP, and all else is of the connection.
  return typeof code === "number" && (code <= 0 || !isHttpStatus(code)) ? "refused" : "unavailable";
}

function isHttpStatus(code: number): boolean {
  return code >= 100 && code <= 599;
}
