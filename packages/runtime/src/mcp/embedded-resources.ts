/** Resources that a server puts into the result of a tool instead of offering them to be read. */

import { type McpResourceMessage, timestamp } from "@parlance/builders";
import { tell } from "@parlance/core/internal";
import { storedMessage } from "../shared/dirty.js";
import { membersOf } from "../shared/members.js";
import type { Operation } from "../shared/operation.js";
import { checkOperation, readSettings } from "../shared/settings.js";
import { annotationsOf, hintIgnorer } from "./hints.js";
import { McpResourceError } from "./mcp-resource-error.js";
import { messageOfResource, retrievedOf } from "./retrieved.js";
import { checkServerName, isUri } from "./settings.js";
import { surroundingsOf } from "./surroundings.js";

/**
 * The resources in the result of a tool of an MCP server, as messages in the server's order. One that no message can hold is left out,
 * and the logger is told.
 *
 * @param server_name The server, by the name that the application's configuration gives it.
 * @param result What `callTool` of the client answered; its blocks of the type `resource` are looked at.
 * @throws ValidationError about the name, the result or the operation; the reason of `signal`; what `onDirty` throws.
 */
export async function embeddedResources(
  server_name: string,
  result: object,
  operation: Operation = {},
): Promise<readonly McpResourceMessage[]> {
  checkServerName(server_name);
  const blocks = readSettings(result, blocksOf, "/result");
  checkOperation(operation);
  const messages: McpResourceMessage[] = [];
  for (const [index, block] of blocks.entries()) {
    operation.signal?.throwIfAborted();
    if (membersOf(block).type !== "resource") continue;
    const message = embedded(server_name, block, `/content/${index}`, operation);
    if (message !== undefined) messages.push(await storedMessage(message, operation));
  }
  return messages;
}

function blocksOf(result: object): readonly unknown[] {
  const { content } = membersOf(result);
  return Array.isArray(content) ? content : [];
}

function embedded(
  server_name: string,
  block: unknown,
  path: string,
  operation: Operation,
): McpResourceMessage | undefined {
  const { resource, annotations, _meta } = membersOf(block);
  const { uri } = membersOf(resource);
  const { logger } = operation;
  try {
    if (!isUri(uri)) throw new McpResourceError("bad_response");
    const answer = { contents: [resource], _meta };
    const retrieved = retrievedOf(uri, answer, timestamp(operation), hintIgnorer(logger));
    const described = {
      annotations: annotationsOf(annotations, hintIgnorer(logger)),
      mime_type: undefined,
      besides: {},
    };
    return messageOfResource(server_name, uri, retrieved, described, surroundingsOf(operation));
  } catch (error) {
    if (!McpResourceError.isInstance(error)) throw error;
    tell(logger, { code: "resource_left_out", path, message: error.message });
    return undefined;
  }
}
