/** The measured message types in typia 12, compiled ahead of time. */
import { isMessage } from "../generated/typia-message.js";
import type { Peer } from "./contract.js";

export const typia: Peer = { name: "typia 12 is", accepts: isMessage };
