/** System control messages: changes of the session's own state, never sent to a model. */

import type { Control } from "@parlance/core";
import * as core from "@parlance/core";
import { extendCompanion } from "../shared/companion.js";
import { constructOwnMessage, type MessageKind, type MessageOptions } from "../shared/construct-message.js";
import { type Describe, describer } from "../shared/describe.js";
import { envelopeFacts } from "./envelope-facts.js";

export type SystemControlMessage = core.SystemControlMessage;

const SYSTEM_CONTROL: MessageKind<SystemControlMessage> = {
  companion: core.SystemControlMessage,
  type: "system_control",
  isData: core.SystemControlData.is,
};

/**
 * The agent's mode of operation changed, such as from `plan` to `act`.
 *
 * @throws ValidationError
 */
function modeChange(from: string, to: string, options?: MessageOptions): SystemControlMessage {
  return changed({ type: "mode_change", from, to }, options);
}

/**
 * The active branch of the conversation changed; the message marks the place.
 *
 * @throws ValidationError
 */
function branchSwitch(from: string, to: string, options?: MessageOptions): SystemControlMessage {
  return changed({ type: "branch_switch", from, to }, options);
}

function changed(control: Control, options: MessageOptions | undefined): SystemControlMessage {
  return constructOwnMessage(SYSTEM_CONTROL, { control: Object.freeze(control) }, options);
}

/** `SystemControlMessage(0b6f5b0e-…, mode_change)` */
const describe: Describe<SystemControlMessage> = /* @__PURE__ */ describer(
  "SystemControlMessage",
  (message) => [...envelopeFacts(message), message.data.control.type],
  changeOf,
);

function changeOf({ data: { control } }: SystemControlMessage): string {
  return "from" in control && "to" in control ? `${control.from} to ${control.to}` : "";
}

export const SystemControlMessage: core.Companion<SystemControlMessage> & {
  readonly modeChange: typeof modeChange;
  readonly branchSwitch: typeof branchSwitch;
  readonly describe: Describe<SystemControlMessage>;
} = /* @__PURE__ */ extendCompanion(core.SystemControlMessage, { modeChange, branchSwitch, describe });
