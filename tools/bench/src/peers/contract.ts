/** The limits that every peer's hand-written schema of the four measured message types states, as the newest of `schemas` does. */

export const UUID = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";
export const TIMESTAMP = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$";
export const MAX_TEXT = 16_777_216;
export const MAX_NAME = 256;
export const MAX_PATH = 4096;
export const MAX_ITEMS = 65_536;
export const MAX_INTEGER = 9_007_199_254_740_991;
export const RESULT_STATUSES = ["success", "error", "denied", "cancelled", "timeout", "interrupted"] as const;
export const APPROVAL_STATUSES = ["pending", "approved", "denied", "auto_approved", "expired", "cancelled"] as const;
export const ROLES = ["user", "assistant", "system"] as const;

/** A library that answers whether a parsed message is valid. */
export interface Peer {
  readonly name: string;
  readonly accepts: (value: unknown) => boolean | Promise<boolean>;
}
