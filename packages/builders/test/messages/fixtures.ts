/** A fixed clock and fixed ids, and a tool request to decide on. */

import { CURRENT_VERSION } from "@parlance/core";
import type { ToolRequestMessage as Request, Surroundings } from "../../src/index.js";
import { ToolCall, ToolRequestMessage } from "../../src/index.js";

export const ID = "0b6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11";
export const NOW = "2026-11-21T10:00:00.000Z";

/** The same id and the same time whenever one is asked for. */
export const FIXED: Surroundings = { now: () => Date.parse(NOW), newId: () => ID };

/** What stands around the data of a message made with `FIXED`. */
export const ENVELOPE = { schema_version: CURRENT_VERSION, id: ID, created_at: NOW } as const;

/** Two sound calls, `call_1` and `call_2`, both pending. */
export function twoCalls(): Request {
  const calls = [
    ToolCall.create("call_1", "write_file", { path: "a.ts", content: "hi" }),
    ToolCall.create("call_2", "run", {}),
  ];
  return ToolRequestMessage.create(calls, FIXED);
}
