/** Builds MCP resources piece by piece. */

import type { McpResourceMessage, ResourceContents } from "@parlance/core";
import * as generated from "../../generated/builders/mcp-resource-message.gen.js";
import type { MessageKind } from "../../shared/construct-message.js";
import type { Surroundings } from "../../shared/surroundings.js";
import { MCP_RESOURCE } from "../mcp-resource-message.js";

export class McpResourceMessageBuilder extends generated.McpResourceMessageBuilder {
  static override create(surroundings?: Surroundings): McpResourceMessageBuilder {
    return new McpResourceMessageBuilder(surroundings);
  }

  protected override get kind(): MessageKind<McpResourceMessage> {
    return MCP_RESOURCE;
  }

  /** Adds a piece of text. */
  withText(text: string): this {
    return this.withPiece({ type: "text", text });
  }

  /** Adds a piece of text or bytes. */
  withPiece(piece: ResourceContents): this {
    return this.append("contents", piece);
  }
}
