/** Small valid messages, as the text they are stored as. */

const ID = "00000000-0000-4000-8000-00000000000";

export const V1_TEXT = `{"type":"text","id":"${ID}1","created_at":"2026-01-01T00:00:00.000Z","data":{"role":"user","content":"Hello"}}`;
/** {@link V1_TEXT} in version 2, in canonical order. */
export const V1_TEXT_UPGRADED = `{"type":"text","schema_version":2,"id":"${ID}1","created_at":"2026-01-01T00:00:00.000Z","data":{"role":"user","parts":[{"type":"text","text":"Hello"}]}}`;
/** Not in canonical order and with white space, to show that it is passed on as it is. */
export const V2_TEXT = `{"schema_version":2, "type":"text", "id":"${ID}2","created_at":"2026-01-01T00:00:01.000Z","data":{"parts":[{"type":"text","text":"Hi"}],"role":"assistant"}}`;
/** Says more than version 1 can. */
export const V2_REASONING = `{"type":"text","schema_version":2,"id":"${ID}3","created_at":"2026-01-01T00:00:02.000Z","data":{"role":"assistant","parts":[{"type":"reasoning","text":"Hm."},{"type":"text","text":"Yes."}]}}`;
export const V2_RESULT = `{"type":"tool_result","schema_version":2,"id":"${ID}4","created_at":"2026-01-01T00:00:03.000Z","data":{"tool_call_id":"call_1","status":"success","output":{"n":1}}}`;
export const FUTURE = `{"type":"hologram","schema_version":2,"id":"h-1","depth_mm":12345678901234567890}`;

/** A text whose `parts` is empty. */
export const NO_PARTS = `{"type":"text","schema_version":2,"id":"${ID}5","created_at":"2026-01-01T00:00:04.000Z","data":{"role":"user","parts":[]}}`;
/** A line that was cut off inside a string. */
export const CUT = `{"type":"text","schema_version":2,"id":"${ID}6","created_at":"2026-01-01T00:00:05.0`;
