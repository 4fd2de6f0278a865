/** Small valid messages, as the text they are stored as. */

import { CURRENT_VERSION } from "@parlance/core";

const ID = "00000000-0000-4000-8000-00000000000";

export const V1_TEXT = `{"type":"text","id":"${ID}1","created_at":"2026-01-01T00:00:00.000Z","data":{"role":"user","content":"Hello"}}`;
/** {@link V1_TEXT} in the current version, in canonical order. */
export const V1_TEXT_UPGRADED = `{"type":"text","schema_version":${CURRENT_VERSION},"id":"${ID}1","created_at":"2026-01-01T00:00:00.000Z","data":{"role":"user","parts":[{"type":"text","text":"Hello"}]}}`;
/** Not in canonical order and with white space, to show that it is passed on as it is. */
export const CURRENT_TEXT = `{"schema_version":${CURRENT_VERSION}, "type":"text", "id":"${ID}2","created_at":"2026-01-01T00:00:01.000Z","data":{"parts":[{"type":"text","text":"Hi"}],"role":"assistant"}}`;
/** Says more than version 1 can. */
export const CURRENT_REASONING = `{"type":"text","schema_version":${CURRENT_VERSION},"id":"${ID}3","created_at":"2026-01-01T00:00:02.000Z","data":{"role":"assistant","parts":[{"type":"reasoning","text":"Hm."},{"type":"text","text":"Yes."}]}}`;
export const CURRENT_RESULT = `{"type":"tool_result","schema_version":${CURRENT_VERSION},"id":"${ID}4","created_at":"2026-01-01T00:00:03.000Z","data":{"tool_call_id":"call_1","status":"success","output":{"n":1}}}`;
export const FUTURE = `{"type":"hologram","schema_version":${CURRENT_VERSION},"id":"h-1","depth_mm":12345678901234567890}`;

/** A text whose `parts` is empty. */
export const NO_PARTS = `{"type":"text","schema_version":${CURRENT_VERSION},"id":"${ID}5","created_at":"2026-01-01T00:00:04.000Z","data":{"role":"user","parts":[]}}`;
/** A line that was cut off inside a string. */
export const CUT = `{"type":"text","schema_version":${CURRENT_VERSION},"id":"${ID}6","created_at":"2026-01-01T00:00:05.0`;

/** How the current version is said in them, and how a number that this build does not know. */
export const CURRENT_NUMBER = `"schema_version":${CURRENT_VERSION}`;
export const NEWER_NUMBER = `"schema_version":${CURRENT_VERSION + 1}`;
