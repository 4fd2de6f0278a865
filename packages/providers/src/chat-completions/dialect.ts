/** Where the servers of the chat-completions dialect differ, as data. */

import type { ProviderName, ReasoningMember } from "../shared/provider-names.js";
import type { OptionTable } from "../shared/request/options.js";
import type { PrepareRules } from "../shared/request/prepare.js";
import type { StrictRules } from "../shared/strict/rules.js";
import type { OwnParts } from "./own-parts.js";

export interface Dialect {
  readonly provider: ProviderName;
  readonly prepare: PrepareRules;
  /** Whether a request has to name its model. */
  readonly needsModel: boolean;
  /** The role of instructions, by the model's name. */
  readonly systemRole: (model: string | undefined) => "system" | "developer";
  /** Whether a message may have a role of its own making, which the model's template knows. */
  readonly hasOwnRoles: boolean;
  /** Whether content of text alone is written as one string, whatever its parts. */
  readonly joinsText: boolean;
  /** Parts of user messages that the contract does not have. */
  readonly ownParts: OwnParts;
  /** The member of an assistant message that its reasoning goes back under; undefined where the servers take none back. */
  readonly reasoning: ReasoningMember | undefined;
  /** Whether an assistant message has a member for a refusal. */
  readonly hasRefusal: boolean;
  /** Whether the server keeps for a while what a model spoke, and is told of it by its id. */
  readonly keepsAudio: boolean;
  /** Characters that the name of a speaker cannot have. */
  readonly refusedInSpeakers: RegExp | undefined;
  /** What a schema must be for `strict: true`; undefined where any schema may be. */
  readonly strictTools: StrictRules | undefined;
  /** Whether parameters have to be an object that lists its properties, if only none. */
  readonly wantsProperties: boolean;
  readonly options: OptionTable;
  /** Whether an answer that was cut off may say that it ended in calls, so that its tokens have to be compared with the limit. */
  readonly hidesLength: boolean;
}
