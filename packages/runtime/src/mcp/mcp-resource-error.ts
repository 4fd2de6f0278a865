/** The error for a resource that could not be had from its server. */

import { ParlanceError } from "@parlance/core";
import { markedBy } from "@parlance/core/internal";

/**
 * Why there is no resource.
 *
 * - `unknown_server`: no server of that name was given
 * - `not_found`: the server has no such resource
 * - `unsupported`: the server offers no resources at all
 * - `denied`: the server wants another authorisation
 * - `refused`: the server answered with an error of its own
 * - `input_required`: the server wants to know more before it answers, which reading cannot do
 * - `unavailable`: there is no connection to the server, or it broke
 * - `timeout`: no answer in time
 * - `bad_response`: the answer is not a resource as the protocol and the contract have it
 * - `too_large`: more than a message holds
 * - `closed`: the reader was closed
 */
export type McpResourceErrorCode =
  | "bad_response"
  | "closed"
  | "denied"
  | "input_required"
  | "not_found"
  | "refused"
  | "timeout"
  | "too_large"
  | "unavailable"
  | "unknown_server"
  | "unsupported";

const MESSAGES: Readonly<Record<McpResourceErrorCode, string>> = {
  bad_response: "the answer of the server is not a valid resource",
  closed: "the reader of resources was closed",
  denied: "the server asks for another authorisation",
  input_required: "the server asks for more input before it gives the resource",
  not_found: "the server has no such resource",
  refused: "the server answered with an error",
  timeout: "the server did not answer in time",
  too_large: "the resource is larger than a message can hold",
  unavailable: "there is no connection to the server",
  unknown_server: "there is no server of this name",
  unsupported: "the server offers no resources",
};

const MARKER = Symbol.for("parlance.error.mcp_resource");

/** A resource was not retrieved. The message tells neither its URI nor anything that the server said. */
export class McpResourceError extends ParlanceError {
  static override readonly isInstance: (value: unknown) => value is McpResourceError = /* @__PURE__ */ markedBy(
    McpResourceError,
    MARKER,
  );

  override readonly name: string = "McpResourceError";
  declare readonly code: McpResourceErrorCode;

  constructor(code: McpResourceErrorCode) {
    super(code, MESSAGES[code]);
  }
}
