/** System control messages: changes of the session's own state, never sent to a model. */

import type { Control } from "@parlance/core";
import * as core from "@parlance/core";
import { extend } from "../shared/companion.js";
import { constructMessage, type MessageKind, type MessageOptions, quickMessage } from "../shared/construct-message.js";
import { type DescribeOptions, described } from "../shared/describe.js";

export type SystemControlMessage = core.SystemControlMessage;

const SYSTEM_CONTROL: MessageKind<SystemControlMessage> = {
  companion: core.SystemControlMessage,
  type: "system_control",
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
  const data = Object.freeze({ control: Object.freeze(control) });
  const quick = quickMessage(SYSTEM_CONTROL, core.SystemControlData, data, options);
  return quick ?? constructMessage(SYSTEM_CONTROL, data, options);
}

/** `SystemControlMessage(0b6f5b0e-…, mode_change)` */
function describe(message: SystemControlMessage, options?: DescribeOptions): string {
  const { control } = message.data;
  return described("SystemControlMessage", [message.id, control.type], options, () => changeOf(control));
}

function changeOf(control: Control): string {
  return "from" in control && "to" in control ? `${control.from} to ${control.to}` : "";
}

export const SystemControlMessage: core.Companion<SystemControlMessage> & {
  readonly modeChange: typeof modeChange;
  readonly branchSwitch: typeof branchSwitch;
  readonly describe: typeof describe;
} = /* @__PURE__ */ extend(core.SystemControlMessage, { modeChange, branchSwitch, describe });
