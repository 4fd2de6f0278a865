/** Builds tool results that name the request and the call that they answer. */

import type { ToolRequestMessage, ToolResultMessage } from "@parlance/core";
import * as generated from "../../generated/builders/tool-result-message.gen.js";
import type { MessageKind } from "../../shared/construct-message.js";
import type { Surroundings } from "../../shared/surroundings.js";
import { linkToRequest, TOOL_RESULT } from "../tool-result-message.js";

export class ToolResultMessageBuilder extends generated.ToolResultMessageBuilder {
  static override create(surroundings?: Surroundings): ToolResultMessageBuilder {
    return new ToolResultMessageBuilder(surroundings);
  }

  protected override get kind(): MessageKind<ToolResultMessage> {
    return TOOL_RESULT;
  }

  /** Answers a call of a request; building fails when the request has no such call. */
  answering(request: ToolRequestMessage, callId: string): this {
    const { request_id, issues } = linkToRequest(request, callId);
    return this.withRequestId(request_id).withToolCallId(callId).report(issues);
  }
}
