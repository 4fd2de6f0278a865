/** Builds system controls of the known kinds. */

import * as generated from "../../generated/builders/system-control-message.gen.js";
import type { Surroundings } from "../../shared/surroundings.js";

export class SystemControlMessageBuilder extends generated.SystemControlMessageBuilder {
  static override create(surroundings?: Surroundings): SystemControlMessageBuilder {
    return new SystemControlMessageBuilder(surroundings);
  }

  /** The mode of operation changed. */
  withModeChange(from: string, to: string): this {
    return this.withControl({ type: "mode_change", from, to });
  }

  /** The active branch changed. */
  withBranchSwitch(from: string, to: string): this {
    return this.withControl({ type: "branch_switch", from, to });
  }
}
