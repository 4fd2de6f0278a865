/** Builds tool requests call by call. */

import type { ToolCall, ToolRequestMessage } from "@parlance/core";
import * as generated from "../../generated/builders/tool-request-message.gen.js";
import type { MessageKind } from "../../shared/construct-message.js";
import type { Surroundings } from "../../shared/surroundings.js";
import { TOOL_REQUEST } from "../tool-request-message.js";

export class ToolRequestMessageBuilder extends generated.ToolRequestMessageBuilder {
  static override create(surroundings?: Surroundings): ToolRequestMessageBuilder {
    return new ToolRequestMessageBuilder(surroundings);
  }

  protected override get kind(): MessageKind<ToolRequestMessage> {
    return TOOL_REQUEST;
  }

  /** The calls in the model's order. Every one of them will be pending, whatever approval it comes with. */
  override withToolCalls(calls: readonly ToolCall[] | null | undefined): this {
    return this.setAt(["data", "tool_calls"], calls ?? undefined);
  }

  /** Adds a call, which will be pending. */
  withToolCall(call: ToolCall): this {
    return this.append("tool_calls", call);
  }
}
